package dev.jitterlab.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import dev.jitterlab.lab.validity.evidence.WaitInStalls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  /** A thread that wakes up a thousand times a second waits a little on any machine. */
  @Test
  void countsNoWaitingThatQuietSecondsHaveToo() throws IOException {
    RunDirectory run = keptRun();
    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      Evidence evidence = Evidence.read(run, Optional.of(samples));
      IdleControl control = evidence.controls().getFirst();
      double all = control.runQueueSeconds(evidence).orElseThrow();
      double inStalls = WaitInStalls.seconds(List.of(control), samples);
      assertTrue(inStalls < all, "this run tells the two apart: " + inStalls + " of " + all);
      assertEquals(
          Math.min(1, inStalls / control.stalledSeconds()),
          Stillness.read(run).orElseThrow().waitedRatio(),
          1e-9);
    }
  }
}
