package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.jit.JitFigures;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredServerTest {
  @TempDir private Path folder;

  @Test
  void hasTheMeasuredPartOfACollectorsSeries() {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence evidence = Evidence.read(run, Optional.empty());
    Evidence.MeasuredProcess server = evidence.servers().getFirst();
    MeasuredServer measured = new MeasuredServer(server, evidence);

    List<Point> ticks = measured.recorded("tick_execution_seconds");
    assertTrue(ticks.size() > 1, ticks::toString);
    assertTrue(ticks.stream().allMatch(point -> point.at() >= 0), ticks::toString);
    assertTrue(ticks.getLast().at() <= server.windows().seconds(), ticks::toString);
    assertEquals(List.of(), measured.recorded("unknown"));
  }

  /** Its loops hang, and it answers no scrape any more: the last sample of before says nothing. */
  @Test
  void aGaugeIsNotKnownAtTheEndIfItsLastSampleIsOlder() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence.MeasuredProcess server = Evidence.read(run, Optional.empty()).servers().getFirst();
    double to = server.windows().to();
    gauge(run, server, "early", to - 3);
    gauge(run, server, "late", to - 1);
    MeasuredServer measured = measured(run);

    assertEquals(Optional.empty(), measured.last("early"));
    assertTrue(measured.shows("early"));
    assertEquals(Optional.of(7.0), measured.mean("early"));
    assertEquals(Optional.of(7.0), measured.last("late"));
    assertEquals(Optional.empty(), measured.last("never"));
    assertFalse(measured.shows("never"));
  }

  /** What a gauge was like in the part that it hid may be the worst of all. */
  @Test
  void aServerThatWasSilentForLongHasNoGauges() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence.MeasuredProcess server = Evidence.read(run, Optional.empty()).servers().getFirst();
    gauge(run, server, "early", server.windows().from() + 1);
    endAfterTwoSeconds(run, server, LabMetrics.SCRAPE_SECONDS);
    MeasuredServer measured = measured(run);

    assertEquals(Optional.empty(), measured.mean("early"));
    assertEquals(Optional.empty(), measured.max("early"));
    assertTrue(
        measured.max(LabMetrics.RESIDENT).isPresent(), "the lab does not ask the server for that");
    assertTrue(measured.shows("early"));
  }

  /** The recording has every tick, whether the server answers scrapes or not. */
  @Test
  void aSilentServerWhoseTicksAreEventsHasTheFiguresOfItsTicks() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder).ticksByEvent().write();
    Evidence.MeasuredProcess server = Evidence.read(run, Optional.empty()).servers().getFirst();
    gauge(run, server, "jitterlab_ticks_waiting", server.windows().to());
    gauge(run, server, "own", server.windows().to());
    endAfterTwoSeconds(run, server, LabMetrics.SCRAPE_SECONDS);
    MeasuredServer measured = measured(run);

    assertEquals(Optional.of(7.0), measured.last("jitterlab_ticks_waiting"));
    assertEquals(Optional.empty(), measured.last("own"));
    assertTrue(TickTimes.of(TickTime.DRIFT, Quantile.P99).read(measured).isPresent());
  }

  /** It is sampled in the first seconds only. */
  @Test
  void theMemoryOfAServerIsNotKnownIfTheLabMissedItForLong() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence.MeasuredProcess server = Evidence.read(run, Optional.empty()).servers().getFirst();
    endAfterTwoSeconds(run, server, LabMetrics.RESIDENT);

    assertEquals(Optional.empty(), measured(run).max(LabMetrics.RESIDENT));
  }

  /** A client library shows it where a gauge has nothing to say. */
  @Test
  void aSampleThatIsNoNumberIsNoSample() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence.MeasuredProcess server = Evidence.read(run, Optional.empty()).servers().getFirst();
    List<Sample> samples = new ArrayList<>();
    double step = server.windows().seconds() / 40;
    for (int i = 0; i <= 40; i++) {
      double at = server.windows().from() + i * step;
      samples.add(new Sample(at, server.id(), "good", "", i == 20 ? Double.NaN : 7));
      samples.add(new Sample(at, server.id(), "bad", "", i > 20 ? Double.NaN : 7));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    MeasuredServer measured = measured(run);

    assertEquals(Optional.of(7.0), measured.mean("good"));
    assertEquals(Optional.of(7.0), measured.max("good"));
    assertEquals(Optional.of(7.0), measured.last("good"));
    assertEquals(Optional.empty(), measured.mean("bad"), "half of it is not known");
  }

  /** A start script started it again: the other label set alone would be too little. */
  @Test
  void aSumIsUnknownIfOneOfItsCountersBeganAnew() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence.MeasuredProcess server = Evidence.read(run, Optional.empty()).servers().getFirst();
    List<Sample> samples = new ArrayList<>();
    double step = server.windows().seconds() / 40;
    for (int i = 0; i <= 40; i++) {
      double at = i == 40 ? server.windows().to() : server.windows().from() + i * step;
      samples.add(new Sample(at, server.id(), "done_total", "x=\"1\"", 100 + i));
      samples.add(new Sample(at, server.id(), "done_total", "x=\"2\"", i < 20 ? 100 + i : i - 20));
      samples.add(new Sample(at, server.id(), "good_total", "x=\"1\"", 100 + i));
      samples.add(new Sample(at, server.id(), "good_total", "x=\"2\"", 100 + i));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    MeasuredServer measured = measured(run);

    assertEquals(Optional.empty(), measured.increase("done_total"));
    assertEquals(Optional.of(80.0), measured.increase("good_total"));
  }

  /** Where servers take turns: it was started again between its slices, and failed no more. */
  @Test
  void aSumIsUnknownIfOneOfItsCountersIsGoneInALaterSlice() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence.MeasuredProcess whole = Evidence.read(run, Optional.empty()).servers().getFirst();
    double from = whole.windows().from();
    List<Sample> samples = new ArrayList<>();
    for (int second = 0; second <= 12; second++) {
      double at = from + second;
      samples.add(new Sample(at, whole.id(), "answers_total", "code=\"200\"", 100 + second));
      samples.add(new Sample(at, whole.id(), "good_total", "code=\"200\"", 100 + second));
      if (second <= 4) {
        samples.add(new Sample(at, whole.id(), "answers_total", "code=\"500\"", 2 * second));
      }
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    MeasuredWindows slices =
        new MeasuredWindows(List.of(new Window(from, from + 4), new Window(from + 7, from + 11)));
    Evidence.MeasuredProcess server =
        new Evidence.MeasuredProcess(whole.id(), whole.block(), whole.folder(), slices);
    MeasuredServer measured =
        new MeasuredServer(server, Evidence.read(run, SamplesReader.open(run)));

    assertEquals(Optional.empty(), measured.increase("answers_total"));
    assertEquals(Optional.of(8.0), measured.increase("good_total"));
  }

  /** The server was started again while it was measured, and began its log anew. */
  @Test
  void aLogOfCompilationsThatBeginsLateHasNoFigures() throws Exception {
    RunDirectory run = new RunDirectoryFixture(folder).write();
    Evidence.MeasuredProcess server = Evidence.read(run, Optional.empty()).servers().getFirst();
    String compiled = "[%dms]    1       3 game.rules.mode.Boss::slam (50 bytes)%n";
    long fromMs = Math.round(server.windows().from() * 1e3);

    Files.writeString(server.folder().resolve("jit.log"), compiled.formatted(fromMs + 1));
    assertEquals(Optional.empty(), jit(run));
    Files.writeString(server.folder().resolve("jit.log"), compiled.formatted(fromMs));
    assertTrue(jit(run).isPresent());
    Files.writeString(server.folder().resolve("jit.log"), "");
    assertTrue(jit(run).isPresent(), "it only interprets");
    Files.delete(GcLog.file(server.folder()));
    assertEquals(Optional.empty(), jit(run));
  }

  private static Optional<JitFigures> jit(RunDirectory run) {
    Evidence evidence = Evidence.read(run, Optional.empty());
    return new MeasuredServer(evidence.servers().getFirst(), evidence).jit();
  }

  private static MeasuredServer measured(RunDirectory run) {
    Evidence evidence = Evidence.read(run, SamplesReader.open(run));
    return new MeasuredServer(evidence.servers().getFirst(), evidence);
  }

  private static void endAfterTwoSeconds(
      RunDirectory run, Evidence.MeasuredProcess server, String metric) throws SQLException {
    try (Connection samples = DriverManager.getConnection("jdbc:duckdb:" + run.samples());
        PreparedStatement later =
            samples.prepareStatement(
                "DELETE FROM samples WHERE metric = ? AND source = ? AND \"at\" > ?")) {
      later.setString(1, metric);
      later.setString(2, server.id());
      later.setDouble(3, server.windows().from() + 2);
      assertTrue(later.executeUpdate() > 2);
    }
  }

  private static void gauge(
      RunDirectory run, Evidence.MeasuredProcess server, String name, double at) throws Exception {
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(List.of(new Sample(at, server.id(), name, "", 7)));
    }
    SampleDatabase.load(run);
  }
}
