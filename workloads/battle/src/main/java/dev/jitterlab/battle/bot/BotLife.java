package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.rules.BattleEnding;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One bot's life in a cluster: it logs in, queues, polls, plays where the matchmaker sends it, and
 * queues again. A state machine whose steps all run on the timeline; answers and timers that a
 * state began are passed over once it has ended. {@link #entered} and {@link #left} come from other
 * threads and are handed over.
 */
final class BotLife implements BattleDoor {
  /** Where the bot sits when it has a battle. Called on the timeline. */
  interface Seat {
    /** Begins to play, and gives news of it to the {@link BattleDoor}. */
    void take(Assignment assignment) throws IOException;

    /** Leaves the battle, if the bot is in one. */
    void giveUp();
  }

  /** A server that is silent for so long is taken for dead. */
  private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(2);

  /** How long the other players may take: more than a server waits for them. */
  private static final long CONNECT_PATIENCE_NS = TimeUnit.SECONDS.toNanos(7);

  /** Between two polls, should the matchmaker not hold them. */
  private static final long POLL_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int UNAUTHORIZED = 401;
  private static final int LONGEST_TICKET = 1_024;
  private static final int LONGEST_STATE = 16;

  private final String name;
  private final long latencyMs;
  private final ClusterApi api;
  private final Timeline timeline;
  private final LifeHabits habits;
  private final LifeMetrics metrics;
  private final BotLedger ledger;
  private LifeWatcher watcher = LifeWatcher.NOBODY;
  private Seat seat;
  private volatile Assignment assignment; // the newest
  private long player;
  private LifeState state = LifeState.LOGIN;
  private int turn; // counts the states, so that what belongs to an old one is known
  private int failures;
  private String ticket;
  private String place; // null unless the bot waits
  private boolean isWaiting; // until there is a seat or the bot goes away
  private long queuedAtNs; // when that wait began
  private boolean isRecovering;
  private long lostAtNs;

  /**
   * Creates a life that has not begun.
   *
   * @param latencyMs what the bot tells the matchmaker
   */
  BotLife(
      String name,
      long latencyMs,
      ClusterApi api,
      Timeline timeline,
      LifeHabits habits,
      LifeMetrics metrics,
      BotLedger ledger) {
    this.name = name;
    this.latencyMs = latencyMs;
    this.api = api;
    this.timeline = timeline;
    this.habits = habits;
    this.metrics = metrics;
    this.ledger = ledger;
  }

  /** Tells somebody how the life goes on; to be called before it begins. */
  void watchedBy(LifeWatcher newWatcher) {
    watcher = newWatcher;
  }

  /** Ends: the bot leaves battle or queue, and nothing of this life happens any more. */
  void end() {
    timeline.after(0, this::onEnd);
  }

  private void onEnd() {
    if (state == LifeState.QUEUED) {
      CompletableFuture<JsonReply> unused = api.unqueue(ticket);
    }
    if (seat != null) {
      seat.giveUp();
    }
    metrics.left(state);
    state = LifeState.AWAY;
    turn++;
  }

  /** Begins, after a delay. */
  void start(Seat botSeat, long delayNs) {
    seat = botSeat;
    metrics.entered(state);
    later(delayNs, this::login);
  }

  private void login() {
    become(LifeState.LOGIN);
    ask(
        api.login(name),
        this::login,
        reply -> {
          JsonBody welcome = JsonBody.of(reply.body());
          ticket = welcome.text("ticket", LONGEST_TICKET);
          player = reply.body().path("player").longValue();
          ledger.loggedIn(name, player);
          queue();
        });
  }

  private void queue() {
    become(LifeState.QUEUED);
    if (!isWaiting) {
      isWaiting = true;
      queuedAtNs = timeline.nowNs();
    }
    long untilLeaveNs = habits.untilLeaveNs();
    if (untilLeaveNs < Long.MAX_VALUE) {
      later(untilLeaveNs, this::leaveQueue);
    }
    enqueue(habits.nextMode());
  }

  private void enqueue(String mode) {
    ask(
        api.queue(ticket, mode, latencyMs, place),
        () -> enqueue(mode),
        reply -> {
          place = reply.body().path("place").textValue();
          poll();
        });
  }

  private void poll() {
    ask(api.poll(ticket), this::poll, reply -> onPlace(JsonBody.of(reply.body())));
  }

  private void onPlace(JsonBody answer) {
    switch (answer.text("state", LONGEST_STATE)) {
      case "waiting":
        later(POLL_PAUSE_NS, this::poll);
        return;
      case "matched":
        Assignment found = Assignment.of(answer);
        place = null; // the wait is over
        connect(found);
        return;
      case "unknown":
        metrics.requeued(BattleEnd.FORGOTTEN);
        queue();
        return;
      default:
        throw new HttpError(400, "state must be waiting, matched or unknown");
    }
  }

  private void leaveQueue() {
    CompletableFuture<JsonReply> unused = api.unqueue(ticket);
    place = null;
    isWaiting = false;
    away(BattleEnd.LEFT);
  }

  private void connect(Assignment found) {
    become(LifeState.CONNECTING);
    assignment = found;
    isWaiting = false;
    metrics.waited(timeline.nowNs() - queuedAtNs);
    later(CONNECT_PATIENCE_NS, () -> giveUp(BattleEnd.UNREACHED));
    try {
      seat.take(found);
    } catch (IOException e) {
      giveUp(BattleEnd.UNREACHED); // no socket to be had
    }
  }

  private void giveUp(BattleEnd end) {
    seat.giveUp();
    away(end);
  }

  @Override
  public long patienceNs() {
    return SILENCE_NS;
  }

  @Override
  public void entered(long nowNs) {
    timeline.after(0, () -> onEntered(nowNs));
  }

  private void onEntered(long nowNs) {
    if (state != LifeState.CONNECTING) {
      return;
    }
    become(LifeState.PLAYING);
    if (isRecovering) {
      isRecovering = false;
      metrics.recovered(nowNs - lostAtNs);
    }
    long untilLeaveNs = habits.untilLeaveNs();
    if (untilLeaveNs < Long.MAX_VALUE) {
      later(untilLeaveNs, () -> giveUp(BattleEnd.LEFT));
    }
  }

  /** The bot has given its last link back before it gets another seat: it is the newest one's. */
  @Override
  public void over(BattleEnding ending, boolean won) {
    Assignment of = assignment;
    if (of != null && ending != BattleEnding.FAILED) {
      timeline.after(0, () -> ledger.over(player, of, ending.label(), won));
    }
  }

  @Override
  public boolean left(BattleEnd end, long lastHeardNs) {
    timeline.after(0, () -> onLeft(end, lastHeardNs));
    return false;
  }

  private void onLeft(BattleEnd end, long lastHeardNs) {
    if (state != LifeState.CONNECTING && state != LifeState.PLAYING) {
      return;
    }
    if (end == BattleEnd.SILENCE && !isRecovering) {
      isRecovering = true;
      metrics.losses.inc();
      lostAtNs = lastHeardNs;
    }
    away(end);
  }

  /** Queues again after a pause that depends on why the battle is over. */
  private void away(BattleEnd end) {
    metrics.requeued(end);
    long pauseNs = habits.pauseNs(end);
    if (pauseNs == 0) {
      queue();
    } else {
      become(LifeState.AWAY);
      later(pauseNs, this::queue);
    }
  }

  private void become(LifeState next) {
    metrics.left(state);
    metrics.entered(next);
    state = next;
    turn++;
    watcher.became(next);
  }

  private void later(long delayNs, Runnable step) {
    int begun = turn;
    timeline.after(
        delayNs,
        () -> {
          if (turn == begun) {
            step.run();
          }
        });
  }

  /** Goes on when the answer is there; asks again later when it is none, or one that means no. */
  private void ask(
      CompletableFuture<JsonReply> question, Runnable again, Consumer<JsonReply> next) {
    int begun = turn;
    CompletableFuture<JsonReply> unused =
        question.whenComplete(
            (reply, failure) ->
                timeline.after(
                    0,
                    () -> {
                      if (turn == begun) {
                        onReply(reply, again, next);
                      }
                    }));
  }

  /** Takes an answer, null if there was none. */
  private void onReply(JsonReply reply, Runnable again, Consumer<JsonReply> next) {
    if (reply != null && reply.status() == UNAUTHORIZED && state != LifeState.LOGIN) {
      login(); // the ticket is too old
      return;
    }
    if (reply != null && reply.isOk()) {
      try {
        next.accept(reply);
        failures = 0;
        return;
      } catch (HttpError e) {
        // The answer makes no sense: as if there was none.
      }
    }
    metrics.failures.inc();
    watcher.failed(reply == null ? "the cluster does not answer" : reply.error());
    later(habits.backOffNs(failures++, reply == null ? 0 : reply.retryAfterSeconds()), again);
  }
}
