package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code report} and {@code show} on a run directory. */
class ReportCommandsTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 80);

  @TempDir private Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void reportWritesThePageAndPrintsItsPath() throws IOException {
    RunDirectory run = finishedRun();
    assertEquals(0, execute("report", root.toString()), err::toString);
    assertEquals(run.report() + System.lineSeparator(), out.toString());
    assertTrue(Files.readString(run.report()).startsWith("<!doctype html>"));
  }

  @Test
  void reportOnNoRunIsAWrongArgument() {
    assertEquals(2, execute("report", root.resolve("nowhere").toString()));
    assertTrue(err.toString().contains("nowhere"));
  }

  @Test
  void reportMakesTheSummaryAgainToo() throws IOException {
    RunDirectory run = finishedRun();
    String summary = Files.readString(run.summary());
    Files.writeString(run.summary(), "{}");
    assertEquals(0, execute("report", root.toString(), "--format", "json"), err::toString);
    assertEquals(summary, Files.readString(run.summary()));
    assertEquals(summary, out.toString());
  }

  @Test
  void reportMakesTheSummaryThatAKilledLabDidNotWrite() throws IOException {
    RunDirectory run = new RunDirectoryFixture(root).write();
    assertEquals(0, execute("report", root.toString()), err::toString);
    assertTrue(Files.isRegularFile(run.summary()));
    assertTrue(Files.isRegularFile(run.report()));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void reportShowsWhatItCannotWrite() throws IOException {
    RunDirectory run = finishedRun();
    String part = "causes.json." + ProcessHandle.current().pid() + ".part";
    Files.createSymbolicLink(root.resolve(part), Path.of("/dev/full"));

    assertEquals(3, execute("report", root.toString()), err::toString);

    assertTrue(out.toString().contains("scheduled-pool against thread-per-task"), out::toString);
    assertTrue(out.toString().contains("No tick or request of "), out::toString);
    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.startsWith("error: " + run.causes() + ": "), shown);
    assertTrue(shown.contains("the disk is full"), shown);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void reportPrintsTheSummaryThatItCannotWrite() throws IOException {
    RunDirectory run = finishedRun();
    String part = "summary.json." + ProcessHandle.current().pid() + ".part";
    Files.createSymbolicLink(root.resolve(part), Path.of("/dev/full"));

    assertEquals(3, execute("report", root.toString(), "--format", "json"), err::toString);

    assertEquals(Files.readString(run.summary()), out.toString());
    String shown = err.toString().replaceAll("\\s+", " ");
    assertTrue(shown.startsWith("error: " + run.summary() + ": the disk is full"), shown);
  }

  @Test
  void showPrintsTheTable() throws IOException {
    finishedRun();
    assertEquals(0, execute("show", root.toString()), err::toString);
    assertTrue(out.toString().contains("scheduled-pool against thread-per-task"));
  }

  @Test
  void showAsJsonPrintsTheSummaryByteForByte() throws IOException {
    RunDirectory run = finishedRun();
    assertEquals(0, execute("show", "--format", "json", root.toString()), err::toString);
    assertEquals(Files.readString(run.summary()), out.toString());
  }

  private RunDirectory finishedRun() {
    RunDirectory run = new RunDirectoryFixture(root).write();
    new SummaryBuilder(run).write();
    return run;
  }

  private int execute(String... arguments) {
    return JitterlabCommand.execute(
        arguments, new Terminals(PLAIN, PLAIN), new PrintWriter(out), new PrintWriter(err));
  }
}
