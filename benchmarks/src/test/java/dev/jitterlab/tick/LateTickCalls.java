package dev.jitterlab.tick;

import dev.jitterlab.tick.recording.TickRecorder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the system calls of a tick, on time and late, by strace. Needs strace and the right to use
 * it. Run by
 *
 * <pre>
 * java -cp benchmarks/target/jitterlab-benchmarks.jar dev.jitterlab.tick.LateTickCalls</pre>
 *
 * How it works: a JVM under strace steps one worker of {@code partitioned} with the real thread
 * times. Its clock is simulated, so each tick is as late and as long as its case says, and a wait
 * is no call. Between two marks, which are calls themselves, all calls of that thread are counted.
 */
public final class LateTickCalls {
  /** Ticks that are counted, of each case. */
  static final int TICKS = 1_024;

  private static final int WARMUP = 300;
  private static final long MS = 1_000_000;
  private static final String MARK = "/jitterlab-mark/";
  private static final String END = "end";
  private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((.*)");
  private static final long LIMIT_SECONDS = 120;

  /** How the ticks of a case are. */
  enum Case {
    /** They start when they are due. */
    ON_TIME(20, 0, 140_000),
    /** As those of {@code 500x20hz-140us}, each after a wait that ended late. */
    LATE(20, MS, 140_000),
    /** Each begins late because the one before it ended late. */
    LATE_IN_A_ROW(1_000, 0, 2 * MS),
    /** Each after a wait that ended late, and not short: a fifth of its period. */
    LATE_AND_LONG(20, MS, 10 * MS);

    private final int hertz;
    private final long overshootNs;
    private final long executionNs;

    Case(int hertz, long overshootNs, long executionNs) {
      this.hertz = hertz;
      this.overshootNs = overshootNs;
      this.executionNs = executionNs;
    }
  }

  private LateTickCalls() {}

  /** Counts and prints; with {@code --steps}, steps the workers, to be counted. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length > 0) {
      for (Case each : Case.values()) {
        new Stepped(each).run();
      }
      return;
    }
    System.out.println("system calls a tick");
    count()
        .forEach(
            (each, calls) ->
                System.out.printf(Locale.ROOT, "%-14s %5.2f  %s%n", each, perTick(calls), calls));
  }

  /** Returns how many calls there were for a tick, on average. */
  static double perTick(Map<String, Integer> calls) {
    return (double) calls.values().stream().mapToInt(Integer::intValue).sum() / TICKS;
  }

  /**
   * Returns the calls of {@link #TICKS} ticks of each case, by their names.
   *
   * @throws IOException if strace cannot be started, or fails
   */
  static Map<Case, Map<String, Integer>> count() throws IOException, InterruptedException {
    Path trace = Files.createTempFile("jitterlab-calls", ".strace");
    Path said = Files.createTempFile("jitterlab-calls", ".log");
    try {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      Process strace =
          new ProcessBuilder(
                  List.of(
                      "strace",
                      "-f",
                      "-qq",
                      "-o",
                      trace.toString(),
                      java,
                      "-XX:+UseSerialGC",
                      "-XX:TieredStopAtLevel=1",
                      "-cp",
                      System.getProperty("java.class.path"),
                      LateTickCalls.class.getName(),
                      "--steps"))
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      boolean ended = strace.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      strace.destroyForcibly();
      if (!ended || strace.exitValue() != 0) {
        throw new IOException("strace has failed or did not end: " + Files.readString(said));
      }
      return calls(Files.readAllLines(trace));
    } finally {
      Files.delete(trace);
      Files.delete(said);
    }
  }

  /** Counts in what {@code strace -f -o} has written. A call that was interrupted counts once. */
  static Map<Case, Map<String, Integer>> calls(List<String> trace) {
    Map<Case, Map<String, Integer>> all = new EnumMap<>(Case.class);
    Map<String, Integer> counted = null;
    String thread = null;
    for (String line : trace) {
      Matcher call = CALL.matcher(line);
      if (!call.matches()) {
        continue;
      }
      int mark = call.group(3).indexOf(MARK);
      if (mark >= 0) {
        String name = call.group(3).substring(mark + MARK.length()).split("\"", 2)[0];
        thread = call.group(1);
        counted = name.equals(END) ? null : new TreeMap<>();
        if (counted != null) {
          all.put(Case.valueOf(name), counted);
        }
      } else if (counted != null && call.group(1).equals(thread)) {
        counted.merge(call.group(2), 1, Integer::sum);
      }
    }
    return all;
  }

  /** One worker with one task, in simulated time. */
  private static final class Stepped implements Parker {
    private final Case how;
    private final PartitionWorker worker;
    private long nowNs = 1_000_000_000_000L;
    private int ticks;

    Stepped(Case how) {
      this.how = how;
      NanoClock clock = () -> nowNs;
      worker =
          new PartitionWorker(
              clock, new Waiter(Waiting.PARK, clock, this, new SpinBudget(0, nowNs)), () -> {});
      worker.runsOn(new TickThread(ThreadTimesSource.of(Schedstat.FILE).open(clock)));
      TaskContext context =
          new TaskContext(
              clock, new TickRecorder(), (tick, failure) -> FailureHandler.Decision.STOP);
      worker.add(
          new OwnedTask(
              worker,
              context,
              "t",
              Rate.hz(how.hertz),
              TaskOptions.defaults(),
              tick -> {
                ticks++;
                nowNs += how.executionNs;
              }));
    }

    void run() {
      stepUntil(WARMUP);
      mark(how.name());
      stepUntil(WARMUP + TICKS);
      mark(END);
    }

    private void stepUntil(int count) {
      while (ticks < count) {
        worker.step();
      }
    }

    /** A call that does nothing, and that strace shows with its path. */
    private static void mark(String name) {
      if (new File(MARK + name).exists()) {
        throw new IllegalStateException(MARK + name + " exists");
      }
    }

    @Override
    public void park(long ns) {
      nowNs += ns + how.overshootNs;
    }

    @Override
    public void spin() {
      throw new AssertionError("spins");
    }
  }
}
