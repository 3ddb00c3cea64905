package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.execution.ScriptedPlans;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a plan to what is shown, with real processes. */
class RunCommandTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 80);

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void aRunThatFailedIsShownAsInvalidWithItsCause() throws IOException {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    assertEquals(
        ExitCode.RUN_FAILED.status(), run(ScriptedPlans.block("dies-while-measured"), run));
    assertTrue(err.toString().startsWith("error: pool/1: the process ended"), err::toString);

    Summary summary = Json.read(run.summary(), Summary.class);
    assertEquals("invalid", summary.validity().status());
    assertTrue(summary.verdict().startsWith("The trial is invalid: the run failed (pool/1: the"));
    assertTrue(
        Files.readString(run.report()).contains("✖ Invalid trial. Do not use these figures."));

    assertEquals(0, execute(null, "show", run.root().toString()));
    assertTrue(out.toString().contains("INVALID TRIAL: do not use these figures"), out::toString);
    assertTrue(out.toString().contains("Run complete (0, limit 1): the run failed"), out::toString);
  }

  /** A run that is complete is only judged. */
  @Test
  void gatesOfOneRunHaveExitStatusesOfTheirOwn() {
    RunDirectory run = new RunDirectoryFixture(folder.resolve("complete")).write();
    String drift = "tick_drift_seconds.p99";

    assertEquals(0, resume(run, drift + "<=0.9", "--strict"), err::toString);
    assertTrue(out.toString().contains("✔ gate " + drift + "<=0.9, scheduled-pool: passed"));
    assertEquals(5, resume(run, drift + "<=0.01"));
    assertEquals(0, resume(run, "response_seconds.p99<=1.1"));
    assertEquals(6, resume(run, "response_seconds.p99<=1.1", "--strict"));
    RunDirectory invalid =
        new RunDirectoryFixture(folder.resolve("invalid")).sentToAll(0.8).write();
    assertEquals(4, resume(invalid, drift + "<=0.9"));
  }

  private int resume(RunDirectory run, String gate, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("resume", run.root().toString(), "--gate", gate));
    arguments.addAll(List.of(more));
    return execute(null, arguments.toArray(new String[0]));
  }

  @Test
  void aGateThatCannotBeJudgedIsRefusedBeforeAnythingStarts() throws IOException {
    RunDirectory run = new RunDirectory(folder.resolve("run"));

    assertEquals(2, run(ScriptedPlans.alternating("good", "good"), run, "--gate", "drift<=1.1"));
    assertEquals(2, run(ScriptedPlans.block("good"), run, "--gate", "cpu_load<=1.1"));
    assertTrue(err.toString().contains("the experiment has one group"), err::toString);
    assertFalse(Files.exists(run.root()));
  }

  @Test
  void strictWithoutAGateIsRefusedBeforeAnythingStarts() throws IOException {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    RunDirectory complete = new RunDirectoryFixture(folder.resolve("complete")).write();

    assertEquals(2, run(ScriptedPlans.alternating("good", "good"), run, "--strict"));
    assertTrue(err.toString().startsWith("error: --strict: no --gate is given"), err::toString);
    assertFalse(Files.exists(run.root()));
    assertEquals(2, execute(null, "resume", complete.root().toString(), "--strict"));
    assertFalse(Files.exists(complete.report()));
  }

  @Test
  void aCompleteRunWhoseLabWasKilledBeforeItsReportGetsAllOfIt() {
    RunDirectory run = new RunDirectoryFixture(folder.resolve("complete")).write();
    assertFalse(Files.exists(run.report()));

    assertEquals(0, execute(null, "resume", run.root().toString()), err::toString);
    assertTrue(Files.isRegularFile(run.summary()));
    assertTrue(Files.isRegularFile(run.report()));
    assertTrue(Files.isRegularFile(run.causes()));
  }

  /** Its figures are seen for the first time. */
  @Test
  void aCompleteRunThatIsInvalidSaysSoAlsoWhenItsReportIsMadeLate() {
    RunDirectory run = new RunDirectoryFixture(folder.resolve("late")).sentToAll(0.8).write();

    assertEquals(4, execute(null, "resume", run.root().toString()), err::toString);
    assertEquals(0, execute(null, "resume", run.root().toString()), "nothing is done any more");
  }

  @Test
  void aRunWhoseLabWasKilledIsShownToo() throws IOException {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    run(ScriptedPlans.block("dies-while-measured"), run);
    Files.delete(run.summary());

    assertEquals(0, execute(null, "show", run.root().toString()), err::toString);
    assertTrue(out.toString().contains("INVALID TRIAL"), out::toString);
  }

  private int run(Plan plan, RunDirectory run, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), "workload: test\n");
    List<String> arguments =
        new ArrayList<>(List.of("run", file.toString(), "--out", run.root().toString()));
    arguments.addAll(List.of(more));
    return execute(plan, arguments.toArray(new String[0]));
  }

  private int execute(Plan plan, String... arguments) {
    return JitterlabCommand.execute(
        arguments,
        _ -> plan,
        Path.of(""),
        new Terminals(PLAIN, PLAIN),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }
}
