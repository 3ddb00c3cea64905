package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.jdk.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which thread ran when on which CPU of the machine while a block was measured, as the kernel's
 * scheduler says to {@code perf}. The diagnosis learns from it behind which threads a late tick
 * waited for a CPU. Off by default: perf costs the machine CPU time, and mostly only root may.
 *
 * <p>The records of context switches ({@code --switch-events}) say the same as the tracepoint
 * {@code sched:sched_switch}, in two thirds of the bytes, and need no tracefs. Their clock is that
 * of {@link System#nanoTime}, by which ticks are timed. The kernel offers the wall clock for these
 * records, but not for tracepoints, and the wall clock can be set.
 *
 * <p>perf's records go into a file, bounded in size. It is turned into a text that is read without
 * perf when the block is over, and deleted ({@link PerfSwitches}).
 */
public final class SchedulerTrace extends BuiltIn {
  /** Its name. */
  public static final String NAME = "scheduler_trace";

  /** How large perf's file gets at most; what comes after it is not recorded. */
  public static final String MOST_BYTES = "512M";

  private static final String FILE = "switches.csv.gz";
  private static final String PERF = "perf";
  private static final String READY = "JITTERLAB TRACING";
  private static final String PARANOID = "proc/sys/kernel/perf_event_paranoid";

  /** What the kernel keeps for each CPU until perf has fetched it: some 20,000 switches. */
  private static final String BUFFER = "2M";

  private static final long CAP_SYS_ADMIN = 1L << 21;
  private static final long CAP_PERFMON = 1L << 38;

  private final Map<String, String> environment;

  SchedulerTrace() {
    this(System.getenv());
  }

  /** For tests, with another search path. */
  SchedulerTrace(Map<String, String> environment) {
    super(
        NAME,
        "Which threads ran on which CPU, so that it is known behind whom ticks waited.",
        FILE,
        Attachment.MACHINE);
    this.environment = Map.copyOf(environment);
  }

  /** What perf writes, in the folder of a block's trace. */
  public static Path raw(Path folder) {
    return folder.resolve("trace.perf");
  }

  /** What is made of it, in the same folder. */
  public static Path file(Path folder) {
    return folder.resolve(FILE);
  }

  /** How perf's process is named in samples. */
  public static String id(int block) {
    return "scheduler/" + block;
  }

  /**
   * The command that records until it is ended, started in the folder. It prints a line with {@link
   * #isReady} once it records. Beside its data it synthesises nothing but the names of threads: to
   * read the maps of large processes would take long.
   */
  public static List<String> recordCommand() {
    return List.of(
        "nice",
        "-n",
        "10",
        PERF,
        "record",
        "--all-cpus",
        "--event=dummy",
        "--switch-events",
        "--clockid=CLOCK_MONOTONIC",
        "--synth=task",
        "--no-buildid",
        "--no-buildid-cache",
        "--mmap-pages=" + BUFFER,
        "--max-size=" + MOST_BYTES,
        "--output=" + raw(Path.of("")),
        "--",
        "sh",
        "-c",
        "echo " + READY + "; exec sleep 1000000000");
  }

  /** Found in the line by which the command says that it records. */
  public static Pattern isReady() {
    return Pattern.compile(Pattern.quote(READY));
  }

  /** The command that prints what was recorded, in order of time. */
  static List<String> textCommand(Path raw) {
    return List.of(
        PERF,
        "script",
        "--force",
        "--input=" + raw,
        "--header",
        "--ns",
        "--show-switch-events",
        "--show-lost-events",
        "--fields=comm,pid,tid,cpu,time");
  }

  @Override
  public boolean isOnByDefault() {
    return false;
  }

  /** What keeps this machine from it. */
  public static Optional<Obstacle> obstacleHere() {
    return new SchedulerTrace().obstacle(Path.of("/"));
  }

  @Override
  public Optional<Obstacle> obstacle(Path root, Jdk jdk) {
    return obstacle(root);
  }

  /** The same of any JDK: it concerns the machine alone. */
  Optional<Obstacle> obstacle(Path root) {
    if (SearchPath.find(PERF, environment).isEmpty()) {
      return Optional.of(
          new Obstacle(
              "`perf` is not on the PATH",
              "Install it: `apt-get install linux-perf` on Debian, `apt-get install"
                  + " linux-tools-$(uname -r)` on Ubuntu, `dnf install perf` on Fedora."));
    }
    Optional<Integer> level = paranoid(root);
    if (level.isEmpty()) {
      return Optional.of(
          new Obstacle(
              "/" + PARANOID + " cannot be read, so the kernel has no perf events",
              "Run the lab on Linux, with a kernel that has CONFIG_PERF_EVENTS."));
    }
    return isAllowed(level.get(), root)
        ? Optional.empty()
        : Optional.of(
            new Obstacle(
                "the kernel lets only root look at all CPUs (perf_event_paranoid is %d)"
                    .formatted(level.get()),
                "Run the lab as root, or type `sudo sysctl kernel.perf_event_paranoid=-1`."));
  }

  /**
   * Whether the kernel lets this process look at all CPUs, be {@code perf} installed or not; empty
   * if it has no perf events.
   *
   * @param root the root of the file system
   */
  public static Optional<Boolean> isAllowed(Path root) {
    return paranoid(root).map(level -> isAllowed(level, root));
  }

  private static boolean isAllowed(int level, Path root) {
    return level < 0 || hasRight(root);
  }

  private static Optional<Integer> paranoid(Path root) {
    return WholeFile.text(root.resolve(PARANOID))
        .filter(text -> text.matches("-?\\d{1,3}"))
        .map(Integer::valueOf);
  }

  /** Root without its rights, as in a container, has none. */
  private static boolean hasRight(Path root) {
    return WholeFile.text(root.resolve("proc/self/status")).stream()
        .flatMap(String::lines)
        .filter(line -> line.matches("CapEff:\\s*[0-9a-fA-F]{1,15}[0-9a-fA-F]?"))
        .map(line -> Long.parseUnsignedLong(line.substring(line.indexOf(':') + 1).strip(), 16))
        .anyMatch(rights -> (rights & (CAP_PERFMON | CAP_SYS_ADMIN)) != 0);
  }
}
