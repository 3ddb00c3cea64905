package dev.jitterlab.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the run that the lab keeps as a resource of its tests: five blocks of a real machine. */
class StillnessTest {
  private static final Path KEPT =
      Path.of("../lab/src/test/resources/kept-runs/scheduler-2026-11.zip");

  @TempDir Path folder;

  private RunDirectory keptRun() throws IOException {
    try (InputStream in = Files.newInputStream(KEPT);
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(file);
        } else {
          Files.createDirectories(file.getParent());
          Files.copy(zip, file);
        }
      }
    }
    try (var all = Files.walk(folder)) {
      return new RunDirectory(
          all.filter(file -> file.endsWith("run.json")).findFirst().orElseThrow().getParent());
    }
  }

  @Test
  void readsWhatTheIdleProcessSaw() throws IOException {
    Optional<Stillness> found = Stillness.read(keptRun());
    Stillness still = found.orElseThrow();
    assertTrue(still.seconds() > 1, "it was watched for " + still.seconds() + " s");
    assertTrue(still.delayP99() <= still.delayP999() && still.delayP999() <= still.delayMax());
    assertTrue(still.stalledRatio() >= 0 && still.stalledRatio() <= 1);
    assertEquals(still.stallsPerMinute() == 0, still.delayMax() <= 0.005);
  }
}
