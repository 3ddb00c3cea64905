package dev.jitterlab.lab.machine;

import dev.jitterlab.lab.WholeFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The control groups that a process is in, of either version (cgroups(7)): where their files are,
 * and what limits they set. Where a controller is mounted as version 1, as on hybrid systems, that
 * one counts. Stateless.
 *
 * @param root the root of the file system
 */
record Cgroups(Path root) {
  /** {@code cpu.max} and {@code cpu.cfs_quota_us} are of this time. */
  static final long PERIOD_MICROS = 100_000;

  /** The controllers that limits need. */
  enum Controller {
    CPU,
    MEMORY;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A control group of one process.
   *
   * @param version 1 or 2
   * @param folder its files
   */
  record Group(int version, Path folder) {}

  /**
   * The group of a process for a controller; empty if there is none, or the process has ended.
   *
   * @param process a process id, or {@code self}
   */
  Optional<Group> of(String process, Controller controller) {
    return mounted(process, "cgroup", controller)
        .map(folder -> new Group(1, folder))
        .or(() -> mounted(process, "cgroup2", controller).map(folder -> new Group(2, folder)));
  }

  /** A line: id parent device root mountpoint options [tags] - type source superoptions. */
  private Optional<Path> mounted(String process, String type, Controller controller) {
    for (String line : lines("proc/self/mountinfo")) {
      String[] halves = line.split(" - ", 2);
      String[] mount = halves[0].split(" ", -1);
      String[] system = halves.length == 2 ? halves[1].split(" ", -1) : new String[0];
      boolean fits =
          system.length == 3
              && system[0].equals(type)
              && (type.equals("cgroup2") || words(system[2]).contains(controller.word()));
      if (fits && mount.length > 4) {
        return path(process, type, controller)
            .map(path -> root.resolve(relative(mount[4])).resolve(below(mount[3], path)));
      }
    }
    return Optional.empty();
  }

  /** A line: {@code hierarchy:controllers:path}; of version 2, {@code 0::path}. */
  private Optional<String> path(String process, String type, Controller controller) {
    return lines("proc/" + process + "/cgroup").stream()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3)
        .filter(
            parts ->
                type.equals("cgroup2")
                    ? parts[0].equals("0") && parts[1].isEmpty()
                    : words(parts[1]).contains(controller.word()))
        .map(parts -> parts[2])
        .findFirst();
  }

  /** In a container, the mount shows the hierarchy from the container's own group on. */
  private static String below(String mountRoot, String path) {
    return relative(
        path.equals(mountRoot) || path.startsWith(mountRoot + "/")
            ? path.substring(mountRoot.length())
            : path);
  }

  private static String relative(String path) {
    return path.replaceFirst("^/+", "");
  }

  private static List<String> words(String commaSeparated) {
    return Arrays.asList(commaSeparated.split(",", -1));
  }

  /** The CPUs that a process may use by its group's quota; empty if there is no limit. */
  Optional<Double> cpuLimit(String process) {
    return of(process, Controller.CPU)
        .flatMap(
            group ->
                group.version() == 2
                    ? WholeFile.text(group.folder().resolve("cpu.max"))
                    : WholeFile.text(group.folder().resolve("cpu.cfs_quota_us"))
                        .flatMap(
                            quota ->
                                WholeFile.text(group.folder().resolve("cpu.cfs_period_us"))
                                    .map(period -> quota + " " + period)))
        .map(line -> line.split(" ", -1))
        .filter(fields -> fields.length == 2 && fields[0].matches("[1-9]\\d*"))
        .map(fields -> Double.parseDouble(fields[0]) / Double.parseDouble(fields[1]));
  }

  /** The memory that a process's group may have; empty if there is no limit. */
  Optional<Long> memoryLimitBytes(String process) {
    return of(process, Controller.MEMORY)
        .flatMap(
            group ->
                WholeFile.text(
                    group
                        .folder()
                        .resolve(group.version() == 2 ? "memory.max" : "memory.limit_in_bytes")))
        .filter(limit -> limit.matches("\\d{1,18}"))
        .map(Long::valueOf);
  }

  private List<String> lines(String file) {
    return WholeFile.text(root.resolve(file)).map(all -> all.lines().toList()).orElse(List.of());
  }
}
