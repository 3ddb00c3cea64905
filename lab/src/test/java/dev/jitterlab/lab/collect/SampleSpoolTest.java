package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

  /** Else each block would cost more than the one before; readers take two equal rows for one. */
  @Test
  void comparesTheRowsOfANewBlockWithNoneOfEarlierOnes() throws Exception {
    RunDirectory run = new RunDirectory(folder);
    Sample row = new Sample(1, "a/1", "m", "", 1);
    load(run, row, row);
    load(run, new Sample(2, "a/1", "m", "", 2), new Sample(2, "a/1", "m", "", 2));
    assertEquals(4, rows(run), "none was sorted out");

    load(run, new Sample(2, "a/1", "m", "", 2), new Sample(3, "a/1", "m", "", 3));
    assertEquals(5, rows(run), "a spool that a killed lab had loaded already");
  }

  private static void load(RunDirectory run, Sample... rows) throws IOException {
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(List.of(rows));
    }
    SampleDatabase.load(run);
  }

  private static long rows(RunDirectory run) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:duckdb:" + run.samples().toAbsolutePath());
        Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("SELECT count(*) FROM samples")) {
      count.next();
      return count.getLong(1);
    }
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
