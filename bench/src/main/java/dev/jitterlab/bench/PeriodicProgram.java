package dev.jitterlab.bench;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Tool;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The reference server {@code workloads/periodic}, as a program to be started.
 *
 * @param java the launcher of the JDK that it runs on
 * @param jar the server, with the class path in its manifest
 * @param peers jars with schedulers of other libraries
 * @param traced whether it keeps what {@link TickCauses} reads
 * @param warmupSeconds how old it is when it begins to be measured
 */
record PeriodicProgram(Path java, Path jar, List<Path> peers, boolean traced, int warmupSeconds) {
  private static final String MAIN = "dev.jitterlab.periodic.PeriodicServer";

  /** Thread settings are made through the foreign-function API. */
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /** A scheduler's; the JVM's own warnings are lines of the answer too. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /**
   * A fingerprint of the classes that are measured: the server's, those of Jitterlab's modules
   * beside it, and the peers'.
   */
  String classes() {
    CRC32 all = new CRC32();
    try {
      for (Path one : Stream.concat(ownJars().stream(), peers.stream()).toList()) {
        try (JarFile file = new JarFile(one.toFile())) {
          file.stream()
              .filter(entry -> entry.getName().endsWith(".class"))
              .map(entry -> entry.getName() + " " + Long.toHexString(entry.getCrc()))
              .sorted()
              .forEach(line -> all.update(line.getBytes(StandardCharsets.UTF_8)));
        }
      }
    } catch (IOException e) {
      return "unreadable: " + e.getMessage();
    }
    return "%08x".formatted(all.getValue());
  }

  private List<Path> ownJars() throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      String beside = file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return Stream.concat(
              Stream.of(jar),
              Stream.of(String.valueOf(beside).split(" ", -1))
                  .filter(name -> name.contains("jitterlab-"))
                  .map(name -> jar.toAbsolutePath().resolveSibling(name)))
          .filter(Files::isRegularFile)
          .toList();
    }
  }

  /** The command line with these arguments for the JVM and for the server. */
  List<String> command(List<String> jvmArguments, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add(NATIVE_ACCESS);
    command.addAll(jvmArguments);
    String classPath =
        Stream.concat(Stream.of(jar), peers.stream())
            .map(one -> one.toAbsolutePath().toString()) // it runs in a folder of its own
            .collect(Collectors.joining(File.pathSeparator));
    command.addAll(List.of("-cp", classPath, MAIN));
    command.addAll(arguments);
    return command;
  }

  /**
   * Asks which schedulers there are on this JDK.
   *
   * @throws LabException if it does not answer
   */
  List<String> schedulers() {
    return answer(
            List.of("--list-schedulers"),
            jar.toString(),
            "the periodic server does not say which schedulers it has",
            "Build it again: ./jitterlab does so when its sources are there.")
        .lines()
        .filter(NAME.asMatchPredicate())
        .toList();
  }

  /**
   * Tries whether threads may run at a SCHED_FIFO priority.
   *
   * @throws LabException if not
   */
  void requireFifo(int priority) {
    List<String> oneTick =
        List.of("--scheduler=" + ServerContender.CHOOSABLE, "--fifo=" + priority, "--duration=0");
    String unused =
        answer(
            oneTick,
            "--fifo",
            "SCHED_FIFO at priority " + priority + " is not allowed here",
            "Give the right (`ulimit -r " + priority + "`, or root), or leave --fifo out.");
  }

  private String answer(List<String> arguments, String where, String failure, String remedy) {
    String details;
    try {
      Tool.Result answer =
          Tool.run(command(List.of("-XX:TieredStopAtLevel=1"), arguments), System.getenv(), LIMIT);
      if (answer.succeeded()) {
        return answer.output();
      }
      details = answer.output();
    } catch (IOException e) {
      details = String.valueOf(e.getMessage());
    }
    throw LabException.failed(where, failure, remedy).withDetails(details);
  }
}
