package dev.jitterlab.chat.load;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.chat.hostile.ChatFlood;
import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.SearchedRate;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TargetLoad;
import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.RunningProgram;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * All users of this process. Every message is a tick, so the ticks' drift is the generator's own
 * lateness. At the end the rest of the tick log is written; what is under way is not awaited.
 */
final class ChatCrowds extends RunningProgram {
  private static final NanoClock CLOCK = System::nanoTime;
  private static final String HOST = "127.0.0.1";
  private static final long PATIENCE_NS = 20_000_000_000L;

  private final List<TargetCrowd> crowds = new ArrayList<>();
  private final List<Runnable> begin = new ArrayList<>();
  private final List<Map.Entry<Target, ChatFlood>> floods = new CopyOnWriteArrayList<>();
  private Load load;

  private ChatCrowds() {}

  /**
   * Connects all users; with the closed model they begin to talk as soon as all are there.
   *
   * @param tickLog null for none
   * @throws IOException if the metrics port or the log cannot be opened
   * @throws IllegalArgumentException if the targets mean nothing
   */
  static ChatCrowds start(
      ChatShape shape, List<Target> targets, int threads, int metricsPort, Path tickLog)
      throws IOException {
    return Parts.open(
        new ChatCrowds(), crowds -> crowds.open(shape, targets, threads, metricsPort, tickLog));
  }

  private void open(
      ChatShape shape, List<Target> targets, int threads, int metricsPort, Path tickLog)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    load =
        shape.isClosed()
            ? Load.closed(targets, CLOCK, registry, shape.thinkNs())
            : new Load(targets, CLOCK, registry);
    int users = shape.rooms * shape.roomUsers;
    List<StepLoad> returns = steps(targets, "return");
    List<StepLoad> storms = steps(targets, "storm");
    List<AwaitedRequests> requests = // before the log asks for them
        targets.stream()
            .map(target -> load.awaited(target, users * SentMessages.WINDOW))
            .collect(Collectors.toList());
    TickRecorder recorder = new TickRecorder();
    addTickLog(recorder, load.responseTimes(), tickLog);
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
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      int thread = i % schedulers.size();
      LocklessScheduler scheduler = schedulers.get(thread);
      TargetCrowd crowd =
          new TargetCrowd(
              target, shape, loops.get(thread), requests.get(i), returns.get(i), storms.get(i));
      crowds.add(crowd);
      parts.add(crowd::close);
      if (shape.isClosed()) {
        ClosedSpeech unused = new ClosedSpeech(crowd, scheduler, shape.thinkNs());
      } else {
        double shift = (double) i / targets.size();
        Optional<SearchedRate> searched = searched(shape, target);
        searched.ifPresent(
            rate -> begin.add(() -> rate.begin((task, ns) -> spawn(scheduler, target, ns, task))));
        ArrivalPlan plan = searched.map(rate -> shape.plan(rate.rate())).orElseGet(shape::plan);
        OpenSpeech speech = new OpenSpeech(crowd, plan, shift, shape.seed);
        begin.add(() -> spawn(scheduler, target, speech.firstNs(), speech));
      }
      for (ChatFloodOption option : shape.floods(target)) {
        begin.add(() -> floods.add(Map.entry(target, parts.add(option.start(target, shape.seed)))));
      }
    }
    registry.register(this::hostile);
    registry.register(new CrowdMetrics(crowds));
    serveMetrics(registry, HOST, metricsPort);
    crowds.forEach(TargetCrowd::start);
  }

  /** The rate that is looked for at a server, if one is. */
  private Optional<SearchedRate> searched(ChatShape shape, Target target) {
    if (!shape.search.isAsked()) {
      return Optional.empty();
    }
    TargetLoad ofTarget = load.of(target);
    ofTarget.promise(shape.promisedNs());
    SearchedRate searched = new SearchedRate(shape.search.course(ofTarget), CLOCK);
    ofTarget.level(unused -> searched.held());
    return Optional.of(searched);
  }

  private static void spawn(
      LocklessScheduler scheduler, Target target, long afterNs, SelfSchedulingTask task) {
    TaskHandle unused = scheduler.spawn(target.id(), afterNs, task);
  }

  /** Also of servers that get none: a rate of 0 is known. */
  private MetricSnapshot hostile() {
    return Snapshots.counter(
        "jitterlab_chat_hostile",
        "Connections of hostile clients, or messages of those who chatter.",
        crowds,
        crowd -> Labels.of("target", crowd.target().id()),
        crowd ->
            floods.stream()
                .filter(flood -> flood.getKey().equals(crowd.target()))
                .mapToLong(flood -> flood.getValue().made())
                .sum());
  }

  /** What users do beside talking; the log has their times under these names. */
  private List<StepLoad> steps(List<Target> targets, String name) {
    return targets.stream()
        .map(target -> load.of(target).addStep(name))
        .collect(Collectors.toList());
  }

  /**
   * Waits until all users are in their rooms. Those of an open plan begin to talk then.
   *
   * @throws IOException if a server refuses somebody, or does not answer
   */
  void awaitEntered() throws IOException, InterruptedException {
    long startNs = CLOCK.nanoTime();
    for (TargetCrowd crowd : crowds) {
      while (crowd.present() < crowd.users().size()) {
        if (CLOCK.nanoTime() - startNs > PATIENCE_NS) {
          throw new IOException(
              (crowd.users().size() - crowd.present())
                  + " of "
                  + crowd.users().size()
                  + " users could not enter in 20 s"
                  + (crowd.refusals() == 0
                      ? "; is a chat server at the --target?"
                      : ": the server says: " + crowd.lastRefusal()));
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
    begin.forEach(Runnable::run);
  }

  Load load() {
    return load;
  }

  List<TargetCrowd> crowds() {
    return crowds;
  }
}
