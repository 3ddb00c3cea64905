package dev.jitterlab.periodic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server as a process, with what it starts: real compiler, real cyclictest, real stress-ng. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class NativeProgramsTest {
  private static final String READY = "JITTERLAB READY metrics=";

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void killWhatIsLeft() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process run(String path, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // start faster
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), PeriodicServer.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PATH", path);
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv("PATH").split(":", -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private static void assumeInstalled(String program) {
    assumeTrue(isInstalled(program), "needs `command -v " + program + "`");
  }

  private static BufferedReader awaitReady(Process process) throws IOException {
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String line = out.readLine();
    assertTrue(line != null && line.startsWith(READY), line);
    return out;
  }

  @ParameterizedTest
  @CsvSource({"c-loop, cc", "cyclictest, cyclictest"})
  void recordsTheTicksOfAnotherProgramLikeItsOwn(String program, String needed) throws Exception {
    assumeInstalled(needed);
    Path log = folder.resolve("ticks.hlog");
    Process process =
        run(System.getenv("PATH"), "--program=" + program, "--duration=2", "--tick-log=" + log);
    awaitReady(process);

    assertEquals(0, process.waitFor());
    String text = Files.readString(log);
    for (String tag : List.of("drift", "execution", "wait", "total", "release-jitter")) {
      assertTrue(text.contains("Tag=" + tag + ","), tag);
    }
    try (var left = Files.list(folder)) {
      assertEquals(
          List.of(log),
          left.filter(file -> !file.endsWith("hsperfdata_root")).collect(Collectors.toList()),
          "the compiled program is gone");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--program=c-loop, cc, apt-get install gcc",
    "--program=cyclictest, cyclictest, apt-get install rt-tests",
    "--stress=cpu, stress-ng, apt-get install stress-ng"
  })
  void namesThePackageOfWhatIsMissing(String argument, String missing, String expected)
      throws Exception {
    Process process = run(folder.toString(), argument);
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);

    assertEquals(69, process.waitFor(), missing);
    assertTrue(said.contains(expected), said);
  }

  @ParameterizedTest
  @CsvSource({
    "--program=c-loop, cc",
    "--program=cyclictest, cyclictest",
    "--stress=cpu, stress-ng"
  })
  void whatItHasStartedEndsWithItHoweverThatEnds(String argument, String needed) throws Exception {
    assumeInstalled(needed);
    Process process = run(System.getenv("PATH"), argument);
    awaitReady(process);
    List<ProcessHandle> started = process.descendants().collect(Collectors.toList());
    process.destroyForcibly().waitFor();

    assertFalse(started.isEmpty());
    for (ProcessHandle one : started) {
      one.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--program=c-loop --tasks=2@50, has one task",
    "--program=c-loop --waiting=spin, leave out --waiting",
    "--program=c-loop --pin --threads=2, 'leave out --threads, --pin'",
    "--program=c-loop --late-policy=skip, leave out --late-policy",
    "--program=cyclictest --scheduler=partitioned --compiler-nice=5, 'leave out --scheduler,"
        + " --compiler-nice'",
    "--program=cyclictest --tick-trace=ticks.csv, leave --tick-trace out",
    "--program=cyclictest --tick-us=5, do nothing",
    "--program=cyclictest --tasks=1@128000, whole microseconds",
    "--program=c-loop --threads=1 --allocate=5, no heap"
  })
  void refusesWhatTheProgramCannotDo(String arguments, String expected) throws Exception {
    Process process = run(System.getenv("PATH"), arguments.split(" "));
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);

    assertEquals(2, process.waitFor());
    assertTrue(said.contains(expected), said);
  }

  @Test
  void endsWhenItsProgramDoes() throws Exception {
    assumeInstalled("cc");
    Process process = run(System.getenv("PATH"), "--program=c-loop");
    awaitReady(process);
    process.descendants().forEach(ProcessHandle::destroyForcibly);

    assertEquals(3, process.waitFor());
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertTrue(said.contains("c-loop has ended by itself"), said);
  }

  /** The lab ends all processes of a server at once, and so does a terminal. */
  @Test
  void endsWithItsProgramWhenBothAreToldTo() throws Exception {
    assumeInstalled("cc");
    Path trace = folder.resolve("ticks.csv");
    Process process = run(System.getenv("PATH"), "--program=c-loop", "--tick-trace=" + trace);
    BufferedReader out = awaitReady(process);
    process.descendants().forEach(ProcessHandle::destroy);
    process.toHandle().destroy(); // leaves its output open

    assertEquals(143, process.waitFor());
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertFalse(said.contains("ended by itself"), said);
    assertTrue(out.readLine().startsWith("JITTERLAB END missed="));
    assertTrue(Files.exists(trace));
  }
}
