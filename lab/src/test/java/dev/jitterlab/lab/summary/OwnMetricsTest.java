package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.metric.ScrapedMetric.Better;
import dev.jitterlab.lab.metric.ScrapedMetric.Reading;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.summary.Summary.Check;
import dev.jitterlab.lab.summary.Summary.Comparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnMetricsTest {
  private static final OwnMetrics CAPACITY =
      new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", "1.1", 0.001));

  @TempDir private Path root;

  private static ScrapedMetric metric(
      String name, Reading reading, String series, String per, String perRate) {
    return new ScrapedMetric(name, reading, series, per, perRate, Unit.NUMBER, Better.HIGHER);
  }

  private Summary build(RunDirectoryFixture fixture) {
    return new SummaryBuilder(fixture.write()).build();
  }

  private Summary build(ScrapedMetric... metrics) {
    return build(fixture().metrics(new OwnMetrics(List.of(metrics), null)));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root).inBlocks().durationSeconds(30);
  }

  private static Check check(Summary summary, String name) {
    return summary.validity().checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Comparison comparison(Summary summary, String metric) {
    return summary.comparisons().stream()
        .filter(one -> one.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  /** A median of 1 ms in the one group and of 0.1 ms in the other. */
  @Test
  void makesFiguresOfTimesInTheTickLog() {
    Summary summary =
        build(
            new ScrapedMetric(
                "waits", Reading.P50, "lock-wait", null, null, Unit.SECONDS, Better.LOWER),
            new ScrapedMetric(
                "locked", Reading.LONGEST, "lock-held", null, null, Unit.SECONDS, Better.LOWER));

    assertEquals(0.1, comparison(summary, "waits").ratio(), 0.01);
    assertTrue(
        check(summary, "series_not_seen").why().contains("no times `lock-held` are in"),
        check(summary, "series_not_seen")::why);
  }

  /** Thirty seconds have some thousand ticks: nothing can be said of one in ten thousand. */
  @Test
  void givesNoPercentileThatStandsOnFewerThanTenTimes() {
    Summary summary =
        build(
            new ScrapedMetric(
                "waits", Reading.P9999, "lock-wait", null, null, Unit.SECONDS, Better.LOWER));

    assertEquals("weak", check(summary, "series_not_seen").status());
    assertTrue(
        check(summary, "series_not_seen")
            .why()
            .contains("which recorded fewer than 100,000 times `lock-wait`"),
        check(summary, "series_not_seen")::why);
    assertNull(comparison(summary, "waits").ratio());
  }

  /** Each answer of the step took 5 ms. */
  @Test
  void makesFiguresOfAStepOfTheLoadWhereTheServersHaveNoSuchTimes() {
    ScrapedMetric read =
        new ScrapedMetric("read", Reading.P99, "shop/read", null, null, Unit.SECONDS, Better.LOWER);
    Summary summary =
        build(
            fixture()
                .responses(ResponseLogFixture.OPEN)
                .metrics(new OwnMetrics(List.of(read), null)));

    assertEquals(0.005, own(summary).get("read"), 1e-4);
    assertEquals("valid", check(summary, "series_not_seen").status());
  }

  /** Of a server 500 requests of the step have waited for 10 ms to 5 s, beside 1,000 answers. */
  @Test
  void requestsOfAStepThatAreStillOutCountAsWhatTheyHaveWaited() {
    ScrapedMetric read =
        new ScrapedMetric("read", Reading.P99, "shop/read", null, null, Unit.SECONDS, Better.LOWER);
    Summary summary =
        build(
            fixture()
                .responses(ResponseLogFixture.OPEN)
                .hung("thread-per-task")
                .metrics(new OwnMetrics(List.of(read), null)));
    Metric metric = summary.metric("read").orElseThrow();
    MetricValues hung = summary.groups().getFirst().metrics();

    assertNull(metric.in(hung));
    assertEquals(4.85, metric.atLeast(hung), 0.01, "15 of 1,500 wait for longer");
    assertEquals(0.005, metric.in(summary.groups().getLast().metrics()), 1e-4);
  }

  /** 200 ticks a second, a fiftieth of the baseline's late, 10 battles, 100 players. */
  @Test
  void makesFiguresOfCountersAndGauges() {
    String late = "jitterlab_ticks_late_total";
    Summary summary =
        build(
            metric("late", Reading.RATE, late + "{threshold=\"1.1\"}", null, null),
            metric("late_all", Reading.RATE, late, null, null),
            metric("late_peak", Reading.PEAK, late + "{threshold=\"1.1\"}", null, null),
            metric(
                "late_per_player",
                Reading.RATE,
                late + "{threshold=\"1.1\"}",
                "jitterlab_players",
                null),
            metric(
                "late_ratio",
                Reading.RATE,
                late + "{threshold=\"1.1\"}",
                null,
                "jitterlab_tick_total_seconds_count"),
            metric("battles", Reading.MEAN, "jitterlab_battles", null, null),
            metric("players_max", Reading.MAX, "jitterlab_players", null, null),
            metric("memory", Reading.LAST, "lab_process_resident_bytes", null, null));

    Map<String, Double> figures = own(summary);

    assertEquals(4, figures.get("late"), 1e-9);
    assertEquals(4, figures.get("late_peak"), 1e-6);
    assertEquals(4 + 2 + 0.4, figures.get("late_all"), 1e-9);
    assertEquals(0.04, figures.get("late_per_player"), 1e-9);
    assertEquals(0.02, figures.get("late_ratio"), 1e-9);
    assertEquals(10, figures.get("battles"), 1e-9);
    assertEquals(100, figures.get("players_max"), 1e-9);
    assertEquals(200e6 + 30, figures.get("memory"), 1e-3);
    assertEquals("valid", check(summary, "series_not_seen").status());
  }

  /** What the load shows with the server as its target, where the server shows nothing like it. */
  @Test
  void makesFiguresOfWhatTheLoadSaysOfTheServer() {
    Summary summary =
        build(
            metric("answered", Reading.RATE, "jitterlab_load_answered_total", null, null),
            metric(
                "answered_share",
                Reading.RATE,
                "jitterlab_load_answered_total",
                null,
                "jitterlab_load_planned_total"));

    assertEquals(400, own(summary).get("answered"), 1e-6);
    assertEquals(1, own(summary).get("answered_share"), 1e-9);
    assertEquals("valid", check(summary, "series_not_seen").status());
  }

  @Test
  void comparesThemLikeAllOthers() {
    Comparison late =
        comparison(
            build(
                metric("late", Reading.RATE, "jitterlab_ticks_late_total", null, null),
                metric("battles", Reading.MEAN, "jitterlab_battles", null, null)),
            "late");

    assertEquals(0.1, late.ratio(), 1e-9);
    assertNull(late.low(), "no instance varies");
    assertTrue(late.pHolm() < 0.05, late::toString);
  }

  /** Each grows by 100 a second; of the one that starts again, nobody knows how much that makes. */
  @Test
  void hasNoRateAndNoPeakOfACounterThatStartsAgainWhileItIsMeasured() throws IOException {
    RunDirectory run =
        fixture()
            .metrics(
                new OwnMetrics(
                    List.of(
                        metric("jobs", Reading.RATE, "jobs_total", null, null),
                        metric("again", Reading.RATE, "again_total", null, null),
                        metric("jobs_peak", Reading.PEAK, "jobs_total", null, null),
                        metric("again_peak", Reading.PEAK, "again_total", null, null)),
                    null))
            .write();
    List<Sample> samples = new ArrayList<>();
    for (int instance = 1; instance <= 5; instance++) {
      String id = "thread-per-task/" + instance;
      for (int second = 0; second < 1_000; second++) {
        double at = RunDirectoryFixture.START + second;
        samples.add(new Sample(at, id, "jobs_total", "", 100 * second));
        samples.add(new Sample(at, id, "again_total", "", 100 * (second % 20)));
      }
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    assertEquals(Map.of("jobs", 100.0, "jobs_peak", 100.0), own(new SummaryBuilder(run).build()));
  }

  @Test
  void canBeWhatTheVerdictIsAboutWithMoreAsTheBetter() {
    ScrapedMetric late =
        metric("late_ticks", Reading.RATE, "jitterlab_ticks_late_total", null, null);
    Summary summary =
        build(fixture().metrics(new OwnMetrics(List.of(late), null)).primaryMetric("late_ticks"));

    assertTrue(
        summary
            .verdict()
            .startsWith(
                "thread-per-task has more late ticks than scheduled-pool: its late ticks is 6.4"
                    + " against 0.64 (ratio 10, "),
        summary::verdict);
  }

  @Test
  void namesTheNearestSeriesWhereNoneWasSeen() {
    Summary summary =
        build(
            metric("battles", Reading.MEAN, "jitterlab_batles", null, null),
            metric(
                "late", Reading.RATE, "jitterlab_ticks_late_total{threshold=\"9\"}", null, null));

    Check check = check(summary, "series_not_seen");
    assertEquals("weak", check.status());
    assertEquals(2, check.value());
    assertTrue(check.why().contains("did you mean `jitterlab_battles`?"), check::why);
    assertTrue(check.why().contains("`jitterlab_ticks_late_total` has other labels"));
    assertNull(comparison(summary, "battles").ratio());
    assertEquals(Map.of(), own(summary));
  }

  @Test
  void findsTheCapacityOfARisingLoad() {
    Summary summary =
        build(
            fixture()
                .metrics(CAPACITY)
                .primaryMetric("capacity")
                .carries("thread-per-task", 8)
                .carries("scheduled-pool", 16));

    assertEquals(
        List.of("7.5", "15.5"),
        summary.groups().stream()
            .map(group -> summary.metric("capacity").orElseThrow().show(group.metrics()))
            .toList());
    assertEquals(15.5 / 7.5, comparison(summary, "capacity").ratio(), 1e-9);
    assertEquals("valid", check(summary, "capacity_not_found").status());
    assertTrue(
        summary
            .verdict()
            .startsWith(
                "scheduled-pool carries more load than thread-per-task: its capacity is 15.5"
                    + " against 7.5"),
        summary::verdict);
  }

  @Test
  void givesABoundAndNoRatioWhereTheLoadDidNotGoFarEnough() {
    Summary summary =
        build(
            fixture()
                .metrics(CAPACITY)
                .primaryMetric("capacity")
                .carries("thread-per-task", 0)
                .carries("scheduled-pool", 100));

    // From the first scrape with load on.
    assertEquals(
        List.of("< 1.5", "≥ 29.5"),
        summary.groups().stream()
            .map(group -> summary.metric("capacity").orElseThrow().show(group.metrics()))
            .toList());
    assertNull(comparison(summary, "capacity").ratio());
    Check check = check(summary, "capacity_not_found");
    assertEquals("weak", check.status());
    assertEquals(10, check.value());
    assertTrue(
        check.why().contains("scheduled-pool: the highest load was not too much in 5 of 5"),
        check::why);
    assertTrue(
        check.why().contains("thread-per-task: even the lowest load was too much in 5 of 5"),
        check::why);
  }

  /** The first group's figures of the experiment's own metrics. */
  private static Map<String, Double> own(Summary summary) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (Metric metric : summary.metrics().metrics()) {
      Double figure = metric.in(summary.groups().getFirst().metrics());
      if (figure != null) {
        figures.put(metric.key(), figure);
      }
    }
    return figures;
  }
}
