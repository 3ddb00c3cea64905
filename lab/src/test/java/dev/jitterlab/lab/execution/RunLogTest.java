package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.ManualTime;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLogTest {
  @TempDir private Path folder;

  private RunState state() {
    return Json.read(new RunDirectory(folder).runState(), RunState.class);
  }

  private RunLog log() throws Exception {
    return RunLog.begin(new RunDirectory(folder), new ManualTime());
  }

  @Test
  void writesEveryChangeAtOnce() throws Exception {
    RunLog log = log();
    assertEquals(
        new RunState(
            "running", null, 1000, null, List.of(), List.of(), List.of(), List.of(), List.of()),
        state());
    log.blockBegun(1);
    assertEquals(List.of(new BlockTimes(1, null, null, null, null, null)), state().blocks());
    log.loadStarted(2);
    log.measuredFrom(3, null);
    assertEquals(List.of(new BlockTimes(1, 2.0, 3.0, null, null, null)), state().blocks());
    log.measuredTo(4);
    assertEquals(List.of(), state().finishedBlocks(), "its data is not on the disk yet");
    log.blockFinished();
    log.blockBegun(2);
    assertEquals(
        List.of(
            new BlockTimes(1, 2.0, 3.0, 4.0, 1000.0, null),
            new BlockTimes(2, null, null, null, null, null)),
        state().blocks());
    log.completed();
    assertEquals("complete", state().state());
    assertEquals(1000.0, state().endedAt());
    assertNull(state().why());
  }

  @Test
  void keepsWhichServersWereNotSteady() throws Exception {
    RunLog log = log();
    log.blockBegun(1);
    log.loadStarted(2);
    log.measuredFrom(3, List.of("pool/1"));
    log.measuredTo(4);
    log.blockFinished();

    assertEquals(
        List.of(new BlockTimes(1, 2.0, 3.0, 4.0, 1000.0, List.of("pool/1"))), state().blocks());
  }

  @Test
  void keepsToTheFirstEnd() throws Exception {
    RunLog log = log();
    log.interrupted();
    log.failed("a server died, because the lab was interrupted");
    log.blockBegun(9);

    assertEquals("interrupted", state().state());
    assertTrue(state().blocks().isEmpty());
  }

  @Test
  void givesUpItsReserveAtTheEnd() throws Exception {
    RunLog log = log();
    assertTrue(Files.size(folder.resolve(".reserve")) > 100_000);
    log.failed("why");

    assertFalse(Files.exists(folder.resolve(".reserve")));
    assertEquals("why", state().why());
  }
}
