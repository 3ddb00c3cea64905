package dev.jitterlab.arena.server;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.arena.trace.TraceRecorder;
import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.twin.WorkerTimes;
import dev.jitterlab.arena.wire.Traffic;
import dev.jitterlab.arena.world.QueueFigures;
import dev.jitterlab.arena.world.ReadErrors;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Shows what happens in the arena beside ticks. All the work is done when scraped. */
final class ArenaMetrics implements MultiCollector {
  private static final double NS_PER_SECOND = 1e9;

  private final ArenaHost host;
  private final CountsByKind<Reception> receptions;
  private final Optional<TraceRecorder> trace;
  private final GarbageCollections collections;
  private final Optional<FullCollectionCpu> fullCpu;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final AtomicLong allocated = new AtomicLong();

  ArenaMetrics(
      ArenaHost host,
      CountsByKind<Reception> receptions,
      Optional<TraceRecorder> trace,
      GarbageCollections collections,
      Optional<FullCollectionCpu> fullCpu) {
    this.host = host;
    this.receptions = receptions;
    this.trace = trace;
    this.collections = collections;
    this.fullCpu = fullCpu;
  }

  @Override
  public MetricSnapshots collect() {
    List<MetricSnapshot> snapshots = new ArrayList<>(events());
    snapshots.addAll(traffic());
    snapshots.addAll(queues());
    snapshots.addAll(longUpdates());
    if (host.settings.checkReads > 0) {
      snapshots.addAll(reads(host.world().readErrors()));
    }
    fullCpu.ifPresent(cpu -> snapshots.addAll(fullCollections(cpu)));
    if (host.twin() == Twin.PAPER) {
      host.workerTimes.ifPresent(times -> snapshots.addAll(workers(times)));
    }
    return new MetricSnapshots(snapshots);
  }

  private List<MetricSnapshot> events() {
    return List.of(
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
            "jitterlab_arena_states_sent", "States sent to clients.", host.outbox.sent.sum()),
        Snapshots.counter(
            "jitterlab_arena_states_skipped",
            "States not sent because older ones still waited.",
            host.outbox.skipped.sum()),
        Snapshots.counter(
            "jitterlab_arena_states_failed",
            "States that the system refused to send.",
            host.outbox.failed.sum()),
        Snapshots.counter(
            "jitterlab_arena_trace_left_out",
            "Messages that the record of a session lacks.",
            trace.map(recording -> recording.leftOut()).orElse(0L)),
        Snapshots.counter(
            "jitterlab_arena_allocated_bytes",
            "Bytes that the threads that live have allocated.",
            allocatedBytes()));
  }

  /** The JVM's own threads are not in it. A thread that ends takes nothing away. */
  private long allocatedBytes() {
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes); // -1 of a thread that has ended meanwhile
    }
    return allocated.accumulateAndGet(sum, Math::max);
  }

  private List<MetricSnapshot> traffic() {
    Traffic traffic = host.traffic;
    return List.of(
        Snapshots.counter(
            "jitterlab_arena_datagrams",
            "Datagrams, those of clients inside the server as if there were a network.",
            "direction",
            Map.of(
                "to-clients", traffic.datagramsToClients(),
                "to-server", traffic.datagramsToServer())),
        Snapshots.counter(
            "jitterlab_arena_wire_bytes",
            "Bytes that they take on an Ethernet, with all headers.",
            "direction",
            Map.of("to-clients", traffic.bytesToClients(), "to-server", traffic.bytesToServer())),
        Snapshots.counter(
            "jitterlab_arena_told",
            "How often a client was told where a fighter is.",
            traffic.told()));
  }

  private List<MetricSnapshot> queues() {
    QueueFigures queues = host.world().queues();
    return List.of(
        Snapshots.counter(
            "jitterlab_arena_queue_calls",
            "Calls that took a lock of a fighter's blocking queue.",
            queues.calls()),
        Snapshots.counter(
            "jitterlab_arena_queue_slow_calls",
            "Those of them that took longer than 50 microseconds.",
            queues.slow()),
        Snapshots.counter(
            "jitterlab_arena_queue_seconds",
            "Seconds in those calls; what they were blocked is a part of it.",
            queues.ns() / NS_PER_SECOND));
  }

  private List<MetricSnapshot> longUpdates() {
    host.longUpdates.decide(host.clock.nanoTime(), collections);
    return List.of(
        Snapshots.counter(
            "jitterlab_arena_long_updates",
            "Times between updates above one and a half periods, by what took half of the excess.",
            EnumSet.allOf(LongUpdates.Reason.class),
            one -> Labels.of("during", one.label()),
            host.longUpdates::of),
        Snapshots.counter(
            "jitterlab_arena_long_updates_left_out",
            "Such times that came faster than they were asked for, and are not in the counts.",
            host.longUpdates.leftOut()));
  }

  private static List<MetricSnapshot> reads(ReadErrors errors) {
    return List.of(
        Snapshots.counter(
            "jitterlab_arena_reads",
            "Positions that fighters read, by how often the other was updated before the reader's"
                + " update ended.",
            "updates",
            Map.of("0", errors.same(), "1", errors.oneStep(), "more", errors.moreSteps())),
        Snapshots.counter(
            "jitterlab_arena_read_error_units",
            "How far they were off then, added up, in map units.",
            errors.units()));
  }

  private List<MetricSnapshot> fullCollections(FullCollectionCpu cpu) {
    cpu.decide(host.clock.nanoTime(), collections);
    int cores = Runtime.getRuntime().availableProcessors();
    return List.of(
        Snapshots.counter(
            "jitterlab_arena_full_collection_cpu_seconds",
            "CPU time in full collections, and in a time just as long before and after each.",
            EnumSet.allOf(FullCollectionCpu.When.class),
            one -> Labels.of("when", one.label()),
            one -> cpu.cpuNs(one) / NS_PER_SECOND),
        Snapshots.counter(
            "jitterlab_arena_full_collection_core_seconds",
            "What all cores could give in any one of these three times.",
            cores * (cpu.windowNs() / NS_PER_SECOND)),
        Snapshots.counter(
            "jitterlab_arena_full_collections_left_out",
            "Full collections that are not in these times.",
            cpu.leftOut()));
  }

  /** Each update is put into the pool's queue and taken from it, both under the queue's lock. */
  private List<MetricSnapshot> workers(WorkerTimes times) {
    return List.of(
        Snapshots.counter(
            "jitterlab_arena_update_seconds",
            "Seconds in updates, of fighters and attacks: on a CPU, waiting for one, or neither.",
            "part",
            Map.of(
                "cpu", times.cpuNs() / NS_PER_SECOND,
                "run-queue", times.runQueueNs() / NS_PER_SECOND,
                "blocked", times.blockedNs() / NS_PER_SECOND)),
        Snapshots.counter(
            "jitterlab_arena_updates", "Updates of fighters and attacks.", times.updates()),
        Snapshots.counter(
            "jitterlab_arena_worker_turns", "How often workers were put on a CPU.", times.turns()),
        Snapshots.counter(
            "jitterlab_arena_locks",
            "Locks taken, at least: of the pool's queue, of the fighters' queues.",
            "of",
            Map.of("pool", 2 * times.updates(), "queues", host.world().queues().calls())),
        Snapshots.gauge(
            "jitterlab_arena_busiest_worker_ratio",
            "CPU time of the worker with most of it, by that of the mean worker.",
            times.busiest()));
  }
}
