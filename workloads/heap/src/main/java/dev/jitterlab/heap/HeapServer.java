package dev.jitterlab.heap;

import dev.jitterlab.heap.rebuilt.ChunkOrder;
import dev.jitterlab.heap.rebuilt.Growth;
import dev.jitterlab.heap.rebuilt.Lists;
import dev.jitterlab.heap.rebuilt.RebuiltSettings;
import dev.jitterlab.heap.rebuilt.SweepWay;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The command that allocates until it gets SIGTERM or SIGINT. */
@Command(
    name = "heap-server",
    description =
        "Keeps a live set and allocates at a given rate, in the JVM's heap or in one rebuilt after"
            + " IBM's; what a collector does shows in the ticks.")
public final class HeapServer extends ProcessCommand {
  private static final long MIB = 1 << 20;
  private static final double LIVE_TOLERANCE = 0.05;

  /** Below this, what the JVM itself leaves behind is no longer small beside the live set. */
  private static final long LEAST_CHECKED_BYTES = 8 * MIB;

  private static final long LOOK_MS = 200;

  /** Whose heap it is. */
  enum Heap {
    /** The JVM's own, with the collector of the command line. */
    JVM,
    /** An array of longs, managed as the paper describes. */
    REBUILT
  }

  @Setting
  @Option(names = "--heap", description = "Whose heap: ${COMPLETION-CANDIDATES}.")
  private Heap heap = Heap.JVM;

  @Setting(min = 0, max = 1 << 20)
  @Option(names = "--live-mb", description = "The live set, in MiB.")
  private double liveMb = 64;

  @Setting(min = 24, max = 256)
  @Option(
      names = "--object-bytes",
      description = "About the mean size of an object; one of 200 has 512 to 4,096 bytes.")
  private int objectBytes = 64;

  @Setting(min = 0.0001, max = 1)
  @Option(
      names = "--kept",
      description = "The share of new objects that replace a live one; the others die at once.")
  private double kept = 0.05;

  @Setting(min = 1, max = 1024)
  @Option(
      names = "--threads",
      description = "JVM: how many tasks tick, each on its own thread. REBUILT: how many allocate.")
  private int threads = 1;

  @Setting
  @Option(names = "--seed", description = "Seed of sizes and places.")
  private long seed = 1;

  @Setting(min = 0, max = 1 << 20)
  @Option(
      names = "--allocation-mb-per-s",
      description = "JVM: MiB allocated a second, without the large objects.")
  private double allocationMbPerS = 100;

  @Setting
  @Option(
      names = "--order",
      description =
          "What of the live set is replaced: ${COMPLETION-CANDIDATES} (default: OLDEST; REBUILT:"
              + " RANDOM).")
  private Order order;

  @Setting(min = 0, max = 1 << 20)
  @Option(names = "--large-kb", description = "The size of a large object, in KiB.")
  private int largeKb = 1_024;

  @Setting(min = 0, max = 1e6)
  @Option(names = "--large-per-s", description = "JVM: large objects a second, which die at once.")
  private double largePerS;

  @Setting
  @Option(
      names = "--references",
      description = "JVM: what is kept of each replaced object: ${COMPLETION-CANDIDATES}.")
  private References references = References.NONE;

  @Setting(min = 0, max = 86_400)
  @Option(
      names = "--ramp-s",
      description = "JVM: seconds over which the live set grows to its size; 0 for at once.")
  private double rampS;

  @Setting(min = 1, max = 10_000)
  @Option(names = "--hz", description = "JVM: ticks a second of each task.")
  private long hz = 100;

  @Setting(min = 1, max = 64)
  @Option(
      names = "--jvms",
      description = "JVM: how many JVMs run with these options and flags, this one included.")
  private int jvms = 1;

  @Setting(min = 1, max = 8192)
  @Option(names = "--rebuilt-mb", description = "REBUILT: the largest size of the heap, in MiB.")
  private double rebuiltMb = 64;

  @Setting(min = 0, max = 8192)
  @Option(
      names = "--rebuilt-first-mb",
      description = "REBUILT: its size at the beginning; 0 for the largest at once.")
  private double rebuiltFirstMb;

  @Setting
  @Option(
      names = "--lists",
      description = "REBUILT: how free chunks are kept: ${COMPLETION-CANDIDATES}.")
  private Lists lists = Lists.VARIABLE;

  @Setting
  @Option(
      names = "--placement",
      description = "REBUILT: in which order a search looks at chunks: ${COMPLETION-CANDIDATES}.")
  private ChunkOrder placement = ChunkOrder.ADDRESS;

  @Setting(min = 0, max = 1 << 20)
  @Option(
      names = "--local-bytes",
      description = "REBUILT: the wanted size of a thread-local heap; 0 for none.")
  private int localBytes = 6_144;

  @Setting
  @Option(
      names = "--local-fixed",
      arity = "1",
      showDefaultValue = Visibility.ALWAYS,
      description = "REBUILT: whether VARIABLE gives thread-local heaps of that size only.")
  private boolean localFixed;

  @Setting
  @Option(
      names = "--sweep",
      description = "REBUILT: how dead objects are found: ${COMPLETION-CANDIDATES}.")
  private SweepWay sweep = SweepWay.BITS;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--compact-every",
      description = "REBUILT: every how many collections it compacts; 0 for only when it must.")
  private int compactEvery;

  @Setting(min = 0, max = 0.5)
  @Option(
      names = "--reserve",
      description = "REBUILT: the share kept for requests that find no chunk; 3 MiB at most.")
  private double reserve = 0.05;

  @Setting
  @Option(names = "--growth", description = "REBUILT: when it grows: ${COMPLETION-CANDIDATES}.")
  private Growth growth = Growth.NONE;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--gc-time-ratio",
      description = "REBUILT: collecting by running time, above which GC_TIME grows.")
  private double gcTimeRatio = 0.13;

  @Setting(min = 0.001, max = 10)
  @Option(names = "--growth-step", description = "REBUILT: by which share GC_TIME grows.")
  private double growthStep = 0.17;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--large-one-in",
      description = "REBUILT: one of so many requests is large; 0 for none.")
  private int largeOneIn;

  @Option(names = "--tick-log", description = "File for the times of all ticks.")
  private Path tickLog;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new HeapServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    CommandLineProcess.untilTerminated(heap == Heap.JVM ? this::allocate : this::rebuild);
  }

  private void allocate(CountDownLatch end) throws IOException, InterruptedException {
    HeapShape shape = shape();
    Accounts accounts = new Accounts();
    ObjectLayout layout = accounts.layout();
    OptionalLong before = accounts.reachableBytes();
    Cleaner cleaner = Cleaner.create();
    List<ShapedTask> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      tasks.add(new ShapedTask(shape, i, layout, accounts, cleaner));
    }
    OptionalDouble live = found(shape, before, accounts.reachableBytes());
    TickRecorder recorder = new TickRecorder();
    PrometheusRegistry registry = new PrometheusRegistry();
    TickLogWriter log = tickLog == null ? null : TickLogWriter.start(recorder, tickLog);
    try (MoreJvms more = moreJvms();
        TickScheduler scheduler = TickScheduler.threadPerTask().listener(recorder).build();
        MetricsEndpoint endpoint = metrics(registry, recorder, scheduler)) {
      HeapMetrics.register(registry, tasks, live, more);
      for (int i = 0; i < tasks.size(); i++) {
        scheduler.start("heap-" + (i + 1), Rate.hz(hz), tasks.get(i));
      }
      new ReadyLine().endpoint("metrics", endpoint.uri()).print(System.out);
      end.await();
    }
    if (log != null) {
      log.close(); // all ticks are in it
    }
  }

  private MoreJvms moreJvms() throws IOException {
    return MoreJvms.start(
        jvms - 1,
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        spec().commandLine().getParseResult().originalArgs());
  }

  private MetricsEndpoint metrics(
      PrometheusRegistry registry, TickRecorder recorder, TickScheduler scheduler)
      throws IOException {
    TickMetrics.register(registry, recorder, scheduler);
    return MetricsEndpoint.start("127.0.0.1", metricsPort, registry);
  }

  /**
   * Returns the live set by the JVM's own account. Empty where the JVM gives none, and where the
   * live set grows over a time: then it is not there yet.
   *
   * @param before the bytes that could be reached before the tasks were made
   * @param after the same with the tasks
   * @throws IllegalStateException if it is not what was asked for
   */
  static OptionalDouble found(HeapShape shape, OptionalLong before, OptionalLong after) {
    if (before.isEmpty() || after.isEmpty() || shape.rampSeconds > 0) {
      return OptionalDouble.empty();
    }
    double found = (double) (after.getAsLong() - before.getAsLong());
    if (shape.liveBytes >= LEAST_CHECKED_BYTES
        && Math.abs(found / shape.liveBytes - 1) > LIVE_TOLERANCE) {
      throw new IllegalStateException(
          String.format(
              "the live set should be %.1f MiB, and the JVM's collector found %.1f MiB:"
                  + " report it, with the JVM's version and flags",
              shape.liveBytes / (double) MIB, found / MIB));
    }
    return OptionalDouble.of(found);
  }

  private HeapShape shape() {
    HeapShape shape = new HeapShape();
    shape.liveBytes = Math.round(liveMb * MIB);
    shape.allocationBytesPerSecond = allocationMbPerS * MIB;
    shape.objectBytes = objectBytes;
    shape.kept = kept;
    shape.order = order == null ? Order.OLDEST : order;
    shape.largeBytes = largeKb << 10;
    shape.largePerSecond = largePerS;
    shape.references = references;
    shape.rampSeconds = rampS;
    shape.tasks = threads;
    shape.hz = hz;
    shape.seed = seed;
    return shape;
  }

  private void rebuild(CountDownLatch end) throws IOException, InterruptedException {
    long most = Math.round(rebuiltMb * MIB);
    long first = rebuiltFirstMb == 0 ? most : Math.round(rebuiltFirstMb * MIB);
    if (first > most) {
      throw new IllegalArgumentException("--rebuilt-first-mb is larger than --rebuilt-mb");
    }
    RebuiltWork.Shape shape = new RebuiltWork.Shape();
    shape.threads = threads;
    shape.liveBytes = Math.round(liveMb * MIB);
    shape.objectBytes = objectBytes;
    shape.largeBytes = largeKb << 10;
    shape.largeOneIn = largeOneIn;
    shape.kept = kept;
    shape.order = order == null ? Order.RANDOM : order;
    shape.seed = seed;
    RebuiltWork work =
        new RebuiltWork(
            new RebuiltSettings()
                .size(first, most)
                .lists(lists, localBytes, localFixed)
                .placement(placement)
                .collection(sweep, compactEvery, reserve)
                .growth(growth, gcTimeRatio, growthStep),
            shape);
    PrometheusRegistry registry = new PrometheusRegistry();
    RebuiltMetrics.register(registry, work::figures);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", metricsPort, registry)) {
      TickLogWriter log = tickLog == null ? null : TickLogWriter.start(new TickRecorder(), tickLog);
      work.start();
      new ReadyLine().endpoint("metrics", endpoint.uri()).print(System.out);
      while (!end.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
        if (work.failure() != null) {
          throw work.failure();
        }
      }
      work.end();
      if (log != null) {
        log.close();
      }
    }
  }
}
