package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SampleSpoolTest {
  private static final List<Sample> BATCH = List.of(new Sample(1, "pool/1", "a", "", 1));

  @TempDir private Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void tellsOfAFullDiskAndCountsWhatIsLost() throws Exception {
    RunDirectory run = new RunDirectory(folder);
    Files.createSymbolicLink(run.samplesSpool(), Path.of("/dev/full"));
    SampleSpool spool = new SampleSpool(run);
    spool.offer(BATCH);
    spool.offer(BATCH);
    spool.close();
    Files.delete(run.samplesSpool());

    assertTrue(spool.failure().get().getMessage().contains("No space left on device"));
    assertEquals(2, spool.droppedRows());
  }

  @Test
  void losesNothingThatWasOfferedBeforeItWasClosed() throws Exception {
    RunDirectory run = new RunDirectory(folder);
    SampleSpool spool = new SampleSpool(run);
    for (int i = 0; i < 100; i++) {
      spool.offer(BATCH);
    }
    spool.close();

    assertEquals(100, Files.readAllLines(run.samplesSpool()).size());
    assertEquals(0, spool.droppedRows());
  }
}
