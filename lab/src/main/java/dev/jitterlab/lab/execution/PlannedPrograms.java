package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.Programs;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Finds the jars of a plan: on the class paths and module paths of its commands, behind {@code
 * -jar} and {@code -javaagent:}, and in the manifests of all those. Jars that a script or an
 * argument file ({@code @file}) names are not found.
 */
final class PlannedPrograms {
  private static final String AGENT = "-javaagent:";
  private static final String JAVA = "/bin/java";

  /** Ends a part of a class path that stands for all jars of a folder. */
  private static final String ALL_JARS = File.separator + "*";

  private PlannedPrograms() {}

  static Programs read(Plan plan) throws IOException {
    List<Path> named =
        Stream.concat(
                plan.blocks().stream().flatMap(PlannedPrograms::commands),
                Stream.of(plan.safeguards().control()))
            .distinct()
            .flatMap(PlannedPrograms::named)
            .distinct()
            .toList();
    Map<String, String> sha256 = new TreeMap<>();
    for (Path jar : named) {
      if (isJar(jar)) {
        sha256.put(jar.toString(), digest(jar));
        for (Path library : libraries(jar)) {
          sha256.put(library.toString(), digest(library));
        }
      }
    }
    return new Programs(sha256, true);
  }

  private static Stream<List<String>> commands(Plan.Block block) {
    return Stream.of(
            block.instances().stream().map(Plan.Instance::command),
            block.instances().stream()
                .filter(Plan.Instance::hasExternalLoad)
                .map(instance -> instance.foreign().load()),
            Stream.ofNullable(block.load()).map(Plan.Load::command))
        .flatMap(commands -> commands);
  }

  private static Stream<Path> named(List<String> command) {
    List<Path> named = new ArrayList<>();
    String before = "";
    for (String word : command) {
      named.addAll(namedBy(before, word));
      before = word;
    }
    return named.stream();
  }

  /** What a word names; the one before it may be the option that it belongs to. */
  private static List<Path> namedBy(String before, String word) {
    if (word.startsWith(AGENT)) {
      String agent = word.substring(AGENT.length());
      return List.of(Path.of(agent.split("=", 2)[0])); // behind it are the agent's own options
    }
    int equals = word.startsWith("--") ? word.indexOf('=') : -1;
    String option = equals < 0 ? before : word.substring(0, equals);
    String value = word.substring(equals + 1);
    return switch (option) {
      case "-jar" -> List.of(Path.of(value));
      case "-cp", "-classpath", "--class-path" -> parts(value, PlannedPrograms::onClassPath);
      case "-p", "--module-path" -> parts(value, PlannedPrograms::onModulePath);
      default -> List.of();
    };
  }

  private static List<Path> parts(String path, Function<String, List<Path>> jars) {
    return Stream.of(path.split(File.pathSeparator, -1))
        .flatMap(part -> jars.apply(part).stream())
        .toList();
  }

  private static List<Path> onClassPath(String part) {
    return part.endsWith(ALL_JARS)
        ? jarsIn(Path.of(part.substring(0, part.length() - 1)))
        : List.of(Path.of(part));
  }

  /** A folder there stands for the modules in it. */
  private static List<Path> onModulePath(String part) {
    Path path = Path.of(part);
    return Files.isDirectory(path) && !part.isEmpty() ? jarsIn(path) : List.of(path);
  }

  /** A JVM passes over what it cannot read. */
  private static List<Path> jarsIn(Path folder) {
    return FileTree.entries(folder).stream().filter(Files::isReadable).toList();
  }

  private static boolean isJar(Path path) {
    return Files.isRegularFile(path) && path.toString().endsWith(".jar");
  }

  private static List<Path> libraries(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String classPath =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return classPath == null
          ? List.of()
          : Stream.of(classPath.strip().split(" +"))
              .map(name -> jar.resolveSibling(name).normalize())
              .filter(PlannedPrograms::isJar)
              .toList();
    } catch (ZipException _) {
      return List.of(); // it is no jar in spite of its name; a JVM passes over it
    }
  }

  /**
   * The files in which the JDKs of a plan say which build they are. A JDK without one is left out,
   * and so is one that a script or the {@code PATH} finds.
   */
  static List<Path> releases(Plan plan) {
    Stream<String> words =
        Stream.concat(
                plan.blocks().stream().flatMap(PlannedPrograms::commands),
                Stream.of(plan.safeguards().control()))
            .flatMap(List::stream);
    Stream<String> ofForeign =
        plan.instances()
            .filter(instance -> instance.foreign() != null)
            .map(instance -> instance.foreign().java());
    return Stream.concat(words, ofForeign)
        .filter(word -> word.startsWith("/") && word.endsWith(JAVA))
        .distinct()
        .map(java -> Path.of(java).getParent().resolveSibling("release"))
        .filter(Files::isRegularFile)
        .distinct()
        .toList();
  }

  /** Returns the SHA-256 of a file in hexadecimal digits. */
  static String digest(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream input = new DigestInputStream(Files.newInputStream(file), digest)) {
        input.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
