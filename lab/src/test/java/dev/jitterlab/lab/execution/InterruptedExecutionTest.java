package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However the lab ends, its children end; with a lab in a process of its own. */
class InterruptedExecutionTest {
  private static final long HANG_SECONDS = 60;

  @TempDir private Path temporary;
  private RunDirectory directory;
  private Process lab;
  private final List<ProcessHandle> family = new ArrayList<>();

  @BeforeEach
  void nameTheRunDirectory() {
    directory = new RunDirectory(temporary.resolve("run"));
  }

  @AfterEach
  void leaveNothingBehind() {
    lab.destroyForcibly();
    family.forEach(ProcessHandle::destroyForcibly);
  }

  private void startLabAndWaitUntilItMeasures(String behaviour) throws Exception {
    List<String> command =
        List.of(
            ScriptedPlans.java(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            LabProcessMain.class.getName(),
            directory.root().toString(),
            behaviour);
    lab =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("lab.log").toFile())
            .start();
    long hangsAtNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
    while (!measures()) {
      assertTrue(
          System.nanoTime() - hangsAtNs < 0,
          () -> "the lab hangs before it measures: " + labOutput());
      assertFalse(
          lab.waitFor(50, TimeUnit.MILLISECONDS),
          () -> "the lab ended before it measured: " + labOutput());
    }
    Stream.of(pid(directory.instance("pool/1")), pid(directory.load(1)))
        .map(pid -> ProcessHandle.of(pid).orElseThrow())
        .forEach(family::add);
    if (behaviour.equals("has-a-child")) {
      family.add(ProcessHandle.of(ExecutionTest.childPid(directory)).orElseThrow());
    }
  }

  private boolean measures() {
    return Files.exists(directory.runState())
        && state().blocks().stream().anyMatch(block -> block.measuredFrom() != null);
  }

  private RunState state() {
    return Json.read(directory.runState(), RunState.class);
  }

  private static long pid(Path folder) {
    return Json.read(RunDirectory.process(folder), ProcessRecord.class).pid();
  }

  private String labOutput() {
    try {
      return Files.readString(temporary.resolve("lab.log"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void send(String signal) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(lab.pid())).start().waitFor();
  }

  @ParameterizedTest
  @CsvSource({"INT, good", "TERM, has-a-child", "TERM, ignores-sigterm"})
  void endsEveryChildOnASignalAndSaysSo(String signal, String behaviour) throws Exception {
    startLabAndWaitUntilItMeasures(behaviour);
    send(signal);

    assertTrue(lab.waitFor(HANG_SECONDS, TimeUnit.SECONDS));
    assertEquals(130, lab.exitValue(), labOutput());
    for (ProcessHandle process : family) {
      assertFalse(process.isAlive(), process.info().toString());
    }
    assertEquals("interrupted", state().state());
    assertTrue(
        labOutput()
            .contains(
                "What was measured is in %s; go on with: ./jitterlab resume %s"
                    .formatted(directory.root(), directory.root())),
        labOutput());
    String expected = behaviour.equals("ignores-sigterm") ? "killed" : "stopped";
    assertEquals(
        expected,
        Json.read(RunDirectory.process(directory.instance("pool/1")), ProcessRecord.class)
            .fate()
            .state());
  }

  @ParameterizedTest
  @CsvSource({"has-a-child", "ignores-sigterm"})
  void endsEveryChildWhenTheLabItselfIsKilled(String behaviour) throws Exception {
    startLabAndWaitUntilItMeasures(behaviour);
    send("KILL");

    for (ProcessHandle process : family) {
      process.onExit().get(HANG_SECONDS, TimeUnit.SECONDS);
    }
    assertEquals("running", state().state(), "nobody was left to say otherwise");
  }

  @Test
  void keepsTheSamplesOfAKilledLab() throws Exception {
    startLabAndWaitUntilItMeasures("good");
    awaitSamples("test_scrapes_total");
    send("KILL");
    lab.waitFor();
    for (ProcessHandle process : family) {
      process.onExit().get(HANG_SECONDS, TimeUnit.SECONDS);
    }

    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      assertFalse(
          samples.series("pool/1", "test_scrapes_total", "", 0, Double.MAX_VALUE).isEmpty());
    }
  }

  /** What is still in the queue of a lab that is killed is lost; what it wrote is not. */
  private void awaitSamples(String metric) throws Exception {
    long hangsAtNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
    while (!Files.exists(directory.samplesSpool())
        || !Files.readString(directory.samplesSpool()).contains(metric)) {
      assertTrue(
          System.nanoTime() - hangsAtNs < 0,
          () -> "the lab measures and writes no samples: " + labOutput());
      assertFalse(lab.waitFor(50, TimeUnit.MILLISECONDS), this::labOutput);
    }
  }
}
