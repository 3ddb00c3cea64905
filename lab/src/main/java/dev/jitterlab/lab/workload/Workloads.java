package dev.jitterlab.lab.workload;

import dev.jitterlab.lab.Extensions;
import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The servers that came with Jitterlab, {@code <home>/workloads/*}, and its load generators, {@code
 * <home>/generators/*}, and those of {@link Extensions}. Immutable.
 */
public final class Workloads {
  private static final String WORKLOADS = "workloads";
  private static final String DESCRIPTOR = "workload.yaml";
  private static final String GENERATORS = "generators";
  private static final String GENERATOR = "load.yaml";
  private static final String IN_JAR = "META-INF/jitterlab/";

  /** Where a descriptor is; {@code jar} is empty for one that is no entry of a jar. */
  private record Source(String name, Path jar, Path descriptor) {
    @Override
    public String toString() {
      return jar.toString().isEmpty() ? descriptor.toString() : jar + "!/" + descriptor;
    }
  }

  private final Optional<Path> home;
  private final List<Path> extensions;

  private Workloads(Optional<Path> home, List<Path> extensions) {
    this.home = home;
    this.extensions = List.copyOf(extensions);
  }

  /** The workloads in a Jitterlab home. */
  public static Workloads in(Path home) {
    return new Workloads(Optional.of(home), List.of());
  }

  /**
   * Finds the home: {@code configured} (what the launcher script says) or else the nearest folder
   * at or above {@code start} with {@code workloads} in it. Those of {@link Extensions} are known
   * too. Without a home they are all.
   */
  public static Workloads find(Optional<Path> configured, Path start) {
    return new Workloads(
        configured.or(() -> homeAbove(start.toAbsolutePath())), Extensions.paths());
  }

  /** Those of the home that the property {@code jitterlab.home} names, or the nearest above. */
  public static Workloads ofThisProcess() {
    return find(
        Optional.ofNullable(System.getProperty("jitterlab.home")).map(Path::of), Path.of(""));
  }

  /**
   * The jar of one of Jitterlab's own servers.
   *
   * @throws LabException if it was not built
   */
  public Path builtJar(String name) {
    return workload(name)
        .map(Workload::jar)
        .filter(Files::isRegularFile)
        .orElseThrow(
            () ->
                LabException.failed(
                    "workloads/" + name,
                    "the " + name + " server was not found",
                    "Run ./jitterlab in Jitterlab's own folder: it builds the server."));
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
    return sources(WORKLOADS, DESCRIPTOR).stream().map(Source::name).toList();
  }

  /** The names of the load generators for any server, sorted. */
  public List<String> generatorNames() {
    return sources(GENERATORS, GENERATOR).stream().map(Source::name).toList();
  }

  /**
   * Reads a workload's descriptor; empty if there is none of that name.
   *
   * @throws LabException if the descriptor is wrong, or two have the name
   */
  public Optional<Workload> workload(String name) {
    return read(sources(WORKLOADS, DESCRIPTOR), name, WorkloadReader::read);
  }

  /**
   * Reads the descriptor of a load generator for any server; empty if there is none of that name.
   *
   * @throws LabException if the descriptor is wrong, or two have the name
   */
  public Optional<Workload.Load> generator(String name) {
    return read(sources(GENERATORS, GENERATOR), name, WorkloadReader::readGenerator);
  }

  private <T> Optional<T> read(
      List<Source> sources, String name, BiFunction<WorkloadReader, Path, T> format) {
    List<Source> named = sources.stream().filter(one -> one.name().equals(name)).toList();
    if (named.size() > 1) {
      throw LabException.wrong(
          named.getLast().toString(),
          "two descriptors have the name `" + name + "`; the other is " + named.getFirst(),
          "Rename that of the extension.");
    }
    return named.stream().findFirst().map(one -> read(one, format));
  }

  private <T> T read(Source source, BiFunction<WorkloadReader, Path, T> format) {
    if (source.jar().toString().isEmpty()) {
      return format.apply(new WorkloadReader(this, Optional.empty()), source.descriptor());
    }
    try (FileSystem jar = FileSystems.newFileSystem(source.jar())) {
      return format.apply(
          new WorkloadReader(this, Optional.of(source.jar())),
          jar.getPath(source.descriptor().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The home's folders, then extensions: folders with the descriptor, jars with one by its name.
   */
  private List<Source> sources(String parent, String descriptor) {
    List<Source> sources = new ArrayList<>();
    List<Path> folders =
        new ArrayList<>(
            home.map(found -> FileTree.children(found.resolve(parent))).orElse(List.of()));
    extensions.stream().filter(Files::isDirectory).forEach(folders::add);
    for (Path folder : folders) {
      Path file = folder.resolve(descriptor);
      if (Files.isRegularFile(file)) {
        sources.add(new Source(folder.getFileName().toString(), Path.of(""), file));
      }
    }
    for (Path path : extensions) {
      if (Files.isRegularFile(path)) {
        sources.addAll(inJar(path.toAbsolutePath().normalize(), descriptor));
      }
    }
    return sources.stream().sorted(Comparator.comparing(Source::name)).toList();
  }

  private static List<Source> inJar(Path path, String descriptor) {
    String end = "." + descriptor;
    try (JarFile jar = new JarFile(path.toFile())) {
      return jar.stream()
          .map(JarEntry::getName)
          .filter(entry -> entry.startsWith(IN_JAR) && entry.endsWith(end))
          .map(
              entry ->
                  new Source(
                      entry.substring(IN_JAR.length(), entry.length() - end.length()),
                      path,
                      Path.of(entry)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
