package dev.jitterlab.lab.machine;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.WholeFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One thread as the kernel shows it in {@code /proc/<pid>/task/<tid>} (proc(5)).
 *
 * @param number the thread's id
 * @param name as far as the kernel keeps it
 */
record ThreadReading(int number, String name, CpuList cpus, Scheduling scheduling, int nice) {
  /** Fields of {@code stat}, counted from the one behind the command's name. */
  private static final int NICE = 16;

  private static final int PRIORITY = 37;
  private static final int POLICY = 38;

  /** Those of a process, from the folder of its tasks; none of those that have just ended. */
  static List<ThreadReading> all(Path tasks) {
    return FileTree.entries(tasks).stream().flatMap(folder -> read(folder).stream()).toList();
  }

  private static Optional<ThreadReading> read(Path folder) {
    return WholeFile.text(folder.resolve("status"))
        .flatMap(
            status -> WholeFile.text(folder.resolve("stat")).flatMap(stat -> parse(status, stat)));
  }

  /** Empty if the files are not whole, because the thread has just ended. */
  static Optional<ThreadReading> parse(String status, String stat) {
    int nameEnd = stat.lastIndexOf(") ");
    String[] fields = nameEnd < 0 ? new String[0] : stat.substring(nameEnd + 2).split("\\s+", -1);
    Optional<CpuList> cpus =
        status
            .lines()
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .flatMap(CpuList::parse);
    if (fields.length <= POLICY || cpus.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ThreadReading(
            Integer.parseInt(stat.substring(0, stat.indexOf(' '))),
            stat.substring(stat.indexOf('(') + 1, nameEnd),
            cpus.get(),
            Scheduling.of(Integer.parseInt(fields[POLICY]), Integer.parseInt(fields[PRIORITY])),
            Integer.parseInt(fields[NICE])));
  }
}
