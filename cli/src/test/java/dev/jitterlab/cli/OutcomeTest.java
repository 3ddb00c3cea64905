package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutcomeTest {
  @TempDir private Path folder;

  private final List<String> told = new ArrayList<>();

  private final Progress progress =
      new Progress() {
        @Override
        public void update(Step step) {
          told.add(step.text());
        }

        @Override
        public void note(String line) {
          throw new AssertionError(line);
        }

        @Override
        public void close() {
          throw new AssertionError("it is the caller's");
        }
      };

  /** With a million late ticks this takes minutes. */
  @Test
  void saysHowFarItIs() {
    RunDirectory run = new RunDirectoryFixture(folder).write();

    var unused = Outcome.write(run, progress);

    assertEquals("finding the causes of late events: server 1 of 10", told.getFirst());
    assertEquals("finding the causes of late events: server 10 of 10", told.get(9));
    assertEquals("writing the summary and the report", told.getLast());
    assertEquals(11, told.size(), told::toString);
  }

  /** The servers have ended by then, and what they left is enough to go on later. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aDiskThatIsFullAfterTheLastBlockCostsNoMeasurement() throws IOException {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    String part = "causes.json." + ProcessHandle.current().pid() + ".part";
    Files.createSymbolicLink(folder.resolve(part), Path.of("/dev/full"));

    LabException failure = assertThrows(LabException.class, () -> Outcome.write(run, progress));

    Problem problem = failure.problems().getFirst();
    assertEquals(ExitCode.RUN_FAILED, failure.exitCode());
    assertEquals(run.causes().toString(), problem.where());
    assertTrue(problem.what().contains("all was measured and is kept"), problem.what());
    assertTrue(problem.what().endsWith("the disk is full"), problem.what());
    assertTrue(problem.remedy().contains("./jitterlab report " + folder), problem.remedy());

    var unused = Outcome.write(run, progress);
    assertTrue(Files.isRegularFile(run.report()));
  }

  /** The first run may be root's, or in an archive. */
  @Test
  void saysWhatATrialDecidesIfTheFirstRunCannotBeMarked() throws IOException {
    RunDirectory run = new RunDirectoryFixture(folder.resolve("trial")).write();
    RunDirectory first = new RunDirectory(Files.createDirectory(folder.resolve("first")));
    Path inTheWay = Files.writeString(first.interventions(), "");
    Files.writeString(
        run.experiment(),
        "proves: {run: '%s', group: g, cause: gc_pause, change: c, words: w, metric: m}"
            .formatted(first.root()));

    String words = Outcome.proof(run, new SummaryBuilder(run).build()).orElseThrow();

    assertTrue(words.startsWith("gc_pause of g: undecided. "), words);
    assertTrue(words.contains("The first run is not marked with this. " + inTheWay), words);
    assertTrue(words.contains("./jitterlab report " + run.root()), words);
  }

  @Test
  void saysThatTheFirstRunIsNotWhereItWas() throws IOException {
    RunDirectory run = new RunDirectoryFixture(folder.resolve("trial")).write();
    Path moved = folder.resolve("moved");
    Files.writeString(
        run.experiment(),
        "proves: {run: '%s', group: g, cause: gc_pause, change: c, words: w, metric: m}"
            .formatted(moved));

    String words = Outcome.proof(run, new SummaryBuilder(run).build()).orElseThrow();

    assertTrue(
        words.contains(
            "The first run is not marked with this. " + moved + ": the first run is not there."),
        words);
    assertTrue(words.contains("correct `run` under `proves` in " + run.experiment()), words);
    assertFalse(Files.exists(moved));
  }
}
