package dev.jitterlab.battle.cluster.matchmaker;

import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.cluster.QueuePlaces;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.cluster.Tickets;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The matchmaker's HTTP side and its clock: a round of matching every {@value #ROUND_MILLIS} ms.
 * docs/cluster.md has the requests.
 */
final class MatchmakerService {
  private static final int ROUND_MILLIS = 200;
  private static final int WATCH_MILLIS = 500;
  private static final int SWEEP_MILLIS = 5_000;
  private static final int POLL_SECONDS = 10;
  private static final int MAX_LATENCY_MS = 10_000;
  private static final int MAX_TICKET = 200;
  private static final int MAX_PLACE = 200;

  private final Tickets tickets;
  private final QueuePlaces places;
  private final List<String> modes;
  private final Matching matching;
  private final Seekers seekers;
  private final QueueEntrance entrance;
  private final MatchPlacing placing;
  private final ScheduledExecutorService loop;
  private final NanoClock clock;
  private final MatchmakerMetrics metrics;
  private long round;

  private MatchmakerService(
      MatchmakerSettings settings,
      Tickets tickets,
      QueuePlaces places,
      ClusterCalls cluster,
      Seekers seekers,
      ScheduledExecutorService loop,
      NanoClock clock,
      MatchmakerMetrics metrics) {
    this.tickets = tickets;
    this.places = places;
    this.modes = settings.modes;
    this.matching = new Matching(settings.criteria, modes);
    this.seekers = seekers;
    this.entrance = new QueueEntrance(seekers, cluster::skill, loop, clock);
    this.placing = new MatchPlacing(seekers, cluster, loop, clock, metrics);
    this.loop = loop;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Starts the service; the URLs are where the other services are. */
  static ServiceProcess start(
      ServiceOptions options,
      MatchmakerSettings settings,
      URI login,
      URI allocator,
      URI results,
      NanoClock clock)
      throws IOException {
    ClusterKey key = options.key();
    return ServiceProcess.start(
        process -> {
          ClusterCalls cluster =
              new ClusterCalls(process.add(new JsonClient(key)), login, allocator, results);
          MatchmakerMetrics metrics = new MatchmakerMetrics(process.registry());
          QueuePlaces places = new QueuePlaces(key, System::currentTimeMillis);
          process.open(
              options,
              loop -> {
                Seekers seekers = new Seekers(settings.maxWaiting);
                MatchmakerService service =
                    new MatchmakerService(
                        settings, new Tickets(key), places, cluster, seekers, loop, clock, metrics);
                every(loop, ROUND_MILLIS, service::onRound);
                every(loop, SWEEP_MILLIS, service::onSweep);
                BattleWatch watch = new BattleWatch(seekers, cluster, loop, clock, metrics);
                every(loop, WATCH_MILLIS, watch::ask);
                every(loop, SWEEP_MILLIS, watch::sweep);
                return service.routes();
              });
        });
  }

  private static void every(ScheduledExecutorService loop, int millis, Runnable task) {
    Future<?> unused = loop.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  private JsonRoutes routes() {
    return new JsonRoutes()
        .post("/queue", this::enter)
        .get("/queue", this::poll)
        .delete("/queue", JsonHandler.now(this::leave));
  }

  private CompletableFuture<JsonAnswer> enter(JsonRequest request) {
    JsonBody body = request.body();
    long player = tickets.player(body.text("ticket", MAX_TICKET));
    entrance.count(player);
    String mode = body.text("mode", 32);
    if (!mode.equals(Candidate.ANY_MODE) && !modes.contains(mode)) {
      throw new HttpError(
          400, "no mode '" + mode + "'; there are any, " + String.join(", ", modes));
    }
    int latencyMs = body.integer("latency_ms", 0, MAX_LATENCY_MS);
    long waitedMillis =
        body.has("place") ? places.waitedMillis(player, body.text("place", MAX_PLACE)) : 0;
    return entrance
        .enter(player, mode, latencyMs, waitedMillis)
        .thenApply(
            waiting ->
                JsonAnswer.of(
                    202,
                    StrictJson.object()
                        .put("state", "waiting")
                        .put("place", place(waiting, clock.nanoTime()))));
  }

  private String place(Candidate waiting, long nowNs) {
    return places.issue(waiting.player, (long) (1e3 * waiting.waitedSeconds(nowNs)));
  }

  private CompletableFuture<JsonAnswer> poll(JsonRequest request) {
    Seeker seeker = seekers.get(tickets.player(request.query("ticket")));
    if (seeker == null) {
      return CompletableFuture.completedFuture(
          JsonAnswer.ok(StrictJson.object().put("state", "unknown")));
    }
    CompletableFuture<JsonAnswer> answer = seeker.poll(clock.nanoTime());
    if (!answer.isDone()) {
      ScheduledFuture<?> later =
          loop.schedule(
              () -> {
                if (!answer.isDone()) {
                  seeker.answerWaiting(clock.nanoTime());
                }
              },
              POLL_SECONDS,
              TimeUnit.SECONDS);
      CompletableFuture<JsonAnswer> unused =
          answer.whenComplete((given, failure) -> later.cancel(false));
    }
    return answer;
  }

  private JsonAnswer leave(JsonRequest request) {
    seekers.leave(tickets.player(request.query("ticket")), clock.nanoTime());
    return JsonAnswer.ok(StrictJson.object().put("state", "unknown"));
  }

  private void onRound() {
    long nowNs = clock.nanoTime();
    if (placing.takesMatches(nowNs)) {
      List<Candidate> present = seekers.present(Matching.MAX_PLAYERS, nowNs);
      for (Match match : matching.round(present, nowNs, round++)) {
        if (placing.takesMatches(nowNs)) {
          placing.begin(match);
        }
      }
      metrics.rounds.observe((clock.nanoTime() - nowNs) / 1e9);
    }
    metrics.waiting.set(seekers.waiting());
  }

  private void onSweep() {
    metrics.abandoned.inc(seekers.removeAbandoned(clock.nanoTime()));
  }
}
