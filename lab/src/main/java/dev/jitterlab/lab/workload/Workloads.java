package dev.jitterlab.lab.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The reference servers and load generators that came with Jitterlab: {@code <home>/workloads/*}
 * and {@code <home>/generators/*}. Immutable.
 */
public final class Workloads {
  private static final String WORKLOADS = "workloads";
  private static final String DESCRIPTOR = "workload.yaml";
  private static final String GENERATORS = "generators";
  private static final String GENERATOR = "load.yaml";

  private final Optional<Path> home;

  private Workloads(Optional<Path> home) {
    this.home = home;
  }

  /** The workloads in a Jitterlab home. */
  public static Workloads in(Path home) {
    return new Workloads(Optional.of(home));
  }

  /**
   * Finds the home: {@code configured} (what the launcher script says) or else the nearest folder
   * at or above {@code start} with {@code workloads} in it. Without a home no workload is known.
   */
  public static Workloads find(Optional<Path> configured, Path start) {
    return configured
        .or(() -> homeAbove(start.toAbsolutePath()))
        .map(Workloads::in)
        .orElse(new Workloads(Optional.empty()));
  }

  /** Jitterlab's own folder, if it is known. */
  public Optional<Path> home() {
    return home;
  }

  private static Optional<Path> homeAbove(Path start) {
    return Stream.iterate(start, folder -> folder != null, Path::getParent)
        .filter(folder -> Files.isDirectory(folder.resolve(WORKLOADS)))
        .findFirst();
  }

  /** The names of all workloads, sorted. */
  public List<String> names() {
    return foldersWith(WORKLOADS, DESCRIPTOR);
  }

  /** The names of the load generators for any server, sorted. */
  public List<String> generatorNames() {
    return foldersWith(GENERATORS, GENERATOR);
  }

  private List<String> foldersWith(String parent, String file) {
    Optional<Path> folder = home.map(found -> found.resolve(parent)).filter(Files::isDirectory);
    if (folder.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder.get())) {
      return children
          .filter(child -> Files.isRegularFile(child.resolve(file)))
          .map(child -> child.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a workload's descriptor; empty if there is none of that name.
   *
   * @throws dev.jitterlab.lab.LabException if the descriptor is wrong
   */
  public Optional<Workload> workload(String name) {
    return names().contains(name)
        ? Optional.of(new WorkloadReader(this).read(descriptor(WORKLOADS, name, DESCRIPTOR)))
        : Optional.empty();
  }

  /**
   * Reads the descriptor of a load generator for any server; empty if there is none of that name.
   *
   * @throws dev.jitterlab.lab.LabException if the descriptor is wrong
   */
  public Optional<Workload.Load> generator(String name) {
    return generatorNames().contains(name)
        ? Optional.of(
            new WorkloadReader(this).readGenerator(descriptor(GENERATORS, name, GENERATOR)))
        : Optional.empty();
  }

  private Path descriptor(String parent, String name, String file) {
    return home.orElseThrow().resolve(parent).resolve(name).resolve(file);
  }
}
