package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One way to record a process or the machine during a run: what it asks of a JVM, which files it
 * leaves, and how these become series. {@link KnownCollectors} lists all; {@link GcLog} is the one
 * to copy.
 *
 * <p>A user's own collector comes from a jar ({@link dev.jitterlab.lab.Extensions}); it has a
 * public constructor without parameters. Implementations are immutable and thread-safe.
 */
public interface Collector {
  /**
   * Why a collector cannot record.
   *
   * @param reason what is missing
   * @param remedy what the user can do, as an instruction
   */
  record Obstacle(String reason, String remedy) {}

  /**
   * Its name, unique, in lower case with underscores: the key under {@code recording} that switches
   * it, and its name in {@code ./jitterlab collectors}.
   */
  String name();

  /** What it records: a sentence. */
  String description();

  /** What it attaches to. */
  Set<Attachment> attachesTo();

  /** Whether it records where the experiment does not switch it. */
  default boolean isOnByDefault() {
    return true;
  }

  /** Why {@code recording} does not switch it, as a sentence; empty where it does. */
  default Optional<String> fixed() {
    return Optional.empty();
  }

  /**
   * Flags for the JVM of every process that it attaches to. A file in them is relative to the
   * process's own folder.
   */
  default List<String> jvmArguments() {
    return List.of();
  }

  /**
   * Files that the flags name and that must be there when the process starts, such as settings or a
   * library: the name in the process's folder to the content.
   */
  default Map<String, byte[]> providedFiles() {
    return Map.of();
  }

  /** The first JDK that knows the flags; older ones do not get them. */
  default int sinceFeature() {
    return Jdk.OLDEST_FEATURE;
  }

  /** The files that it leaves: in the folder of each process, or in that of the run. */
  default List<String> files() {
    return List.of();
  }

  /**
   * What keeps it from recording servers of a JDK on a machine; empty if nothing does.
   *
   * @param root the root of the machine's file system
   */
  default Optional<Obstacle> obstacle(Path root, Jdk jdk) {
    return jdk.feature() >= sinceFeature()
        ? Optional.empty()
        : Optional.of(
            new Obstacle(
                "it needs JDK %d, and this is JDK %d".formatted(sinceFeature(), jdk.feature()),
                "Run `./jitterlab jdks install " + sinceFeature() + "`."));
  }

  /**
   * What is wrong with the first of its files in a process's folder, such as "is missing or empty".
   * A trial with such a loss is weak. Empty if nothing is wrong, or if a loss does not matter.
   *
   * @param measured when the process was measured
   */
  default Optional<String> loss(Path processFolder, Window measured) {
    return Optional.empty();
  }

  /** What can be read of its files. */
  default List<Series> series() {
    return List.of();
  }

  /** For {@link #loss}: whether a file is missing or empty. */
  static boolean isEmpty(Path file) {
    try {
      return !Files.isRegularFile(file) || Files.size(file) == 0;
    } catch (IOException _) {
      return true;
    }
  }
}
