package dev.jitterlab.lab.collect;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Samples of the machine and of processes from Linux's {@code /proc}. What cannot be read, because
 * the process has ended or the system is not Linux, gives no sample.
 *
 * <p>Source: proc(5). Stateless and thread-safe.
 */
public final class ProcFiles {
  /** Linux gives user space 100 clock ticks a second on every architecture that runs Java. */
  private static final double CLOCK_TICKS_PER_SECOND = 100;

  /** The columns of {@code /proc/stat}; idle and iowait are added up. */
  private static final List<String> STATES =
      List.of("user", "nice", "system", "idle", "idle", "irq", "softirq", "steal");

  private static final int IDLE = 3;
  private static final int IOWAIT = 4;

  /** Fields of {@code /proc/<pid>/stat}, counted from the one behind the command's name. */
  private static final int USER_TICKS = 11;

  private static final int SYSTEM_TICKS = 12;
  private static final int ENDED_CHILDREN_USER_TICKS = 13;
  private static final int ENDED_CHILDREN_SYSTEM_TICKS = 14;
  private static final int START_TICKS = 19;

  private final Path root;

  /**
   * @param root {@code /proc}
   */
  public ProcFiles(Path root) {
    this.root = root;
  }

  /** CPU time of every core since boot, as {@code lab_machine_cpu_seconds_total{cpu,state}}. */
  void sampleMachine(double at, List<Sample> into) {
    for (String line : lines(root.resolve("stat"))) {
      String[] fields = line.split(" +", -1);
      if (!fields[0].matches("cpu\\d+")) {
        continue;
      }
      double[] ticks = new double[STATES.size()];
      for (int i = 0; i < ticks.length && i + 1 < fields.length; i++) {
        ticks[i == IOWAIT ? IDLE : i] += Double.parseDouble(fields[i + 1]);
      }
      for (int i = 0; i < ticks.length; i++) {
        if (i != IOWAIT) {
          String labels =
              "cpu=\"" + fields[0].substring("cpu".length()) + "\",state=\"" + STATES.get(i) + '"';
          into.add(
              new Sample(
                  at,
                  "machine",
                  "lab_machine_cpu_seconds_total",
                  labels,
                  ticks[i] / CLOCK_TICKS_PER_SECOND));
        }
      }
    }
  }

  /**
   * CPU time and resident set of a process.
   *
   * @param withChildren adds those of its descendants up, also the CPU time of those that have
   *     ended; a page that several share counts for each
   */
  void sampleProcess(double at, String source, long pid, boolean withChildren, List<Sample> into) {
    OptionalDouble cpuSeconds = OptionalDouble.empty();
    OptionalDouble residentBytes = OptionalDouble.empty();
    for (long one : withChildren ? family(pid) : List.of(pid)) {
      String[] fields = statFields(one);
      if (fields.length > START_TICKS) {
        double ended = withChildren ? endedChildrenSeconds(fields) : 0;
        cpuSeconds = OptionalDouble.of(cpuSeconds.orElse(0) + cpuSeconds(fields) + ended);
      }
      for (String line : lines(root.resolve(Long.toString(one)).resolve("status"))) {
        if (line.startsWith("VmRSS:")) {
          double bytes = 1024 * Double.parseDouble(line.replaceAll("\\D", ""));
          residentBytes = OptionalDouble.of(residentBytes.orElse(0) + bytes);
        }
      }
    }
    cpuSeconds.ifPresent(
        value -> into.add(new Sample(at, source, "lab_process_cpu_seconds_total", "", value)));
    residentBytes.ifPresent(
        value -> into.add(new Sample(at, source, "lab_process_resident_bytes", "", value)));
  }

  /** The process and its living descendants; without these on a kernel that does not tell them. */
  private List<Long> family(long pid) {
    List<Long> family = new ArrayList<>(List.of(pid));
    for (int i = 0; i < family.size(); i++) {
      Path tasks = root.resolve(Long.toString(family.get(i))).resolve("task");
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
        for (Path thread : threads) {
          lines(thread.resolve("children")).stream()
              .flatMap(line -> Stream.of(line.split(" ", -1)))
              .filter(child -> !child.isBlank())
              .forEach(child -> family.add(Long.valueOf(child)));
        }
      } catch (IOException | DirectoryIteratorException e) {
        // The process has just ended, and its children are nobody's.
      }
    }
    return family;
  }

  /** What a process has used up to now; empty if it has ended. */
  public Optional<ProcessUsage> usage(long pid) {
    String[] fields = statFields(pid);
    return fields.length > START_TICKS
        ? Optional.of(new ProcessUsage(cpuSeconds(fields), contextSwitches(pid)))
        : Optional.empty();
  }

  private static double cpuSeconds(String[] fields) {
    return (Double.parseDouble(fields[USER_TICKS]) + Double.parseDouble(fields[SYSTEM_TICKS]))
        / CLOCK_TICKS_PER_SECOND;
  }

  private static double endedChildrenSeconds(String[] fields) {
    return (Double.parseDouble(fields[ENDED_CHILDREN_USER_TICKS])
            + Double.parseDouble(fields[ENDED_CHILDREN_SYSTEM_TICKS]))
        / CLOCK_TICKS_PER_SECOND;
  }

  private Map<String, Long> contextSwitches(long pid) {
    Map<String, Long> switches = new HashMap<>();
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(root.resolve(Long.toString(pid)).resolve("task"))) {
      for (Path thread : threads) {
        lines(thread.resolve("status")).stream()
            .filter(line -> line.contains("voluntary_ctxt_switches:"))
            .map(line -> Long.valueOf(line.replaceAll("\\D", "")))
            .reduce(Long::sum)
            .ifPresent(count -> switches.put(thread.getFileName().toString(), count));
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The process has just ended: what was read of it is all there is.
    }
    return switches;
  }

  /**
   * When a process was started, in clock ticks since boot: with the process id, the identity of a
   * process, because ids are used again.
   */
  public OptionalLong startTicks(long pid) {
    String[] fields = statFields(pid);
    return fields.length > START_TICKS
        ? OptionalLong.of(Long.parseLong(fields[START_TICKS]))
        : OptionalLong.empty();
  }

  /** The fields behind the command's name, which may itself have blanks and brackets. */
  private String[] statFields(long pid) {
    String stat = String.join(" ", lines(root.resolve(Long.toString(pid)).resolve("stat")));
    int nameEnd = stat.lastIndexOf(") ");
    return nameEnd < 0 ? new String[0] : stat.substring(nameEnd + 2).split(" ", -1);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
