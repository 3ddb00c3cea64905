package dev.jitterlab.observer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What Linux counts of this process, of the calling thread and of the machine, since each began.
 * What cannot be read is {@link #NOT_READ}. Times are in nanoseconds. Immutable.
 *
 * <p>Sources: proc(5) for {@code /proc/stat}, {@code /proc/self/stat} and {@code schedstat}; the
 * kernel's cgroup-v2.rst and sched-bwc.rst for {@code cpu.stat}.
 */
final class SystemFigures {
  static final long NOT_READ = -1;

  /** {@code USER_HZ}, which is 100 on every Linux that Java runs on. */
  private static final long JIFFY_NS = 10_000_000;

  private static final int IDLE = 4;
  private static final int IOWAIT = 5;
  private static final int STEAL = 8;
  private static final int MAJOR_FAULTS = 9;
  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;
  private static final String UNIFIED = "0::/";

  final long runQueueNs;
  final long stealNs;
  final long busyNs;
  final long cpus;
  final long cpuNs;
  final long majorFaults;
  final long throttledNs;

  private SystemFigures(
      long runQueueNs, long[] machine, long cpuNs, long majorFaults, long throttledNs) {
    this.runQueueNs = runQueueNs;
    this.busyNs = machine[0];
    this.stealNs = machine[1];
    this.cpus = machine[2];
    this.cpuNs = cpuNs;
    this.majorFaults = majorFaults;
    this.throttledNs = throttledNs;
  }

  /**
   * Reads them.
   *
   * @param root of the file system, {@code /} but in tests
   */
  static SystemFigures read(Path root) {
    Path proc = root.resolve("proc");
    String[] stat = stat(text(proc.resolve("self/stat")));
    return new SystemFigures(
        number(text(proc.resolve("thread-self/schedstat")).split(" ", -1), 1),
        machine(text(proc.resolve("stat"))),
        jiffies(sum(number(stat, USER_TIME), number(stat, SYSTEM_TIME))),
        number(stat, MAJOR_FAULTS),
        throttled(root, text(proc.resolve("self/cgroup"))));
  }

  /** The fields behind the command, whose name may have anything in it. */
  private static String[] stat(String text) {
    int end = text.lastIndexOf(')');
    return end < 0 ? new String[0] : text.substring(end + 1).strip().split(" ", -1);
  }

  /** Busy, stolen, and the number of CPUs. */
  private static long[] machine(String text) {
    long busy = 0;
    long steal = 0;
    long cpus = 0;
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("cpu") && line.length() > 3 && Character.isDigit(line.charAt(3))) {
        String[] fields = line.split(" +", -1);
        for (int i = 1; i <= STEAL; i++) {
          long ticks = Math.max(0, number(fields, i));
          busy += i == IDLE || i == IOWAIT || i == STEAL ? 0 : ticks;
          steal += i == STEAL ? ticks : 0;
        }
        cpus++;
      }
    }
    return cpus == 0
        ? new long[] {NOT_READ, NOT_READ, NOT_READ}
        : new long[] {jiffies(busy), jiffies(steal), cpus};
  }

  /** Of the groups up to the root that have a limit; NOT_READ without one. */
  private static long throttled(Path root, String groups) {
    List<Path> stats = new ArrayList<>();
    Path mount = root.resolve("sys/fs/cgroup");
    for (String line : groups.split("\n", -1)) {
      String[] fields = line.split(":", 3);
      if (line.startsWith(UNIFIED)) {
        collect(mount, line.substring(UNIFIED.length()), stats);
      } else if (fields.length == 3 && Arrays.asList(fields[1].split(",", -1)).contains("cpu")) {
        collect(mount.resolve("cpu"), fields[2].replaceFirst("^/", ""), stats);
      }
    }
    long throttled = NOT_READ;
    for (Path stat : stats) {
      for (String line : text(stat).split("\n", -1)) {
        String[] pair = line.split(" ", -1);
        if (pair[0].equals("throttled_usec")) {
          throttled = sum(Math.max(0, throttled), 1_000 * number(pair, 1));
        } else if (pair[0].equals("throttled_time")) {
          throttled = sum(Math.max(0, throttled), number(pair, 1));
        }
      }
    }
    return throttled;
  }

  private static void collect(Path mount, String group, List<Path> stats) {
    Path folder = mount.resolve(group).normalize();
    while (folder != null && folder.startsWith(mount)) {
      stats.add(folder.resolve("cpu.stat"));
      folder = folder.getParent();
    }
  }

  private static long jiffies(long count) {
    return count < 0 ? NOT_READ : count * JIFFY_NS;
  }

  private static long sum(long one, long other) {
    return one < 0 || other < 0 ? NOT_READ : one + other;
  }

  private static long number(String[] fields, int at) {
    try {
      return at < fields.length ? Long.parseLong(fields[at].strip()) : NOT_READ;
    } catch (NumberFormatException e) {
      return NOT_READ;
    }
  }

  /** Bytes that are no text are replaced: Linux cuts the name of a process inside a character. */
  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }
}
