package dev.jitterlab.diagnosis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Starts a small ticking server on real JVMs, and keeps what it recorded. */
final class RealServers {
  private static final List<String> EVENTS =
      List.of(
          "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.ThreadPark",
          "jdk.ThreadSleep",
          "jdk.FileRead",
          "jdk.FileWrite",
          "jdk.SocketRead",
          "jdk.SocketWrite",
          "jdk.GarbageCollection",
          "jdk.GCPhasePause",
          "jdk.SafepointBegin",
          "jdk.ExecuteVMOperation",
          "jdk.Compilation",
          "jdk.Deoptimization",
          "jdk.ZAllocationStall",
          "jdk.VirtualThreadPinned",
          "jdk.G1GarbageCollection",
          "jdk.ActiveSetting",
          "jdk.JVMInformation",
          "jdk.InitialSystemProperty",
          "jitterlab.Tick");

  private final Path folder;
  private final Path classes;

  /** Compiles the server into the folder. */
  RealServers(Path folder) throws IOException {
    this.folder = folder;
    classes = Files.createDirectories(folder.resolve("classes"));
    Path source = folder.resolve("TickingServer.java");
    try (InputStream in = RealServers.class.getResourceAsStream("TickingServer.java.txt")) {
      Files.writeString(source, filled(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "11",
                "-Xlint:-options",
                "-d",
                classes.toString(),
                source.toString());
    if (status != 0) {
      throw new IllegalStateException("the server does not compile");
    }
  }

  /** What a source is too long for by hand. */
  private static String filled(String source) {
    return source
        .replace("//MODES", lines(40, "if (GAME.mode == %1$d) { next = next * %1$d + 7; }"))
        .replace(
            "//INITS",
            lines(60, "static class Init%1$d { static int x; static { pause(); x = %1$d; } }"))
        .replace("//HUGE", lines(1_000, "sum = sum * 31 + %1$d;"))
        .replace("//MANY", lines(1_000, "static int m%1$d(int i) { return i * %1$d + i %% 7; }"));
  }

  private static String lines(int count, String line) {
    return IntStream.range(0, count)
        .mapToObj(i -> line.formatted(i))
        .collect(Collectors.joining("\n"));
  }

  /**
   * The JDKs that this machine has of those that Jitterlab supports; this test's own is the last.
   */
  static Stream<Path> javas() {
    Path installed = Path.of(System.getProperty("user.home"), ".cache", "jitterlab", "jdks");
    return Stream.concat(
        Stream.of("11", "17", "21")
            .map(feature -> installed.resolve(feature).resolve("bin").resolve("java"))
            .filter(Files::isExecutable),
        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")));
  }

  /** The Java of a feature release; this test's own if the machine lacks it. */
  static Path java(String feature) {
    return javas()
        .filter(java -> java.endsWith(Path.of(feature, "bin", "java")))
        .findFirst()
        .orElse(Path.of(System.getProperty("java.home"), "bin", "java"));
  }

  /** Runs the server until it ends. */
  ServerFiles run(Path java, String fault, boolean settings, String... flags)
      throws IOException, InterruptedException {
    return run(java, fault, settings, 150, List.of(flags));
  }

  /** The same with as many ticks; the flags come behind the usual ones. */
  ServerFiles run(Path java, String fault, boolean settings, int ticks, List<String> flags)
      throws IOException, InterruptedException {
    Path here = Files.createTempDirectory(folder, "server");
    Path jfc = Files.writeString(here.resolve("all.jfc"), settings());
    List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx128m"));
    command.addAll(flags);
    command.add(
        "-XX:StartFlightRecording=filename=recording.jfr,settings=" + (settings ? jfc : "default"));
    command.add(
        "-Xlog:gc*,gc+tlab=debug,safepoint:file=gc.log"
            + ":time,uptime,uptimenanos,level,tags:filecount=0");
    command.add("-Xlog:jit+compilation=debug:file=jit.log:timemillis:filecount=0");
    command.addAll(
        List.of(
            "-cp",
            classes.toString(),
            "TickingServer",
            fault,
            here.resolve("out").toString(),
            String.valueOf(ticks)));
    Process process =
        new ProcessBuilder(command)
            .directory(here.toFile())
            .redirectErrorStream(true)
            .redirectOutput(here.resolve("stdout.log").toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException(
          Files.readString(here.resolve("stdout.log"), StandardCharsets.UTF_8));
    }
    return files(here);
  }

  /** Starts the server on this JDK, with the parts of its recording below {@code live}. */
  Process start(String fault) throws IOException {
    Path here = Files.createDirectories(folder.resolve("live"));
    Path jfc = Files.writeString(here.resolve("all.jfc"), settings());
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:FlightRecorderOptions=repository=jfr",
            "-XX:StartFlightRecording=settings=" + jfc,
            "-cp",
            classes.toString(),
            "TickingServer",
            fault,
            here.resolve("out").toString(),
            "forever")
        .directory(here.toFile())
        .redirectErrorStream(true)
        .redirectOutput(here.resolve("stdout.log").toFile())
        .start();
  }

  static ServerFiles files(Path here) {
    return new ServerFiles(
        "server/1",
        "server",
        existing(here.resolve("recording.jfr")),
        Optional.empty(),
        existing(here.resolve("gc.log")),
        existing(here.resolve("jit.log")),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        OptionalLong.empty());
  }

  private static Optional<Path> existing(Path file) {
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }

  /** Everything from the shortest on. */
  private static String settings() {
    StringBuilder jfc = new StringBuilder("<configuration version=\"2.0\">\n");
    for (String event : EVENTS) {
      jfc.append("<event name=\"")
          .append(event)
          .append("\">")
          .append("<setting name=\"enabled\">true</setting>")
          .append("<setting name=\"stackTrace\">true</setting>")
          .append("<setting name=\"threshold\">0 ms</setting></event>\n");
    }
    jfc.append(
        "<event name=\"jdk.ExecutionSample\"><setting name=\"enabled\">true</setting>"
            + "<setting name=\"period\">10 ms</setting></event>\n");
    jfc.append(
        "<event name=\"jdk.CompilerQueueUtilization\"><setting name=\"enabled\">true</setting>"
            + "<setting name=\"period\">20 ms</setting></event>\n");
    return jfc.append("</configuration>\n").toString();
  }
}
