package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpooledSamplesTest {
  private static final String LABELS = "cpu=\"0\",state=\"idle\"";

  @TempDir private Path folder;
  private RunDirectory run;
  private SpooledSamples samples;

  @BeforeEach
  void begin() {
    run = new RunDirectory(folder);
    samples = new SpooledSamples(run, Set.of("cpu_seconds"));
  }

  @Test
  void readsWhatTheSpoolHolds() throws IOException {
    write(
        new Sample(10, "machine", "cpu_seconds", LABELS, 1.5),
        new Sample(10, "machine", "cpu_seconds", "cpu=\"1\",state=\"idle\"", 2),
        new Sample(10, "machine", "other", "like=\"cpu_seconds\"", 9),
        new Sample(11, "machine", "cpu_seconds", LABELS, 2.5));
    samples.readNew();

    assertEquals(
        List.of(new SamplesReader.Point(10, 1.5), new SamplesReader.Point(11, 2.5)),
        samples.series("machine", "cpu_seconds", LABELS, 0, 100));
    assertEquals(
        List.of(new SamplesReader.Point(10, 3.5)),
        samples.series("machine", "cpu_seconds", null, 0, 10.5));
    assertEquals(List.of(), samples.series("machine", "other", null, 0, 100));
  }

  @Test
  void namesTheLabelSetsThatItHasRead() throws IOException {
    write(
        new Sample(10, "machine", "cpu_seconds", "cpu=\"2\",state=\"idle\"", 2),
        new Sample(10, "machine", "cpu_seconds", "cpu=\"2\",state=\"user\"", 1),
        new Sample(10, "machine", "cpu_seconds", LABELS, 1.5),
        new Sample(10, "a/1", "cpu_seconds", "cpu=\"1\",state=\"idle\"", 3));
    samples.readNew();

    SeriesSelector idle = new SeriesSelector("cpu_seconds", List.of("state=\"idle\""));
    assertEquals(List.of(LABELS, "cpu=\"2\",state=\"idle\""), samples.labelSets("machine", idle));
    assertEquals(List.of(), samples.labelSets("b/1", idle));
  }

  @Test
  void keepsEveryBlockOnce() throws IOException {
    samples.readNew();
    write(new Sample(1, "a/1", "cpu_seconds", "", 1));
    samples.readNew();
    samples.readNew();
    Files.delete(run.samplesSpool());
    samples.readNew();
    samples.nextSpool();
    write(new Sample(2, "a/1", "cpu_seconds", "", 3));
    Files.writeString(run.samplesSpool(), "3.0,\"a/1\",\"cpu_sec", StandardOpenOption.APPEND);
    samples.readNew();

    assertEquals(
        List.of(new SamplesReader.Point(1, 1), new SamplesReader.Point(2, 3)),
        samples.series("a/1", "cpu_seconds", null, 0, 100));
  }

  private void write(Sample... rows) throws IOException {
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(List.of(rows));
    }
  }
}
