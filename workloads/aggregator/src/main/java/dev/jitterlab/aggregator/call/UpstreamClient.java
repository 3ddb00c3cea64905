package dev.jitterlab.aggregator.call;

import dev.jitterlab.observer.Snapshots;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
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
      gate.count(CallOutcome.BULKHEAD);
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
    return gate == null ? 0 : gate.counted(outcome);
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
            "Second requests that were answered first.",
            hedgesWon.sum()),
        Snapshots.counter(
            "jitterlab_upstream_repetitions",
            "Calls sent to a second replica because the first failed.",
            repetitions.sum()),
        Snapshots.counter(
            "jitterlab_upstream_call_outcomes",
            "Calls to services, by how they ended.",
            outcomes(),
            one -> Labels.of("service", one.service, "outcome", one.outcome.label()),
            one -> one.gate.counted(one.outcome)),
        Snapshots.gauge(
            "jitterlab_upstream_breakers_open",
            "Circuit breakers of services and replicas that are not closed.",
            gates.values().stream().mapToInt(ServiceGate::open).sum()),
        Snapshots.gauge(
            "jitterlab_upstream_slow_seconds",
            "What a replica's last calls took at most, but for those that count as slow.",
            latencies(),
            one -> Labels.of("service", one.service, "replica", Integer.toString(one.replica + 1)),
            one -> one.slowNs / NS_PER_SECOND));
  }

  private Collection<ReplicaLatency> latencies() {
    List<ReplicaLatency> latencies = new ArrayList<>();
    gates.forEach(
        (service, gate) -> {
          for (int i = 0; i < gate.replicaCount(); i++) {
            long slowNs = gate.slowNs(i);
            if (slowNs >= 0) {
              latencies.add(new ReplicaLatency(service, i, slowNs));
            }
          }
        });
    return latencies;
  }

  private static final class ReplicaLatency {
    private final String service;
    private final int replica;
    private final long slowNs;

    ReplicaLatency(String service, int replica, long slowNs) {
      this.service = service;
      this.replica = replica;
      this.slowNs = slowNs;
    }
  }

  private Collection<ServiceOutcome> outcomes() {
    List<ServiceOutcome> outcomes = new ArrayList<>();
    gates.forEach(
        (service, gate) -> {
          for (CallOutcome outcome : CallOutcome.values()) {
            if (gate.counted(outcome) > 0 || outcome == CallOutcome.OK) {
              outcomes.add(new ServiceOutcome(service, gate, outcome));
            }
          }
        });
    return outcomes;
  }

  private static final class ServiceOutcome {
    private final String service;
    private final ServiceGate gate;
    private final CallOutcome outcome;

    ServiceOutcome(String service, ServiceGate gate, CallOutcome outcome) {
      this.service = service;
      this.gate = gate;
      this.outcome = outcome;
    }
  }
}
