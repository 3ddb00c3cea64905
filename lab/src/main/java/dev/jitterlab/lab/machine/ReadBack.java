package dev.jitterlab.lab.machine;

import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.run.MachineReading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process got of the machine, read thread by thread, compared with what was asked for.
 *
 * @param mismatches where it is not what was asked, in words; empty if all is well
 */
public record ReadBack(MachineReading reading, List<String> mismatches) {
  private static final Pattern AVAILABLE = Pattern.compile("CPUs: \\d+ total, (\\d+) available");

  /** The kernel keeps whole pages, of 64 KiB at most, and systemd whole per cents. */
  private static final long PAGE_BYTES = 64 << 10;

  private static final double QUOTA_TOLERANCE = 0.0055;

  /**
   * Reads a process and compares it with what was asked for.
   *
   * @param root the root of the file system
   * @param gcLog its log of collections
   */
  public static ReadBack of(Path root, long pid, MachineSettings asked, Path gcLog) {
    List<ThreadReading> threads = ThreadReading.all(root.resolve("proc/" + pid + "/task"));
    Cgroups cgroups = new Cgroups(root);
    MachineReading reading =
        new MachineReading(
            threads.size(),
            distinct(threads, thread -> thread.cpus().toString()),
            distinct(threads, thread -> thread.scheduling().toString()),
            distinct(threads, ThreadReading::nice),
            cgroups.cpuLimit(Long.toString(pid)).orElse(null),
            cgroups.memoryLimitBytes(Long.toString(pid)).orElse(null),
            availableProcessors(gcLog).orElse(null));
    return new ReadBack(reading, mismatches(reading, asked, threads));
  }

  private static <T> List<T> distinct(
      List<ThreadReading> threads, Function<ThreadReading, T> value) {
    return threads.stream().map(value).distinct().toList();
  }

  private static Optional<Integer> availableProcessors(Path gcLog) {
    return WholeFile.text(gcLog)
        .map(AVAILABLE::matcher)
        .filter(Matcher::find)
        .map(found -> Integer.valueOf(found.group(1)));
  }

  private static List<String> mismatches(
      MachineReading reading, MachineSettings asked, List<ThreadReading> found) {
    Double cpuLimit = reading.cpuLimit();
    Long memoryLimitBytes = reading.memoryLimitBytes();
    List<String> mismatches = ofThreads(asked, found);
    asked
        .cpuLimit()
        .filter(limit -> cpuLimit == null || Math.abs(cpuLimit - limit) > QUOTA_TOLERANCE)
        .ifPresent(limit -> mismatches.add("cpu_limit is " + or(cpuLimit) + ", asked " + limit));
    asked
        .memoryLimitBytes()
        .filter(
            limit ->
                memoryLimitBytes == null
                    || memoryLimitBytes > limit
                    || limit - memoryLimitBytes >= PAGE_BYTES)
        .ifPresent(
            limit ->
                mismatches.add(
                    "memory_limit is " + or(memoryLimitBytes) + " bytes, asked " + limit));
    return List.copyOf(mismatches);
  }

  private static String or(Number found) {
    return found == null ? "none" : found.toString();
  }

  /** A server may keep its threads to fewer CPUs, but none may run on another. */
  static List<String> ofThreads(MachineSettings asked, List<ThreadReading> found) {
    List<String> mismatches = new ArrayList<>();
    for (ThreadReading thread : found) {
      asked
          .cpus()
          .filter(cpus -> !cpus.containsAll(thread.cpus()))
          .ifPresent(cpus -> mismatches.add(differs(thread, "cpus", thread.cpus(), cpus)));
      asked
          .scheduling()
          .filter(scheduling -> !scheduling.equals(thread.scheduling()))
          .ifPresent(
              wanted -> mismatches.add(differs(thread, "scheduling", thread.scheduling(), wanted)));
      asked
          .nice()
          .filter(nice -> nice != thread.nice())
          .ifPresent(nice -> mismatches.add(differs(thread, "nice", thread.nice(), nice)));
    }
    return mismatches;
  }

  private static String differs(ThreadReading thread, String what, Object found, Object asked) {
    return "%s of its thread '%s' is %s instead of %s".formatted(what, thread.name(), found, asked);
  }
}
