package dev.jitterlab.benchmarks;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Diagnosis;
import dev.jitterlab.diagnosis.ServerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/**
 * What the diagnosis of a large recording costs, beside {@code jfr summary} and Mission Control's
 * rules on the same file in the same run, each in a JVM of its own: seconds, seconds of CPU time
 * and the most memory that the process had. Heap: 1 GiB; the rules, which keep every event as an
 * object, get 4 GiB, for in 1 GiB they run out of memory. Quote the ratios; the seconds are this
 * machine's. CPU time and memory are read from {@code /proc} and absent elsewhere.
 *
 * <pre>java -cp 'benchmarks/target/jitterlab-benchmarks.jar:benchmarks/target/lib/*' \
 *   dev.jitterlab.benchmarks.ReadingSpeed [MEGABYTES | recording.jfr] [ROUNDS]
 * …ReadingSpeed --make MEGABYTES recording.jfr     # keeps the recording for other runs</pre>
 */
public final class ReadingSpeed {
  private static final String HEAP = "-Xmx1g";
  private static final String HEAP_OF_RULES = "-Xmx4g";
  private static final int THREADS = 4;
  private static final int LATE_EVERY = 5;
  private static final double NS = 1e9;

  @SuppressWarnings("UnusedVariable") // so that what is written to it is computed
  private static volatile double sink;

  private ReadingSpeed() {}

  @Name("jitterlab.Tick")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class TickOfBenchmark extends Event {
    private String task;
    private long index;
    private boolean late;
    private long scheduled;
    private long started;
    private long finished;

    @Timespan(Timespan.NANOSECONDS)
    private long runQueueDelay;

    @Timespan(Timespan.NANOSECONDS)
    private long cpu;

    @Timespan(Timespan.NANOSECONDS)
    private long executionRunQueueDelay;
  }

  /** Compares, or is one of those that are compared. */
  public static void main(String[] arguments) throws Exception {
    String what = arguments.length > 0 ? arguments[0] : "200";
    if (what.equals("--diagnose")) {
      diagnose(Path.of(arguments[1]));
    } else if (what.equals("--rules")) {
      rules(Path.of(arguments[1]));
    } else if (what.equals("--make")) {
      make(Path.of(arguments[2]), Long.parseLong(arguments[1]) << 20);
    } else if (what.endsWith(".jfr")) {
      compare(Path.of(what), rounds(arguments));
    } else {
      Path folder = Files.createTempDirectory("reading-speed");
      Path file = folder.resolve("recording.jfr");
      try {
        make(file, Long.parseLong(what) << 20);
        compare(file, rounds(arguments));
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    }
  }

  private static int rounds(String[] arguments) {
    return arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
  }

  private static void diagnose(Path file) {
    Causes causes =
        Diagnosis.of(List.of(ServerFiles.ofRecording("server", file)), Optional.empty(), List.of());
    System.out.println(causes.groups());
    causes.sources().forEach(source -> System.out.println(source.problems()));
  }

  private static void rules(Path file) throws Exception {
    IItemCollection events = JfrLoaderToolkit.loadEvents(file.toFile());
    int results = 0;
    for (Future<IResult> result :
        RulesToolkit.evaluateParallel(RuleRegistry.getRules(), events, null, 0).values()) {
      results += result.get() == null ? 0 : 1;
    }
    System.out.println(results + " rules");
  }

  private static void compare(Path file, int rounds) throws IOException, InterruptedException {
    System.out.printf(
        Locale.ROOT,
        "%.1f MB; heap %s, of the rules %s%n%n",
        Files.size(file) / 1e6,
        HEAP,
        HEAP_OF_RULES);
    Path bin = Path.of(System.getProperty("java.home"), "bin");
    String java = bin.resolve("java").toString();
    String path = System.getProperty("java.class.path");
    String name = ReadingSpeed.class.getName();
    System.out.println("round   program                        wall        CPU      memory");
    List<Double> wall = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      Cost summary =
          cost(List.of(bin.resolve("jfr").toString(), "-J" + HEAP), "summary", file.toString());
      Cost rules =
          cost(List.of(java, HEAP_OF_RULES, "-cp", path, name), "--rules", file.toString());
      Cost diagnosis = cost(List.of(java, HEAP, "-cp", path, name), "--diagnose", file.toString());
      summary.print(round, "jfr summary");
      rules.print(round, "rules of Mission Control");
      diagnosis.print(round, "diagnose");
      wall.add(diagnosis.seconds() / rules.seconds());
      cpu.add(diagnosis.cpuSeconds() / rules.cpuSeconds());
    }
    System.out.println();
    ratio("wall", wall);
    ratio("CPU", cpu);
  }

  private static void ratio(String of, List<Double> ratios) {
    double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "diagnose / rules of Mission Control, %s: median %.2f, from %.2f to %.2f%n",
        of,
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1]);
  }

  /** What a process cost; not a number where it failed, or where the system does not say. */
  private record Cost(double seconds, double cpuSeconds, double megabytes) {
    void print(int round, String program) {
      System.out.printf(
          Locale.ROOT,
          "%5d   %-24s   %6.1f s   %6.1f s   %6.0f MB%n",
          round,
          program,
          seconds,
          cpuSeconds,
          megabytes);
    }
  }

  private static Cost cost(List<String> program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile("reading-speed", ".txt");
    double cpuBefore = cpuSecondsOfChildren();
    long beganNs = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    double megabytes = Double.NaN;
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      double now = mostMegabytes(process.pid());
      megabytes = Double.isNaN(now) ? megabytes : now;
    }
    double seconds = (System.nanoTime() - beganNs) / NS;
    double cpu = cpuSecondsOfChildren() - cpuBefore;
    boolean worked = process.exitValue() == 0;
    if (!worked) {
      System.out.println(Files.readString(out));
    }
    Files.delete(out);
    return worked
        ? new Cost(seconds, cpu, megabytes)
        : new Cost(Double.NaN, Double.NaN, Double.NaN);
  }

  /** Of the processes that this one has waited for: fields 16 and 17, in hundredths of a second. */
  private static double cpuSecondsOfChildren() throws IOException {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.exists(stat)) {
      return Double.NaN;
    }
    String text = Files.readString(stat);
    List<String> fields = List.of(text.substring(text.lastIndexOf(')') + 2).split(" ", -1));
    return (Long.parseLong(fields.get(13)) + Long.parseLong(fields.get(14))) / 100.0;
  }

  private static double mostMegabytes(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1e3)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException _) {
      return Double.NaN; // it has just ended
    }
  }

  /** Ticks, waits, samples and collections, as of a server beyond its capacity. */
  private static void make(Path file, long bytes) throws Exception {
    try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
      recording.enable("jdk.ThreadPark").withThreshold(Duration.ofMillis(1));
      recording.setToDisk(true);
      recording.start();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        threads.add(Thread.ofPlatform().name("tick-worker-" + i).start(() -> tick(number)));
      }
      while (recording.getSize() < bytes) {
        TimeUnit.MILLISECONDS.sleep(200);
      }
      for (Thread thread : threads) {
        thread.interrupt();
        thread.join();
      }
      recording.stop();
      recording.dump(file);
    }
  }

  private static void tick(int worker) {
    long dueNs = System.nanoTime();
    for (long i = 0; !Thread.currentThread().isInterrupted(); i++) {
      TickOfBenchmark tick = new TickOfBenchmark();
      tick.task = "battle-" + worker + "-" + i % 100;
      tick.index = i / 100;
      tick.scheduled = dueNs;
      tick.begin();
      tick.started = System.nanoTime();
      double sum = 0;
      for (int k = 0; k < 200; k++) {
        sum += Math.sqrt(k);
      }
      sink = sum;
      if (i % 1_000 == 0) {
        LockSupport.parkNanos(1_200_000);
      }
      tick.finished = System.nanoTime();
      tick.end();
      tick.late = i % LATE_EVERY == 0;
      tick.runQueueDelay = 1_000;
      tick.cpu = tick.finished - tick.started;
      tick.executionRunQueueDelay = 0;
      tick.commit();
      dueNs = tick.finished;
    }
  }
}
