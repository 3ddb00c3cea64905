package dev.jitterlab.lab.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeReaderTest {
  private static final String SERVER = "size/1";

  @TempDir private Path folder;

  @Test
  void aServerThatDidNotTakeItsHeapWasStartedAndFailed() throws IOException {
    assertTrue(whyFailed().startsWith("the server wrote no log of collections"), whyFailed());

    Path server = Files.createDirectories(new RunDirectory(folder).instance(SERVER));
    Files.writeString(GcLog.file(server), "[0.004s][info][gc,init] Heap Max Capacity: 128M\n");
    assertEquals("the server was given a heap of 64 MiB and has one of 128 MiB", whyFailed());
  }

  private String whyFailed() {
    LabException failed =
        assertThrows(
            LabException.class,
            () -> ProbeReader.ended(1, 64L << 20, "001-64m", new RunDirectory(folder), SERVER));
    assertEquals(ExitCode.RUN_FAILED, failed.exitCode(), failed.getMessage());
    return failed.problems().getFirst().what();
  }
}
