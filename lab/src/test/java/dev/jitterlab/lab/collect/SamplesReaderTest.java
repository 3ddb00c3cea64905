package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the spool through the database to the queries. */
class SamplesReaderTest {
  private static final String ODD = "path=\"C:\\\\a, \\\"b\\\"\\n'\"";

  @TempDir private Path folder;
  private RunDirectory run;

  @BeforeEach
  void makeTheDirectory() throws IOException {
    run = new RunDirectory(Files.createDirectory(folder.resolve("it's a run")));
  }

  private void spool(Sample... samples) throws IOException {
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(List.of(samples));
    }
  }

  private static Sample sample(double at, String metric, String labels, double value) {
    return new Sample(at, "pool/1", metric, labels, value);
  }

  /** Checks judge servers in parallel, on one reader. */
  @Test
  void severalThreadsMayReadAtOnce() throws Exception {
    int threads = 8;
    for (int i = 0; i < threads; i++) {
      spool(sample(1, "metric" + i, "", i));
    }
    SampleDatabase.load(run);
    CyclicBarrier together = new CyclicBarrier(threads);
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow();
        ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<List<Point>>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String metric = "metric" + i;
        all.add(
            pool.submit(
                () -> {
                  together.await();
                  return reader.series("pool/1", metric, "", 0, 9);
                }));
      }
      for (int i = 0; i < threads; i++) {
        assertEquals(List.of(new Point(1, i)), all.get(i).get());
      }
    }
  }

  /** All processes are looked at together: of one that was not there nothing was left out. */
  @Test
  void countsAnotherProcessFromZeroThatBeganInBetween() throws Exception {
    String metric = LabMetrics.OTHER_CPU;
    spool(
        new Sample(10, "machine", metric, "command=\"sshd\",pid=\"7\"", 5),
        new Sample(20, "machine", metric, "command=\"sshd\",pid=\"7\"", 6),
        new Sample(20, "machine", metric, "command=\"make\",pid=\"8\"", 3));
    SampleDatabase.load(run);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(4.0), reader.increase("machine", metric, null, 10, 20));
      assertEquals(Map.of(), reader.increases("machine", metric, null, 0, 20));
    }
  }

  @Test
  void keepsEveryRowAsItWas() throws Exception {
    spool(
        sample(1763679816.125, "a", ODD, 1.0 / 3),
        sample(1, "nan", "", Double.NaN),
        sample(2, "inf", "", Double.NEGATIVE_INFINITY));
    SampleDatabase.load(run);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          List.of(new Point(1763679816.125, 1.0 / 3)), reader.series("pool/1", "a", ODD, 0, 2e9));
      assertEquals(List.of(new Point(1, Double.NaN)), reader.series("pool/1", "nan", "", 0, 9));
      assertEquals(
          List.of(new Point(2, Double.NEGATIVE_INFINITY)),
          reader.series("pool/1", "inf", null, 0, 9));
    }
    assertFalse(Files.exists(run.samplesSpool()), "the spool is gone once loaded");
  }

  @Test
  void addsTheRowsOfALaterBlock() throws Exception {
    spool(sample(1, "a", "", 1));
    SampleDatabase.load(run);
    spool(sample(2, "a", "", 2));
    SampleDatabase.load(run);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(2, reader.series("pool/1", "a", "", 0, 9).size());
    }
  }

  @Test
  void loadsWhatAKilledLabLeftUpToItsLastWholeLine() throws Exception {
    spool(sample(1, "a", "", 10));
    Files.writeString(
        run.samplesSpool(), "2.0,\"pool/1\",\"a\",\"\",12", StandardOpenOption.APPEND);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(List.of(new Point(1, 10)), reader.series("pool/1", "a", "", 0, 9));
    }
  }

  @Test
  void loadsIntoADatabaseThatAFullDiskHasLeftEmpty() throws Exception {
    spool(sample(1, "a", "", 10));
    Files.createFile(run.samples());

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(List.of(new Point(1, 10)), reader.series("pool/1", "a", "", 0, 9));
    }
  }

  @Test
  void aCounterGrowsOnlyWithinTheWindows() throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at <= 30; at++) {
      samples.add(sample(at, "a", "", 10 * at));
      samples.add(sample(at, LabMetrics.SCRAPE_SECONDS, "", 0.01));
      if (at >= 20) {
        samples.add(sample(at, "late", "", at));
      }
      if (at <= 12) {
        samples.add(sample(at, "gone", "", at));
      }
    }
    spool(samples.toArray(Sample[]::new));
    SampleDatabase.load(run);
    MeasuredWindows slices = new MeasuredWindows(List.of(new Window(5, 10), new Window(21, 25)));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(90.0), reader.increase("pool/1", "a", null, slices));
      assertEquals(
          Optional.of(4.0),
          reader.increase("pool/1", "late", null, slices),
          "it came to exist between the slices");
      assertEquals(
          Optional.empty(),
          reader.increase("pool/1", "gone", null, slices),
          "how much it grew in the second slice is not known");
      assertEquals(6 + 5, reader.series("pool/1", "a", null, slices).size());
    }
  }

  /** A server that shows a series no more must not get rid of what it had counted. */
  @Test
  void countsASeriesThatWasShownNoMoreUpToItsLastSample() throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at <= 20; at++) {
      samples.add(sample(at, LabMetrics.SCRAPE_SECONDS, "", 0.01));
      samples.add(sample(at, "errors", "pool=\"a\"", at));
      if (at <= 15) {
        samples.add(sample(at, "errors", "pool=\"b\"", 10 * at));
      }
    }
    spool(samples.toArray(Sample[]::new));
    SampleDatabase.load(run);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(10.0 + 50), reader.increase("pool/1", "errors", null, 10, 20));
    }
  }

  /** Another process would show a smaller figure, and so look better. */
  @Test
  void doesNotKnowByHowMuchACounterGrewThatBeganAnew() throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at <= 30; at++) {
      double again = at < 15 ? 10 * at : 10 * (at - 15);
      samples.add(sample(at, "ticks_total", "x=\"1\"", again));
      samples.add(sample(at, "ticks_total", "x=\"2\"", at));
      samples.add(sample(at, "waiting", "", again));
    }
    spool(samples.toArray(Sample[]::new));
    SampleDatabase.load(run);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(50.0), reader.increase("pool/1", "ticks_total", "x=\"1\"", 5, 10));
      assertEquals(Optional.empty(), reader.increase("pool/1", "ticks_total", "x=\"1\"", 10, 20));
      assertEquals(
          Optional.empty(),
          reader.increase("pool/1", "ticks_total", "x=\"1\"", 5, 30),
          "more than at the start, and yet too little");
      assertEquals(Optional.empty(), reader.increase("pool/1", "ticks_total", null, 5, 30));
      assertEquals(Optional.of(25.0), reader.increase("pool/1", "ticks_total", "x=\"2\"", 5, 30));
      assertEquals(Optional.of(-50.0), reader.increase("pool/1", "waiting", "", 10, 20), "a gauge");
    }
  }

  /** The first attempt of the block had the series, and was discarded. */
  @Test
  void anEarlierAttemptDoesNotSayThatASeriesWasThereBefore() throws Exception {
    List<Sample> samples = new ArrayList<>(List.of(sample(10, "late", "", 7)));
    for (int at = 100; at <= 115; at++) {
      samples.add(sample(at, LabMetrics.SCRAPE_SECONDS, "", 0.01));
      if (at >= 110) {
        samples.add(sample(at, "late", "", at));
      }
    }
    spool(samples.toArray(Sample[]::new));
    SampleDatabase.load(run);
    MeasuredWindows slices =
        new MeasuredWindows(List.of(new Window(100, 105), new Window(110, 115)));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(5.0), reader.increase("pool/1", "late", null, slices));
    }
  }

  /** It hung, and answered again before its second slice. */
  @Test
  void doesNotKnowWhatASourceCountedThatDidNotAnswerInItsFirstSlice() throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at <= 30; at++) {
      if (at <= 2 || at >= 18) {
        samples.add(sample(at, LabMetrics.SCRAPE_SECONDS, "", 0.01));
        samples.add(sample(at, "late_total", "", at));
      }
    }
    spool(samples.toArray(Sample[]::new));
    SampleDatabase.load(run);
    MeasuredWindows slices = new MeasuredWindows(List.of(new Window(6, 11), new Window(21, 25)));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.empty(), reader.increase("pool/1", "late_total", null, slices));
    }
  }

  @Test
  void tellsForHowLongASourceWasSilent() throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at <= 30; at++) {
      if (at <= 10 || at == 14 || at == 15 || at >= 25) {
        samples.add(sample(at, LabMetrics.SCRAPE_SECONDS, "", 0.01));
      }
    }
    spool(samples.toArray(Sample[]::new));
    SampleDatabase.load(run);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(1.5 + 7.5, reader.silentSeconds("pool/1", MeasuredWindows.of(0, 30)));
      assertEquals(1.5 + 2.5, reader.silentSeconds("pool/1", MeasuredWindows.of(5, 20)));
      assertEquals(0, reader.silentSeconds("pool/1", MeasuredWindows.of(0, 12)));
      assertEquals(0, reader.silentSeconds("never/1", MeasuredWindows.of(0, 30)));
    }
  }

  /** Each of its scrapes failed, so that it has no figure but how many did. */
  @Test
  void aSourceThatNeverAnsweredWasSilentFromTheStart() throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at <= 30; at++) {
      samples.add(sample(at, LabMetrics.SCRAPE_FAILED, "", at + 1));
    }
    spool(samples.toArray(Sample[]::new));
    SampleDatabase.load(run);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(27.5, reader.silentSeconds("pool/1", MeasuredWindows.of(0, 30)));
      assertTrue(reader.neverAnswered("pool/1"));
      assertFalse(reader.neverAnswered("never/1"), "it was not asked");
    }
  }

  @Test
  void loadsNoRowTwiceAfterACrashBetweenLoadingAndDeleting() throws Exception {
    spool(sample(1, "a", "", 10), sample(2, "a", "", 11));
    byte[] spool = Files.readAllBytes(run.samplesSpool());
    SampleDatabase.load(run);
    Files.write(run.samplesSpool(), spool);

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(10.5), reader.mean("pool/1", "a", MeasuredWindows.of(0, 9)));
      assertEquals(
          List.of(new Point(1, 10), new Point(2, 11)), reader.series("pool/1", "a", null, 0, 9));
    }
  }

  @Test
  void boundsACounterByTheSamplesAtTheTimes() throws Exception {
    spool(
        sample(9.9, "a", "", 1),
        sample(10, "a", "", 2),
        sample(15, "a", "", 5),
        sample(20, "a", "", 9),
        sample(20.1, "a", "", 100));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(7.0), reader.increase("pool/1", "a", "", 10, 20));
      assertEquals(Optional.empty(), reader.increase("pool/1", "a", "", 2, 20));
      assertEquals(Optional.empty(), reader.increase("pool/2", "a", "", 10, 20));
      assertEquals(Optional.empty(), reader.increase("pool/1", "a", "x=\"y\"", 10, 20));
    }
  }

  @Test
  void takesACounterToGrowEvenlyWhereTheScrapeAtABoundFailed() throws Exception {
    spool(
        sample(8, "a", "", 100),
        sample(12, "a", "", 500),
        sample(18, "a", "", 1100),
        sample(19, "a", "", 1200),
        sample(21, "a", "", 1400));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(1000, reader.increase("pool/1", "a", "", 10, 20).orElseThrow(), 1e-9);
      assertEquals(1100, reader.increase("pool/1", "a", "", 10, 22).orElseThrow(), 1e-9);
    }
  }

  @Test
  void tellsLabelSetsApart() throws Exception {
    spool(
        sample(10, "a", "x=\"1\"", 5),
        sample(10, "a", "x=\"2\"", 5),
        sample(20, "a", "x=\"1\"", 6),
        sample(20, "a", "x=\"2\"", 8));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          Map.of("x=\"1\"", 1.0, "x=\"2\"", 3.0), reader.increases("pool/1", "a", null, 10, 20));
    }
  }

  @Test
  void addsUpLabelSetsAndCountsANewOneFromZero() throws Exception {
    spool(
        sample(10, "a", "x=\"1\"", 5),
        sample(10, LabMetrics.SCRAPE_SECONDS, "", 0.01),
        sample(20, "a", "x=\"1\"", 6),
        sample(20, "a", "x=\"2\"", 3));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(4.0), reader.increase("pool/1", "a", null, 10, 20));
      assertEquals(Optional.of(3.0), reader.increase("pool/1", "a", "x=\"2\"", 10, 20));
    }
  }

  @Test
  void claimsNothingOfANewSeriesWhenTheFirstScrapeFailed() throws Exception {
    spool(sample(20, "a", "", 3));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.empty(), reader.increase("pool/1", "a", "", 10, 20));
    }
  }

  @Test
  void givesMeanAndMaximumOfAGaugeInAWindow() throws Exception {
    spool(
        sample(1, "a", "", 100),
        sample(2, "a", "x=\"1\"", 1),
        sample(2, "a", "x=\"2\"", 2),
        sample(3, "a", "", 5),
        sample(4, "a", "", 100));

    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(Optional.of(4.0), reader.mean("pool/1", "a", MeasuredWindows.of(2, 3)));
      assertEquals(Optional.of(5.0), reader.max("pool/1", "a", MeasuredWindows.of(2, 3)));
      assertEquals(Optional.empty(), reader.mean("pool/1", "a", MeasuredWindows.of(5, 9)));
      assertEquals(Optional.empty(), reader.max("pool/1", "b", MeasuredWindows.of(2, 3)));
    }
  }

  @Test
  void isEmptyForARunWithoutSamples() {
    assertTrue(SamplesReader.open(run).isEmpty());
  }

  @Test
  void saysThatAFileIsNoDatabase() throws Exception {
    Files.writeString(run.samples(), "nonsense");
    LabException broken = assertThrows(LabException.class, () -> SamplesReader.open(run));

    assertTrue(broken.problems().getFirst().details().contains("not a valid DuckDB"));
  }
}
