package dev.jitterlab.aggregator.call;

import dev.jitterlab.observer.Snapshots;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Calls services that live on several replicas. Nothing waits: a call is made on the event loop
 * that the caller names, with that loop's own connections, so that loops share counters only.
 * Thread-safe.
 */
public final class UpstreamClient implements MultiCollector {
  private static final double NS_PER_SECOND = 1e9;

  private final CallSettings settings;
  private final int replicas;
  private final IdentityHashMap<EventExecutor, ReplicaConnections[]> connections =
      new IdentityHashMap<>();
  private final Map<String, ServiceGate> gates = new ConcurrentHashMap<>();
  private final ExtraBudget extra;
  private final LongAdder calls = new LongAdder();
  private final LongAdder hedges = new LongAdder();
  private final LongAdder hedgesWon = new LongAdder();
  private final LongAdder repetitions = new LongAdder();

  /**
   * Creates a client; connections are made when they are needed.
   *
   * @param loops where calls can be made
   * @param addresses of the replicas, each of which has every service
   */
  public UpstreamClient(
      EventLoopGroup loops, List<InetSocketAddress> addresses, CallSettings settings) {
    this.settings = settings;
    this.replicas = addresses.size();
    this.extra = new ExtraBudget(settings.extraRatio);
    for (EventExecutor loop : loops) {
      ReplicaConnections[] ofLoop = new ReplicaConnections[replicas];
      for (int i = 0; i < replicas; i++) {
        ofLoop[i] = new ReplicaConnections((EventLoop) loop, addresses.get(i), settings);
      }
      connections.put(loop, ofLoop);
    }
  }

  /**
   * Calls a service.
   *
   * @param loop one of the client's; the answer comes on its thread
   * @return the answer's body, or a {@link CallException}
   */
  public CompletableFuture<byte[]> call(ServiceCall call, EventLoop loop) {
    CompletableFuture<byte[]> result = new CompletableFuture<>();
    ServiceGate gate = gate(call.service);
    if (!gate.enter()) {
      gate.outcomes.count(CallOutcome.BULKHEAD);
      result.completeExceptionally(new CallException(CallOutcome.BULKHEAD));
      return result;
    }
    HedgedCall made = new HedgedCall(this, loop, gate, call, result);
    if (loop.inEventLoop()) {
      made.start();
    } else {
      loop.execute(made::start);
    }
    return result;
  }

  private ServiceGate gate(String service) {
    ServiceGate gate = gates.get(service);
    return gate != null
        ? gate
        : gates.computeIfAbsent(service, any -> new ServiceGate(replicas, settings));
  }

  ReplicaConnections connections(EventLoop loop, int replica) {
    return connections.get(loop)[replica];
  }

  boolean hedges() {
    return settings.hedging;
  }

  void earn() {
    calls.increment();
    extra.earn();
  }

  boolean takeExtra() {
    return extra.take();
  }

  void giveExtraBack() {
    extra.giveBack();
  }

  void hedged() {
    hedges.increment();
  }

  void hedgeWon() {
    hedgesWon.increment();
  }

  boolean repeated() {
    repetitions.increment();
    return true;
  }

  /** Returns how many calls were made, without those sent a second time. */
  public long calls() {
    return calls.sum();
  }

  /** Returns how many requests were sent beside the first ones of their calls. */
  public long extras() {
    return hedges.sum() + repetitions.sum();
  }

  /** Returns how often calls to a service ended so. */
  public long ended(String service, CallOutcome outcome) {
    ServiceGate gate = gates.get(service);
    return gate == null ? 0 : gate.outcomes.of(outcome);
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter("jitterlab_upstream_calls", "Calls to services.", calls.sum()),
        Snapshots.counter(
            "jitterlab_upstream_hedges",
            "Calls sent to a second replica as well, because the first was slow.",
            hedges.sum()),
        Snapshots.counter(
            "jitterlab_upstream_hedges_won",
            "Calls whose hedge was answered first.",
            hedgesWon.sum()),
        Snapshots.counter(
            "jitterlab_upstream_repetitions",
            "Calls sent to a second replica because the first failed.",
            repetitions.sum()),
        Snapshots.counter(
            "jitterlab_upstream_extras",
            "Requests sent beside the first ones of their calls: hedges and repetitions.",
            extras()),
        Snapshots.counter(
            "jitterlab_upstream_call_outcomes",
            "Calls to services, by how they ended.",
            outcomes().entrySet(),
            Map.Entry::getKey,
            Map.Entry::getValue),
        Snapshots.gauge(
            "jitterlab_upstream_requests_under_way",
            "Requests to services that are not answered yet, with those that wait for a"
                + " connection.",
            gates.values().stream().mapToLong(ServiceGate::underWay).sum()),
        Snapshots.gauge(
            "jitterlab_upstream_breakers_open",
            "Circuit breakers of services and replicas that are not closed.",
            gates.values().stream().mapToLong(ServiceGate::open).sum()),
        Snapshots.gauge(
            "jitterlab_upstream_slow_seconds",
            "What a replica's last calls took at most, but for those that count as slow.",
            slowSeconds().entrySet(),
            Map.Entry::getKey,
            Map.Entry::getValue));
  }

  private Map<Labels, Double> slowSeconds() {
    Map<Labels, Double> slow = new HashMap<>();
    gates.forEach(
        (service, gate) -> {
          for (int i = 0; i < gate.replicaCount(); i++) {
            long slowNs = gate.slowNs(i);
            if (slowNs >= 0) {
              slow.put(
                  Labels.of("service", service, "replica", Integer.toString(i + 1)),
                  slowNs / NS_PER_SECOND);
            }
          }
        });
    return slow;
  }

  private Map<Labels, Double> outcomes() {
    Map<Labels, Double> outcomes = new HashMap<>();
    gates.forEach(
        (service, gate) -> {
          for (CallOutcome outcome : CallOutcome.values()) {
            long counted = gate.outcomes.of(outcome);
            if (counted > 0 || outcome == CallOutcome.OK) {
              outcomes.put(
                  Labels.of("service", service, "outcome", outcome.label()), (double) counted);
            }
          }
        });
    return outcomes;
  }
}
