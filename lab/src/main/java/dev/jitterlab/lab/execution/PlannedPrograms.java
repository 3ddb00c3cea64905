package dev.jitterlab.lab.execution;

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
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Finds the jars of a plan: on the class paths of its commands, and in the manifests there. */
final class PlannedPrograms {
  /** What stands before jars. */
  private static final List<String> FLAGS = List.of("-cp", "-classpath", "--class-path", "-jar");

  private PlannedPrograms() {}

  static Programs read(Plan plan) throws IOException {
    List<Path> named =
        Stream.concat(
                plan.blocks().stream().flatMap(PlannedPrograms::commands),
                Stream.of(plan.safeguards().control()))
            .distinct()
            .flatMap(PlannedPrograms::classPath)
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
    return new Programs(sha256);
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

  private static Stream<Path> classPath(List<String> command) {
    return FLAGS.stream()
        .mapToInt(command::indexOf)
        .filter(flag -> flag >= 0 && flag + 1 < command.size())
        .boxed()
        .flatMap(flag -> Stream.of(command.get(flag + 1).split(File.pathSeparator, -1)))
        .map(Path::of);
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
    }
  }

  private static String digest(Path file) throws IOException {
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
