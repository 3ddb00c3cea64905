package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnoseCommandTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 80);
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** As the tick runtime's. */
  @Name("jitterlab.Tick")
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class TestTick extends Event {
    private final String task = "battle-1";
    private final long index;
    private final boolean late;
    private final long scheduled;
    private long started;
    private long finished;
    private final long runQueueDelay = Long.MIN_VALUE;
    private final long cpu = Long.MIN_VALUE;
    private final long executionRunQueueDelay = Long.MIN_VALUE;

    TestTick(long index, boolean late, long scheduled) {
      this.index = index;
      this.late = late;
      this.scheduled = scheduled;
    }
  }

  private int run(String... arguments) {
    return JitterlabCommand.execute(
        arguments,
        new Terminals(PLAIN, PLAIN),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  /** Five normal ticks, and one that sleeps. */
  private Path recording() throws IOException, InterruptedException {
    Path file = folder.resolve("server.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ThreadSleep").withoutThreshold();
      recording.enable("jdk.JVMInformation");
      recording.enable(TestTick.class);
      recording.start();
      for (int i = 0; i < 6; i++) {
        TestTick tick = new TestTick(i, i == 5, System.nanoTime());
        tick.started = System.nanoTime();
        tick.begin();
        if (i == 5) {
          Thread.sleep(60);
        }
        tick.finished = System.nanoTime();
        tick.commit();
      }
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  @Test
  void saysInItsFirstSentenceWhatMadeTicksLate() throws Exception {
    assertEquals(0, run("diagnose", recording().toString()), err::toString);
    String text = out.toString().replace('\n', ' ');
    assertTrue(
        text.matches("(over )?\\d+ % of server's late time is sleeping in the code .*"), text);
    assertTrue(text.contains("jdk.ThreadSleep on main"), text);
    assertTrue(text.contains("Not recorded, or only in part"), text);
    assertTrue(out.toString().lines().allMatch(line -> line.length() <= 80), out::toString);
  }

  @Test
  void jsonIsAsTheSchemaSaysAndPartsAddUp() throws Exception {
    assertEquals(0, run("diagnose", recording().toString(), "--format", "json"), err::toString);
    JsonNode causes = new ObjectMapper().readTree(out.toString());
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Path.of("../docs/causes.schema.json")));
    assertEquals(Set.of(), schema.validate(causes));
    JsonNode event = causes.get("events").get(0);
    double sum = 0;
    for (JsonNode part : event.get("parts")) {
      sum += part.get("seconds").asDouble();
    }
    assertEquals(event.get("lateness_seconds").asDouble(), sum, 1e-9);
    assertEquals("sleep", event.get("parts").get(0).get("cause").asText());
    assertTrue(event.get("lateness_seconds").asDouble() > 60 * MS / 1e9 * 0.9);
    JsonNode group = causes.get("groups").get(0);
    for (JsonNode missing : group.get("not_recorded")) {
      assertFalse(group.get("seconds_by_cause").has(missing.asText()), missing.asText());
    }
  }

  private Path rules(String condition) throws Exception {
    return Files.writeString(
        folder.resolve("my-rules.yaml"),
        "rules:\n  - name: long-sleep\n    events: [jdk.ThreadSleep]\n"
            + ("    condition: " + condition + "\n    text: It slept for {value}.\n")
            + "  - name: pool\n    events: [acme.Pool]\n    condition: count > 0\n    text: x\n");
  }

  @Test
  void rulesOfTheUsersAreJudged() throws Exception {
    Path rules = rules("sum(duration) >= 5 ms");
    String recording = recording().toString();
    assertEquals(0, run("diagnose", recording, "--rules", rules.toString()), err::toString);
    String text = out.toString().replace('\n', ' ');
    assertTrue(text.contains("long-sleep: found. It slept for "), text);
    assertTrue(text.contains("pool: not recorded. acme.Pool was not recorded"), text);
    out.getBuffer().setLength(0);
    assertEquals(
        0,
        run("diagnose", recording, "--rules", rules.toString(), "--format", "json"),
        err::toString);
    JsonNode causes = new ObjectMapper().readTree(out.toString());
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Path.of("../docs/causes.schema.json")));
    assertEquals(Set.of(), schema.validate(causes));
    assertEquals(2, causes.get("rules").size());
  }

  @Test
  void aWrongRuleIsOneErrorWithItsLine() throws Exception {
    Path rules = rules("sum(duration) >= 5");
    assertEquals(
        2, run("diagnose", recording().toString(), "--rules", rules.toString()), out::toString);
    assertTrue(err.toString().contains("my-rules.yaml:4:"), err::toString);
    assertTrue(err.toString().contains("has no unit of time"), err::toString);
    assertEquals("", out.toString());
  }

  @Test
  void filesThatAreNoneAreOneClearError() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.jfr"));
    Path foreign = Files.writeString(folder.resolve("foreign.jfr"), "<html>");
    for (Path file : new Path[] {empty, foreign, folder.resolve("missing.jfr"), folder}) {
      err.getBuffer().setLength(0);
      assertEquals(2, run("diagnose", file.toString()), file.toString());
      assertTrue(err.toString().contains(file.getFileName().toString()), err::toString);
      assertEquals("", out.toString());
    }
  }

  /** Its own process: jcmd attaches from outside, as to any other. */
  @Test
  void recordsARunningProcessAndLeavesNothingBehind() throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    Thread ticking =
        new Thread(
            () -> {
              for (int i = 0; !ends.get(); i++) {
                TestTick tick = new TestTick(i, i % 5 == 4, System.nanoTime());
                tick.started = System.nanoTime();
                tick.begin();
                LockSupport.parkNanos(i % 5 == 4 ? 40 * MS : MS / 10);
                tick.finished = System.nanoTime();
                tick.commit();
              }
            });
    ticking.start();
    try {
      String pid = Long.toString(ProcessHandle.current().pid());
      assertEquals(0, run("diagnose", "--pid", pid, "--for", "1s"), err::toString);
      String text = out.toString().replace('\n', ' ');
      assertTrue(
          text.matches("\\d+ % of process " + pid + "'s late time is waiting for other threads.*"),
          text);
      assertTrue(text.contains("What stopped all threads meanwhile"), text);
      assertTrue(
          FlightRecorder.getFlightRecorder().getRecordings().stream()
              .noneMatch(one -> one.getName().startsWith("jitterlab-")));
      try (Stream<Path> here = Files.list(Path.of("."))) {
        assertEquals(List.of(), here.filter(one -> one.toString().endsWith(".jfr")).toList());
      }
    } finally {
      ends.set(true);
      ticking.join();
    }
  }

  /** The causes are the JSON; what stopped all threads would be lost without a line beside it. */
  @Test
  void saysBesideJsonWhatStoppedAllThreads() throws Exception {
    String pid = Long.toString(ProcessHandle.current().pid());
    assertEquals(
        0, run("diagnose", "--pid", pid, "--for", "1s", "--format", "json"), err::toString);

    assertTrue(new ObjectMapper().readTree(out.toString()).isObject(), out::toString);
    assertTrue(err.toString().contains("What stopped all threads meanwhile"), err::toString);
  }

  @Test
  void aProcessThatIsNoneIsOneClearError() {
    assertEquals(2, run("diagnose", "--pid", "999999999"));
    assertTrue(err.toString().contains("no such process"), err::toString);
    assertEquals(2, run("diagnose", "--pid", "1", "--for", "soon"));
    assertTrue(err.toString().contains("expected a time from 1s to 1h"), err::toString);
    assertEquals(2, run("diagnose"));
    assertTrue(err.toString().contains("nothing to diagnose"), err::toString);
  }

  @Test
  void takesABundleAndSaysWhatItLacks() throws Exception {
    Path bundle = Files.createDirectories(folder.resolve("bundle-20260101T000000.000Z-1"));
    Files.move(recording(), bundle.resolve("recording.jfr"));
    Path json = bundle.resolve("bundle.json");
    Files.writeString(json, "{\"format\": 1, \"missing\": [\"gc.log: the JVM writes none\"]}");
    assertEquals(0, run("diagnose", bundle.toString()), err::toString);
    assertTrue(out.toString().contains("sleeping in the code"), out::toString);
    assertTrue(err.toString().contains("Not in the bundle: gc.log: the JVM writes none."));

    Files.writeString(json, "{\"format\": 2, \"missing\": []}");
    assertEquals(2, run("diagnose", bundle.toString()));
    assertTrue(err.toString().contains("the bundle has format 2"), err::toString);
    for (String damaged : new String[] {"", "{", "[]", "{\"format\": 1}", "null"}) {
      Files.writeString(json, damaged);
      assertEquals(2, run("diagnose", bundle.toString()), damaged);
    }
  }

  @Test
  void aRecordingWithoutTicksSaysWhatToUse() throws Exception {
    Path file = folder.resolve("plain.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    assertEquals(2, run("diagnose", file.toString()));
    assertTrue(err.toString().contains("jitterlab.Tick"), err::toString);
  }

  @Test
  void twoLogsOfOneKindAreRefused() throws Exception {
    Path one = Files.writeString(folder.resolve("a.log"), "[0.1s][info][gc] Using G1\n");
    Path other = Files.writeString(folder.resolve("b.log"), "[0.1s][info][gc] Using G1\n");
    assertEquals(2, run("diagnose", recording().toString(), one.toString(), other.toString()));
    assertTrue(err.toString().contains("same kind"), err::toString);
  }

  @Test
  void diagnosesARunWithItsLogsAndWritesCauses() throws Exception {
    new RunDirectoryFixture(folder).write();
    assertEquals(0, run("diagnose", folder.toString()), err::toString);
    assertTrue(out.toString().startsWith("No tick or request of "), out::toString);
    assertTrue(Files.isRegularFile(folder.resolve("causes.json")));

    assertEquals(0, run("report", folder.toString()), err::toString);
    assertTrue(Files.readString(folder.resolve("report.html")).contains("Why it was late"));
  }

  /** With such a limit every request would be slow, or none. */
  @ParameterizedTest
  @CsvSource({"-5", "0", "NaN", "Infinity"})
  void aSlowRequestTakesSomeTime(String slow) {
    assertEquals(2, run("diagnose", "server.jfr", "--slow=" + slow), out::toString);
    String shown = err.toString();
    assertTrue(shown.startsWith("error: --slow: expected 0.001 to 3600000, found "), shown);
    assertEquals("", out.toString());
  }

  @ParameterizedTest
  @CsvSource({"--slow, 2", "--tick-package, com.acme"})
  void optionsOfARecordingAreRefusedWithARun(String option, String value) throws Exception {
    new RunDirectoryFixture(folder).write();
    assertEquals(2, run("diagnose", folder.toString(), option, value), out::toString);
    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.startsWith("error: " + option + ": the experiment of a run decides"), shown);
    assertEquals("", out.toString());
    assertFalse(Files.exists(folder.resolve("causes.json")));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void showsTheCausesOfARunThatItCannotKeep() throws Exception {
    new RunDirectoryFixture(folder).write();
    String part = "causes.json." + ProcessHandle.current().pid() + ".part";
    Files.createSymbolicLink(folder.resolve(part), Path.of("/dev/full"));

    assertEquals(3, run("diagnose", folder.toString()), err::toString);

    assertTrue(out.toString().startsWith("No tick or request of "), out::toString);
    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.startsWith("error: " + folder.resolve("causes.json") + ": "), shown);
    assertTrue(shown.contains("the causes were found, but the file was not written"), shown);
    assertTrue(shown.contains("the disk is full"), shown);
  }

  @Test
  void saysThatItMayNotReadALog() throws Exception {
    Path log = Files.writeString(folder.resolve("gc.log"), "[0.1s][info][gc] Using G1\n");
    Files.setPosixFilePermissions(log, Set.of());
    assumeFalse(Files.isReadable(log), "needs `test $(id -u) -ne 0`");

    assertEquals(3, run("diagnose", recording().toString(), log.toString()), err::toString);

    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.startsWith("error: " + log + ": you have no right to it"), shown);
  }
}
