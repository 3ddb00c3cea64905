package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.rules.BattleEnding;
import java.util.function.Function;

/**
 * A seat for one person after the other. Each has a life in the cluster of its own; the bot and its
 * place in the load stay. Thread-safe.
 */
final class PersonSeat implements People.Person, BattleDoor {
  /** What plays for the person. */
  static final class Body {
    private final BotHands hands;
    private final Bot bot;
    private final BotSeat seat;

    Body(BotHands hands, Bot bot, BotSeat seat) {
      this.hands = hands;
      this.bot = bot;
      this.seat = seat;
    }
  }

  /** Wants the mode that the person has named last. */
  private static final class Wishes extends LifeHabits {
    private volatile String mode;

    Wishes(long seed, String mode) {
      super(seed, null, 0);
      this.mode = mode;
    }

    @Override
    String nextMode() {
      return mode;
    }
  }

  /** People sit beside the cluster, so their packets need no time. */
  private static final long LATENCY_MS = 0;

  private final int number;
  private final ClusterApi api;
  private final Timeline timeline;
  private final LifeMetrics metrics;
  private final BotLedger ledger;
  private final Body body;
  private String name; // null when the seat is free
  private volatile Wishes wishes;
  private volatile BotLife life;
  private long lives;

  PersonSeat(
      int number,
      ClusterApi api,
      Timeline timeline,
      LifeMetrics metrics,
      BotLedger ledger,
      Function<BattleDoor, Body> bodies) {
    this.number = number;
    this.api = api;
    this.timeline = timeline;
    this.metrics = metrics;
    this.ledger = ledger;
    this.body = bodies.apply(this);
  }

  Bot bot() {
    return body.bot;
  }

  synchronized boolean isFree() {
    return name == null;
  }

  synchronized boolean isTakenBy(String person) {
    return person.equals(name);
  }

  synchronized void take(String person, String mode, People.Screen screen) {
    name = person;
    wishes = new Wishes(31L * ++lives + number, mode);
    body.hands.belongTo(screen);
    life = new BotLife(person, LATENCY_MS, api, timeline, wishes, metrics, ledger);
    life.watchedBy(
        new LifeWatcher() {
          @Override
          public void became(LifeState state) {
            screen.became(state.label());
          }

          @Override
          public void failed(String why) {
            screen.failed(why);
          }
        });
    life.start(body.seat, 0);
  }

  @Override
  public void act(int moveX, int moveY, int aim, int buttons) {
    body.hands.act(moveX, moveY, aim, buttons);
  }

  @Override
  public void wishFor(String mode) {
    wishes.mode = mode;
  }

  @Override
  public void leave() {
    body.hands.belongTo(null);
    life.end();
    timeline.after(0, this::free); // behind the end of the life
  }

  private synchronized void free() {
    name = null;
  }

  @Override
  public long patienceNs() {
    BotLife current = life;
    return current == null ? BattleDoor.SAME_SERVER.patienceNs() : current.patienceNs();
  }

  @Override
  public void entered(long nowNs) {
    life.entered(nowNs);
  }

  @Override
  public void over(BattleEnding ending, boolean won) {
    life.over(ending, won);
  }

  @Override
  public boolean left(BattleEnd end, long lastHeardNs) {
    return life.left(end, lastHeardNs);
  }
}
