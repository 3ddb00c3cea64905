package dev.jitterlab.lab.process;

import dev.jitterlab.lab.FileTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Linux's {@code /proc}. What cannot be read, because the process has ended or the system is not
 * Linux, is empty.
 *
 * <p>Source: proc(5).
 *
 * @param root {@code /proc}; beside it lies {@code /sys}
 */
public record ProcFiles(Path root) {
  /** {@code /sys}. */
  Path sys() {
    return root.resolveSibling("sys");
  }

  /** The lines of a file below {@code /proc}. */
  List<String> lines(String file) {
    return lines(root.resolve(file));
  }

  /** What a file below {@code /proc} has between zero bytes, as command lines are kept. */
  List<String> words(String file) {
    try {
      String all = Files.readString(root.resolve(file), StandardCharsets.ISO_8859_1);
      return List.of(all.split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The kernel cuts the name of a process inside a character: what is no text is replaced. */
  static List<String> lines(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The ids of all processes. */
  public List<Long> processes() {
    return FileTree.entries(root).stream()
        .map(folder -> folder.getFileName().toString())
        .filter(name -> name.matches("\\d+"))
        .map(Long::valueOf)
        .toList();
  }

  /** The folders of a process's threads. */
  List<Path> threads(long pid) {
    return FileTree.entries(root.resolve(pid + "/task"));
  }

  /** The process as its line in {@code stat} has it; empty if there is no such process. */
  public Optional<ProcessStat> stat(long pid) {
    return ProcessStat.parse(String.join(" ", lines(pid + "/stat")));
  }

  /** The process and its living descendants; without these on a kernel that does not tell them. */
  List<Long> family(long pid) {
    List<Long> family = new ArrayList<>(List.of(pid));
    for (int i = 0; i < family.size(); i++) {
      for (Path thread : threads(family.get(i))) {
        lines(thread.resolve("children")).stream()
            .flatMap(line -> Stream.of(line.split(" ", -1)))
            .filter(child -> !child.isBlank())
            .forEach(child -> family.add(Long.valueOf(child)));
      }
    }
    return family;
  }

  /**
   * When a process was started, in clock ticks since boot: with the process id, the identity of a
   * process, because ids are used again.
   */
  OptionalLong startTicks(long pid) {
    return stat(pid).stream().mapToLong(ProcessStat::startTicks).findFirst();
  }
}
