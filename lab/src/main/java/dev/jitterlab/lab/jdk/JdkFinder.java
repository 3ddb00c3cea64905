package dev.jitterlab.lab.jdk;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.SearchPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Lists the JDKs of this machine: {@code JAVA_HOME}, the one that runs the lab, {@code java} on the
 * path, the usual folders and Jitterlab's own cache. Reads files; starts a JDK only where its
 * {@code release} file does not say its version.
 *
 * @param environment the environment variables
 * @param userHome the user's home
 * @param runningHome the JDK that runs the lab
 * @param systemFolders folders whose children may be JDKs
 */
public record JdkFinder(
    Map<String, String> environment, Path userHome, Path runningHome, List<Path> systemFolders) {
  /** Copies both collections. */
  public JdkFinder {
    environment = Map.copyOf(environment);
    systemFolders = List.copyOf(systemFolders);
  }

  /** The finder for this process and machine. */
  public static JdkFinder ofThisMachine() {
    return new JdkFinder(
        System.getenv(),
        Path.of(System.getProperty("user.home")),
        Path.of(System.getProperty("java.home")),
        List.of(Path.of("/usr/lib/jvm"), Path.of("/opt")));
  }

  /** Where Jitterlab installs JDKs: one folder per feature release. */
  public Path cache() {
    String configured = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path base = configured.isBlank() ? userHome.resolve(".cache") : Path.of(configured);
    return base.resolve("jitterlab").resolve("jdks");
  }

  /** The JDK that runs the lab and its load generators. */
  public Jdk running() {
    return JdkReader.read(runningHome)
        .orElseThrow(() -> new IllegalStateException("no JDK in " + runningHome));
  }

  /** Every JDK, each once. */
  public JdkCatalog find() {
    Map<Path, Jdk> byHome = new TreeMap<>();
    candidates()
        .flatMap(folder -> JdkReader.read(folder).stream())
        .forEach(jdk -> byHome.put(jdk.home(), jdk));
    return new JdkCatalog(List.copyOf(byHome.values()));
  }

  private Stream<Path> candidates() {
    List<Path> folders = new ArrayList<>();
    Optional.ofNullable(environment.get("JAVA_HOME"))
        .filter(home -> !home.isBlank())
        .ifPresent(home -> folders.add(Path.of(home)));
    folders.add(runningHome);
    javaOnPath().ifPresent(folders::add);
    systemFolders.forEach(folder -> folders.addAll(FileTree.entries(folder)));
    folders.addAll(FileTree.entries(userHome.resolve(".sdkman/candidates/java")));
    folders.addAll(FileTree.entries(userHome.resolve(".jdks")));
    folders.addAll(FileTree.entries(cache()));
    return folders.stream().flatMap(folder -> realPath(folder).stream()).distinct();
  }

  private Optional<Path> javaOnPath() {
    return SearchPath.find("java", environment)
        .flatMap(JdkFinder::realPath)
        .map(java -> java.getParent().getParent());
  }

  private static Optional<Path> realPath(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException _) {
      // A dangling link, or a folder of somebody else's: not a JDK that can be used.
      return Optional.empty();
    }
  }
}
