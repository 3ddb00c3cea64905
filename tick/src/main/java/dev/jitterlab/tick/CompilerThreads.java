package dev.jitterlab.tick;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The threads of this JVM that compile, as Linux shows them. HotSpot adds some later, and those
 * inherit the nice value of the compiler thread that starts them. Thread-safe.
 */
final class CompilerThreads {
  private static final Path TASKS = Path.of("/proc/self/task");

  /** Of HotSpot's C1 and C2; Linux keeps 15 characters of a name. */
  private static final String HOTSPOT = "CompilerTh";

  /** Of Graal's compiler: {@code JVMCI CompilerT} and {@code JVMCI-native Co} are left. */
  private static final String GRAAL = "JVMCI";

  private static final String OPENJ9 = "JIT Compilation";

  /** proc(5): field 19 of stat, counted from the one behind the name, which is field 3. */
  private static final int NICE = 19 - 3;

  private CompilerThreads() {}

  /**
   * Returns the ids of those that there are now.
   *
   * @throws IllegalStateException if the system does not show its threads
   */
  static List<Integer> ids() {
    List<Integer> ids = new ArrayList<>();
    for (Path task : tasks()) {
      String name = read(task.resolve("comm")).trim();
      if (name.contains(HOTSPOT) || name.startsWith(GRAAL) || name.equals(OPENJ9)) {
        ids.add(Integer.valueOf(task.getFileName().toString()));
      }
    }
    return ids;
  }

  /** Returns the nice values that they have, as text: {@code 10}, or {@code 0 and 10}. */
  static String niceValues() {
    SortedSet<Integer> values = new TreeSet<>();
    for (int id : ids()) {
      String stat = read(TASKS.resolve(id + "/stat"));
      if (!stat.isEmpty()) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        values.add(Integer.valueOf(fields[NICE]));
      }
    }
    return values.isEmpty()
        ? "there is no compiler thread"
        : String.join(" and ", values.stream().map(String::valueOf).toArray(String[]::new));
  }

  private static List<Path> tasks() {
    List<Path> tasks = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(TASKS)) {
      all.forEach(tasks::add);
    } catch (IOException e) {
      throw new IllegalStateException("the threads of this JVM cannot be listed: " + e, e);
    }
    return tasks;
  }

  /**
   * Returns what a file of a thread says; empty if the thread has ended meanwhile. Bytes that are
   * no text are replaced: Linux cuts the name of a thread inside a character.
   */
  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      String reason = String.valueOf(e.getMessage());
      if (reason.contains("No such process")) { // it ended between open and read
        return "";
      }
      throw new UncheckedIOException(e);
    }
  }
}
