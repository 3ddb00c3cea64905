package dev.jitterlab.load;

import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All the load of one generator, and its metrics: {@code jitterlab_load_offered_total}, {@code
 * _sent_total}, {@code _answered_total}, {@code _players}, {@code _outcomes_total{outcome}} and
 * {@code _sent_again_total} of awaited requests, and the histogram {@code
 * jitterlab_load_response_seconds} (from a request's intended time to its answer), each by {@code
 * target}. Thread-safe.
 */
public final class Load implements MultiCollector {
  /** Around 50 ms, the period of a 20 Hz server, in steps that a player might notice. */
  private static final double[] RESPONSE_BOUNDS = {
    0.001, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.075, 0.1, 0.15, 0.2, 0.5, 1, 2.5
  };

  /**
   * What became due so shortly ago may be on its way. Clients whose requests are due at one moment
   * would otherwise have sent too little whenever they are asked in that moment.
   */
  private static final long ON_ITS_WAY_NS = 10_000_000;

  private final NanoClock clock;
  private final long createdNs;
  private final Map<Target, TargetLoad> targets = new LinkedHashMap<>();
  private volatile boolean awaits;

  /**
   * Creates the load of an open model and adds its metrics to the registry.
   *
   * @param clock the one of the scheduler that the requests are sent by
   * @throws IllegalArgumentException if two targets have the same id, or there is none
   */
  public Load(List<Target> targets, NanoClock clock, PrometheusRegistry registry) {
    this(targets, clock, registry, () -> null);
  }

  /**
   * Creates the load of a closed model, in which clients wait for answers: what they send is all
   * that they offer, and beside the response times there are compensated ones.
   *
   * @param thinkNs how long a client waits after an answer before it sends again
   * @throws IllegalArgumentException if two targets have the same id, or there is none
   */
  public static Load closed(
      List<Target> targets, NanoClock clock, PrometheusRegistry registry, long thinkNs) {
    Load load = new Load(targets, clock, registry, () -> new CompensatedTimes(thinkNs));
    load.targets.values().forEach(TargetLoad::offerWhatIsSent);
    return load;
  }

  private Load(
      List<Target> targets,
      NanoClock clock,
      PrometheusRegistry registry,
      Supplier<CompensatedTimes> compensated) {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("no target; give at least one <id>=<host>:<port>");
    }
    this.clock = clock;
    this.createdNs = clock.nanoTime();
    Histogram responses =
        Histogram.builder()
            .name("jitterlab_load_response_seconds")
            .help("From the intended time of a request to its answer.")
            .labelNames("target")
            .classicOnly()
            // Else the thread that waits for answers sets a timer, eleven times a second.
            .withoutExemplars()
            .classicUpperBounds(RESPONSE_BOUNDS)
            .register(registry);
    for (Target target : targets) {
      if (this.targets.keySet().stream().anyMatch(other -> other.id().equals(target.id()))) {
        throw new IllegalArgumentException("two targets have the id " + target.id());
      }
      var ofTarget = responses.labelValues(target.id());
      ResponseRecorder times =
          new ResponseRecorder(target.id(), ns -> ofTarget.observe(ns / 1e9), compensated.get());
      this.targets.put(target, new TargetLoad(target, times, clock));
    }
    registry.register(this);
  }

  /** Starts a stream of requests to a target; its schedule begins with its first request. */
  public RequestStream stream(Target target, Rate rate) {
    TargetLoad load = of(target);
    RequestStream stream = new RequestStream(load, rate);
    load.add(stream);
    return stream;
  }

  /**
   * Returns the requests to a target, each of which is awaited by itself.
   *
   * @param mostInFlight how many of them may be under way at once
   */
  public AwaitedRequests awaited(Target target, int mostInFlight) {
    awaits = true;
    return new AwaitedRequests(of(target), mostInFlight);
  }

  /**
   * Returns what gives the response times since it was last asked, by the tag that a log has them
   * under: {@code response;target=<id>}, of a closed model {@code
   * response-compensated;target=<id>}, and of each step of journeys that was added {@code
   * step;target=<id>;step=<name>}; id and name are URL-encoded. Of awaited requests there is each
   * of these tags again with {@code waiting-} before it: how long the answers that have not come
   * are waited for. For the writer of the log, after {@link #awaited} and {@link
   * TargetLoad#addStep}.
   */
  public Map<String, Supplier<org.HdrHistogram.Histogram>> responseTimes() {
    Map<String, Supplier<org.HdrHistogram.Histogram>> byTag = new LinkedHashMap<>();
    targets.values().forEach(load -> load.addTimesTo(byTag));
    targets.values().forEach(load -> load.steps().forEach(step -> step.addTo(byTag, clock)));
    return byTag;
  }

  /** Returns the load on every target. */
  public List<TargetLoad> targets() {
    return List.copyOf(targets.values());
  }

  /** Returns the load on one target. */
  public TargetLoad of(Target target) {
    TargetLoad load = targets.get(target);
    if (load == null) {
      throw new IllegalArgumentException(target + " is no target of this load");
    }
    return load;
  }

  @Override
  public MetricSnapshots collect() {
    long nowNs = clock.nanoTime();
    long dueNs = nowNs - ON_ITS_WAY_NS;
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_load_planned",
            "Requests that the plan of the load asked for 10 ms ago, whatever the server does.",
            targets.values().stream().filter(TargetLoad::hasPlan).collect(Collectors.toList()),
            Load::labels,
            load -> load.plannedBy(dueNs)),
        Snapshots.counter(
            "jitterlab_load_planned_seconds",
            "Seconds from the load's creation until the planned requests were counted.",
            targets.values().stream().filter(TargetLoad::hasPlan).collect(Collectors.toList()),
            Load::labels,
            load -> (nowNs - createdNs) / 1e9),
        counter(
            "offered",
            "Requests due by the plan of the load 10 ms ago.",
            load -> load.offeredBy(dueNs)),
        counter("sent", "Requests sent.", TargetLoad::sent),
        counter("answered", "Requests acknowledged by the server.", TargetLoad::answered),
        Snapshots.counter(
            "jitterlab_load_sent_again",
            "Requests sent a second time, because the server had not begun them.",
            awaits ? targets.values() : List.<TargetLoad>of(),
            Load::labels,
            TargetLoad::sentAgain),
        awaits ? outcomes() : players(),
        Snapshots.counter(
            "jitterlab_load_lost",
            "Listeners who never got a message, beside one who stands for its outcome.",
            awaits ? targets.values() : List.<TargetLoad>of(),
            Load::labels,
            TargetLoad::lost),
        stepOutcomes(),
        promised("promised", "Requests that ended, or could not go out.", TargetLoad::promised),
        promised("missed", "Those of them that were not answered as promised.", TargetLoad::missed),
        Snapshots.gauge(
            "jitterlab_load_waiting",
            "Requests that are out for longer than promised, not yet counted as missed.",
            targets.values().stream().filter(TargetLoad::isPromised).collect(Collectors.toList()),
            Load::labels,
            TargetLoad::waiting),
        Snapshots.gauge(
            "jitterlab_load_level",
            "Users, players, or arrivals a second, that the plan asks for; 0 for a while after a"
                + " change.",
            targets.values().stream().filter(this::showsLevel).collect(Collectors.toList()),
            Load::labels,
            target -> target.levelAt(nowNs)));
  }

  /** A load of requests has levels if it has a promise to keep, one of players without any. */
  private boolean showsLevel(TargetLoad load) {
    return load.isPromised() || (!awaits && load.hasLevel());
  }

  private CounterSnapshot counter(String what, String help, ToDoubleFunction<TargetLoad> value) {
    return Snapshots.counter("jitterlab_load_" + what, help, targets.values(), Load::labels, value);
  }

  private CounterSnapshot outcomes() {
    List<Map.Entry<TargetLoad, RequestOutcome>> ofTargets =
        targets.values().stream()
            .flatMap(load -> Stream.of(RequestOutcome.values()).map(one -> Map.entry(load, one)))
            .collect(Collectors.toList());
    return Snapshots.counter(
        "jitterlab_load_outcomes",
        "What became of requests; overflow were due and not sent, as too many were out; unreached"
            + " were never due, as their journey broke off before.",
        ofTargets,
        one -> labels(one.getKey()).add("outcome", one.getValue().label()),
        one -> one.getKey().ended(one.getValue()));
  }

  private CounterSnapshot promised(String what, String help, ToDoubleFunction<TargetLoad> value) {
    return Snapshots.counter(
        "jitterlab_load_" + what,
        help,
        targets.values().stream().filter(TargetLoad::isPromised).collect(Collectors.toList()),
        Load::labels,
        value);
  }

  private CounterSnapshot stepOutcomes() {
    List<Map.Entry<StepLoad, RequestOutcome>> ofSteps =
        targets.values().stream()
            .flatMap(load -> load.steps().stream())
            .flatMap(step -> Stream.of(RequestOutcome.values()).map(one -> Map.entry(step, one)))
            .collect(Collectors.toList());
    return Snapshots.counter(
        "jitterlab_load_step_requests",
        "What became of the requests of each step of the journeys.",
        ofSteps,
        one ->
            Labels.of("target", one.getKey().target().id(), "step", one.getKey().name())
                .add("outcome", one.getValue().label()),
        one -> one.getKey().ended(one.getValue()));
  }

  private GaugeSnapshot players() {
    return Snapshots.gauge(
        "jitterlab_load_players",
        "Players per server.",
        targets.values(),
        Load::labels,
        TargetLoad::players);
  }

  private static Labels labels(TargetLoad load) {
    return Labels.of("target", load.target().id());
  }
}
