package dev.jitterlab.bench.sockets;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.Tool;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.jdk.SystemPackages;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The programs of both ends, as command lines: Java's from the jar of {@code workloads/sockets},
 * and C's, whose source is in that jar and is compiled here and now.
 *
 * @param java the launcher of the lab's own JDK
 * @param jar the workload, with the class path in its manifest
 * @param inC the compiled program
 * @param strace what counts system calls, where it is installed and asked for
 * @param cpus those that the lab may use
 */
record SocketPrograms(Path java, Path jar, Path inC, Optional<Path> strace, List<Integer> cpus) {
  /** Where a counted process leaves its calls, in its folder. */
  static final String CALLS = "system-calls.txt";

  private static final String SOURCE = "socket-peer.c";
  private static final String PACKAGE = "dev.jitterlab.sockets.";
  private static final Duration COMPILING = Duration.ofSeconds(60);

  /** A small JVM, whose threads do not come and go while their CPU time is measured. */
  private static final List<String> JVM_ARGUMENTS =
      List.of(
          "-Xms64m",
          "-Xmx64m",
          "-XX:+UseSerialGC",
          "-XX:-UseDynamicNumberOfCompilerThreads",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  /**
   * Finds and compiles what there is.
   *
   * @param folder of the bench, which is made
   * @throws LabException if the jar, a compiler or another program is missing
   */
  static SocketPrograms prepare(SocketPlan plan, List<Integer> cpus, Path folder) {
    Map<String, String> environment = System.getenv();
    Optional<SystemPackages> packages = SystemPackages.find(environment);
    boolean pins = plan.placements().stream().anyMatch(one -> one != PeerPlacement.FREE);
    if (pins && SearchPath.find("taskset", environment).isEmpty()) {
      throw LabException.failed(
          "--placements",
          "there is no program taskset, which pins the processes",
          remedy(packages, "util-linux") + " Or choose --placements free.");
    }
    Optional<Path> strace = SearchPath.find("strace", environment);
    if (plan.choice().systemCalls() && strace.isEmpty()) {
      throw LabException.failed(
          "--system-calls",
          "there is no program strace, which counts system calls",
          remedy(packages, "strace") + " Or give --no-system-calls.");
    }
    Path jar = Workloads.ofThisProcess().builtJar("sockets");
    return new SocketPrograms(
        JdkFinder.ofThisMachine().running().java(),
        jar,
        compile(jar, environment, folder, packages),
        strace.filter(unused -> plan.choice().systemCalls()),
        cpus);
  }

  private static String remedy(Optional<SystemPackages> packages, String name) {
    return packages
        .map(manager -> "Type: " + manager.install(name) + ".")
        .orElse("Install the package " + name + ".");
  }

  private static Path compile(
      Path jar, Map<String, String> environment, Path folder, Optional<SystemPackages> packages) {
    Path compiler =
        SearchPath.find("cc", environment)
            .orElseThrow(
                () ->
                    LabException.failed(
                        "jitterlab bench sockets",
                        "there is no C compiler, and C is what Java is compared with",
                        remedy(packages, "gcc libc6-dev")));
    Path source = folder.resolve(SOURCE);
    Path program = folder.resolve("socket-peer");
    try {
      Files.createDirectories(folder);
      try (FileSystem inJar = FileSystems.newFileSystem(jar)) {
        Files.copy(inJar.getPath(SOURCE), source, StandardCopyOption.REPLACE_EXISTING);
      }
      Tool.Result result = Tool.run(compilation(compiler, source, program), environment, COMPILING);
      if (!result.succeeded()) {
        throw LabException.failed(
                SOURCE,
                "the C compiler fails",
                "Are the headers there? " + remedy(packages, "gcc libc6-dev"))
            .withDetails(result.output());
      }
    } catch (IOException e) {
      throw LabException.failed(
              SOURCE,
              "the program in C could not be compiled",
              "Check the room on the disk, and that `cc --version` answers.")
          .because(e);
    }
    return program.toAbsolutePath();
  }

  /** The command of the compiler, with all warnings: the source has none. */
  static List<String> compilation(Path compiler, Path source, Path program) {
    return List.of(
        compiler.toString(),
        "-std=c11",
        "-O2",
        "-Wall",
        "-Wextra",
        "-pthread",
        "-o",
        program.toString(),
        source.toString());
  }

  /** The server of a cell. */
  List<String> server(SocketCell cell, int sessions) {
    List<String> command = begin(cell, true, "SocketServer", "server");
    command.addAll(arguments(cell, sessions));
    return command;
  }

  /**
   * The client of a cell.
   *
   * @param data where the server answers
   * @param marks where it says how far it has come
   * @param operations instead of a time; 0 for a time
   */
  List<String> client(
      SocketCell cell, SocketPlan plan, String data, String marks, long operations) {
    List<String> command = begin(cell, false, "SocketClient", "client");
    command.addAll(arguments(cell, plan.choice().sessions()));
    boolean isC = cell.contender().isC();
    command.addAll(
        isC
            ? List.of("host=" + host(data), "port=" + port(data), "marks=" + port(marks))
            : List.of("--target=" + data, "--marks=" + marks));
    String option = isC ? "" : "--";
    command.add(option + "warmup-ms=" + plan.choice().warmupMs());
    command.add(option + "millis=" + plan.choice().millis());
    command.add(option + "operations=" + operations);
    return command;
  }

  /** The same command, its system calls counted from its start to its end. */
  List<String> counted(List<String> command) {
    List<String> counted =
        new ArrayList<>(List.of(strace.orElseThrow().toString(), "-f", "-c", "-o", CALLS, "--"));
    counted.addAll(command);
    return counted;
  }

  private List<String> begin(SocketCell cell, boolean ofServer, String main, String role) {
    List<String> command = new ArrayList<>(cell.placement().prefix(cpus, ofServer));
    if (cell.contender().isC()) {
      command.addAll(List.of(inC.toString(), role));
    } else {
      command.add(java.toString());
      command.addAll(JVM_ARGUMENTS);
      command.addAll(List.of("-cp", jar.toString(), PACKAGE + main));
    }
    return command;
  }

  private static List<String> arguments(SocketCell cell, int sessions) {
    return cell.contender().isC()
        ? cell.contender().argumentsOfC(cell.test(), sessions)
        : cell.contender().argumentsOfJava(cell.test(), sessions);
  }

  private static String host(String address) {
    return address.substring(0, address.lastIndexOf(':'));
  }

  private static String port(String address) {
    return address.substring(address.lastIndexOf(':') + 1);
  }
}
