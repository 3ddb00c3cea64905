package dev.jitterlab.http;

import dev.jitterlab.arrivals.LevelOverTime;
import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.SearchedRate;
import dev.jitterlab.load.SlowRequestLog;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TargetLoad;
import dev.jitterlab.load.TurnTaker;
import dev.jitterlab.load.Turns;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.RunningProgram;
import dev.jitterlab.scenario.Journey;
import dev.jitterlab.scenario.JourneyStep;
import dev.jitterlab.scenario.Scenario;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongToDoubleFunction;

/**
 * Requests that are being sent. Every sending is a tick, so the ticks' drift is the generator's own
 * lateness. At the end it writes the rest of the tick log; answers under way are not awaited.
 */
final class HttpGenerator extends RunningProgram {
  static final NanoClock CLOCK = System::nanoTime;
  private static final String HOST = "127.0.0.1";

  /** Clients that do not think begin within this time, not all at once. */
  private static final long SPREAD_NS = 100_000_000;

  /** After a change of the level its answers are not yet those of the new one. */
  private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(2);

  private Load load;

  private HttpGenerator() {}

  /**
   * Begins to send.
   *
   * @param turns who is loaded and who is not, from now on; null where all are
   * @param tickLog null for none
   * @param slowRequests the file for slow requests; null for none
   * @param firstAnswers what looks at the first answers of a server
   * @throws IOException if the metrics port or a log cannot be opened
   * @throws IllegalArgumentException if the targets mean nothing
   */
  static HttpGenerator start(
      LoadShape shape,
      List<Target> targets,
      Turns turns,
      int threads,
      int metricsPort,
      Path tickLog,
      Path slowRequests,
      Function<Target, FirstAnswers> firstAnswers)
      throws IOException {
    return Parts.open(
        new HttpGenerator(),
        generator ->
            generator.open(
                shape, targets, turns, threads, metricsPort, tickLog, slowRequests, firstAnswers));
  }

  private void open(
      LoadShape shape,
      List<Target> targets,
      Turns turns,
      int threads,
      int metricsPort,
      Path tickLog,
      Path slowRequests,
      Function<Target, FirstAnswers> firstAnswers)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    Scenario scenario = shape.scenario();
    load =
        shape.isClosed()
            ? Load.closed(targets, CLOCK, registry, (long) scenario.meanThinkNs())
            : new Load(targets, CLOCK, registry);
    List<Map<JourneyStep, StepLoad>> steps = new ArrayList<>(); // before the log asks for them
    List<CountedLevels> levels = new ArrayList<>(); // likewise
    List<AwaitedRequests> requests = new ArrayList<>(); // likewise
    for (Target target : targets) {
      steps.add(shape.hasJourneys() ? steps(scenario, load.of(target)) : Map.of());
      levels.add(CountedLevels.of(shape, load.of(target)));
      requests.add(load.awaited(target, shape.connections()));
    }
    TickRecorder recorder = new TickRecorder();
    addTickLog(recorder, load.responseTimes(), tickLog);
    Optional<SlowRequestLog> slow = Optional.empty();
    if (slowRequests != null) {
      SlowRequestLog log =
          SlowRequestLog.start(shape.slowNs(), CLOCK, HttpGenerator::epochNs, slowRequests);
      parts.add(log);
      registry.register(log);
      slow = Optional.of(log);
    }
    Encryption encryption = shape.encryption();
    List<EventLoopParker> loops = new ArrayList<>();
    List<LocklessScheduler> schedulers = new ArrayList<>();
    for (int i = 0; i < Math.min(threads, targets.size()); i++) {
      EventLoopParker loop = new EventLoopParker();
      LocklessScheduler scheduler =
          TickSchedulers.named("lockless")
              .threads(1)
              .parker(loop)
              .listener(recorder)
              .createLockless();
      parts.add(scheduler);
      loops.add(loop);
      schedulers.add(scheduler);
    }
    TickMetrics.register(registry, recorder, schedulers);
    serveMetrics(registry, HOST, metricsPort);
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      int thread = i % schedulers.size();
      LocklessScheduler scheduler = schedulers.get(thread);
      JourneyLoad journeys =
          new JourneyLoad(
              scenario,
              steps.get(i),
              levels.get(i),
              shape.seed(),
              target,
              exchanges(shape, loops.get(thread), target, encryption, requests.get(i)),
              requests.get(i),
              slow,
              firstAnswers.apply(target),
              (task, afterNs) -> {
                TaskHandle unused = scheduler.spawn(target.id(), afterNs, task);
              },
              CLOCK);
      double shift = (double) i / targets.size();
      load.of(target).promise(shape.promisedNs());
      TurnTaker users;
      if (shape.search().isAsked()) {
        SearchedRate searched = new SearchedRate(shape.search().course(load.of(target)), CLOCK);
        load.of(target).level(unused -> searched.held());
        users = new OpenJourneys(journeys, shape.plan(searched.rate()), shift);
        searched.begin((task, afterNs) -> journeys.after(afterNs, task));
      } else {
        load.of(target).level(level(shape.level()));
        users = users(shape, journeys, shift);
      }
      if (turns == null) {
        users.resume(CLOCK.nanoTime());
      } else {
        turns.add(target, users);
      }
    }
  }

  private static long epochNs() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** From now on, as the lab's warm-up counts; a pause of the load is none of the level. */
  private static LongToDoubleFunction level(LevelOverTime level) {
    long zeroNs = CLOCK.nanoTime();
    return nowNs -> level.settledAt(nowNs - zeroNs, SETTLE_NS);
  }

  private static IdentityHashMap<JourneyStep, StepLoad> steps(Scenario scenario, TargetLoad load) {
    IdentityHashMap<JourneyStep, StepLoad> steps = new IdentityHashMap<>();
    for (Journey journey : scenario.journeys()) {
      for (JourneyStep step : journey.steps()) {
        steps.put(step, load.addStep(journey.name() + "/" + step.name()));
      }
    }
    return steps;
  }

  private static Exchanges exchanges(
      LoadShape shape,
      EventLoopParker loop,
      Target target,
      Encryption encryption,
      AwaitedRequests requests) {
    return shape.protocol().isSecondVersion()
        ? new Http2Exchanges(
            loop,
            target,
            shape.protocol(),
            encryption,
            shape.timeoutNs(),
            CLOCK,
            requests::countSentAgain)
        : new HttpExchanges(
            loop, target, encryption, shape.timeoutNs(), CLOCK, requests::countSentAgain);
  }

  /** All the users of a server, paused. */
  private static TurnTaker users(LoadShape shape, JourneyLoad journeys, double shift) {
    if (!shape.isClosed()) {
      return new OpenJourneys(journeys, shape.plan(), shift);
    }
    long thinkNs = (long) journeys.scenario.meanThinkNs();
    return new UserCrowd(journeys, shape.users(), Math.max(SPREAD_NS, thinkNs), shift);
  }

  /** Returns what was offered, sent and answered. */
  Load load() {
    return load;
  }
}
