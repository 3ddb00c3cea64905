package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutcomeTest {
  @TempDir private Path folder;

  /** The servers have ended by then, and what they left is enough to go on later. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aDiskThatIsFullAfterTheLastBlockCostsNoMeasurement() throws IOException {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Path part = folder.resolve("causes.json.part");
    Files.createSymbolicLink(part, Path.of("/dev/full"));

    LabException failure = assertThrows(LabException.class, () -> Outcome.write(run));

    Problem problem = failure.problems().getFirst();
    assertEquals(ExitCode.RUN_FAILED, failure.exitCode());
    assertEquals(run.causes().toString(), problem.where());
    assertTrue(problem.what().contains("all was measured and is kept"), problem.what());
    assertTrue(problem.what().endsWith("the disk is full"), problem.what());
    assertTrue(problem.remedy().contains("./jitterlab report " + folder), problem.remedy());

    Files.delete(part);
    Outcome.write(run);
    assertTrue(Files.isRegularFile(run.report()));
  }
}
