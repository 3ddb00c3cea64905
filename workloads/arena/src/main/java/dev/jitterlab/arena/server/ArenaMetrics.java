package dev.jitterlab.arena.server;

import dev.jitterlab.arena.trace.TraceRecorder;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumSet;
import java.util.Optional;

/** Shows what happens in the arena beside ticks. All the work is done when scraped. */
final class ArenaMetrics implements MultiCollector {
  private final ArenaHost host;
  private final Receptions receptions;
  private final Optional<TraceRecorder> trace;

  private ArenaMetrics(ArenaHost host, Receptions receptions, Optional<TraceRecorder> trace) {
    this.host = host;
    this.receptions = receptions;
    this.trace = trace;
  }

  static void register(
      PrometheusRegistry registry,
      ArenaHost host,
      Receptions receptions,
      Optional<TraceRecorder> trace) {
    registry.register(new ArenaMetrics(host, receptions, trace));
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.gauge(
            "jitterlab_players", "Fighters in the arena.", host.world().fighters().length),
        Snapshots.counter(
            "jitterlab_packets",
            "Packets of clients, by what became of them.",
            EnumSet.allOf(Reception.class),
            one -> Labels.of("outcome", one.label()),
            receptions::of),
        Snapshots.counter(
            "jitterlab_arena_hits", "Hits that were taken and counted.", host.world().hits()),
        Snapshots.counter(
            "jitterlab_arena_glances",
            "Attacks that did not count, as the mailbox of who was hit was full.",
            host.world().glances()),
        Snapshots.counter("jitterlab_arena_trades", "Trades made.", host.world().trades()),
        Snapshots.counter(
            "jitterlab_arena_refused_messages",
            "Messages to fighters that were refused, as a mailbox was full.",
            host.world().refusedMessages()),
        Snapshots.counter(
            "jitterlab_arena_states_sent", "Pictures sent to clients.", host.outbox().sent()),
        Snapshots.counter(
            "jitterlab_arena_states_skipped",
            "Pictures not sent, as older ones still waited.",
            host.outbox().skipped()),
        Snapshots.counter(
            "jitterlab_arena_states_failed",
            "Pictures that the system refused to send.",
            host.outbox().failed()),
        Snapshots.counter(
            "jitterlab_arena_trace_left_out",
            "Messages that the record of a session lacks.",
            trace.map(recording -> recording.leftOut()).orElse(0L)));
  }
}
