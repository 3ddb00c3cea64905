package dev.jitterlab.lab.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.lab.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metric of a suggested trial follows from what the cause does in the first run. */
class TrialMetricTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);

  /** Two servers, so 40 explained ticks are enough. */
  private static final String SERVERS =
      """
      [{"instance": "all/1", "clocks": [], "problems": [], "patterns_not_recorded": []},
       {"instance": "all/2", "clocks": [], "problems": [], "patterns_not_recorded": []}]\
      """;

  @TempDir private Path folder;

  private static Plan plan(Path file) {
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(ExperimentText.REFERENCE)).read(file));
  }

  private static final String REQUESTS =
      """
      workload:
        name: shop
        server: {command: ['${java}', '${jvm_arguments}', -jar, lib/a.jar, '--port=${port}']}
        load: {http: {path: /, rate: 50}}
      """;

  /** What is suggested for the pauses of a run whose group has these late ticks. */
  private Suggestion suggest(String yaml, String lateTicks) throws IOException {
    RunDirectory run = run(yaml);
    Causes causes =
        Json.parse(
            """
            {"events": [{"id": "a", "instance": "all/1", "kind": "tick", "task": "t", "at": 1,
                         "lateness_seconds": 1, "typical_seconds": 0, "parts": [], "not_recorded": []}],
             "not_recorded": [], "findings": [], "sources": %s,
             "groups": [{"name": "all", "late_events": 9, "lateness_seconds": 10,
                         "seconds_by_cause": {"gc_pause": 6, "run_queue": 4}, "bounds": {},
                         "not_recorded": [], "events_left_out": 0%s}]}
            """
                .formatted(SERVERS, lateTicks),
            Causes.class);
    return Suggestion.of(run, causes, Optional.empty(), Optional.of("gc_pause"));
  }

  private RunDirectory run(String yaml) throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    Files.writeString(folder.resolve("lib/a.jar"), "");
    Path file = Files.writeString(folder.resolve("first.yaml"), yaml);
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    Files.createDirectories(run.root());
    Files.writeString(run.experiment(), yaml);
    Json.write(run.plan(), plan(file));
    return run;
  }

  /**
   * The same of a run with slow requests. Each lasts 1 s typically; the quantiles are 10, 20, 30
   * and 40 s.
   *
   * @param responses how long each request took in seconds, and how much of it were pauses
   */
  private Suggestion suggest(String yaml, double[][] responses) throws IOException {
    return suggest(
        yaml,
        "\"response_seconds\":"
            + " {\"p50\": 1, \"p90\": 10, \"p95\": 20, \"p99\": 30, \"p999\": 40, \"max\": 60}",
        responses);
  }

  private Suggestion suggest(String yaml, String metrics, double[][] responses) throws IOException {
    RunDirectory run = run(yaml);
    Files.writeString(
        run.summary(),
        "{\"groups\": [{\"name\": \"all\", \"instances\": [], \"metrics\": {" + metrics + "}}]}");
    StringBuilder events = new StringBuilder();
    for (double[] one : responses) {
      events
          .append(events.isEmpty() ? "" : ", ")
          .append(
              """
              {"id": "a", "instance": "all/1", "kind": "request", "task": "t", "at": 1,
               "lateness_seconds": %s, "typical_seconds": 1, "not_recorded": [],
               "parts": [{"cause": "gc_pause", "seconds": %s, "least_seconds": 0, "most_seconds": 0, "evidence": []}]}
              """
                  .formatted(one[0] - 1, one[1]));
    }
    Causes causes =
        Json.parse(
            """
            {"events": [%s], "not_recorded": [], "findings": [], "sources": %s,
             "groups": [{"name": "all", "late_events": 9, "lateness_seconds": 10,
                         "seconds_by_cause": {"gc_pause": 6}, "bounds": {},
                         "not_recorded": [], "events_left_out": 0}]}
            """
                .formatted(events, SERVERS),
            Causes.class);
    return Suggestion.of(run, causes, Optional.empty(), Optional.empty());
  }

  /** So many requests of 15 s without a pause, of 25 s, and of 45 s with a pause of 30 s. */
  private static double[][] requests(int first, int second, int third) {
    return IntStream.range(0, first + second + third)
        .mapToObj(
            i ->
                i < first
                    ? new double[] {15, 0}
                    : i < first + second ? new double[] {25, 0} : new double[] {45, 30})
        .toArray(double[][]::new);
  }

  /** A run's late ticks by threshold: how many, and how many of them the pauses explain. */
  private static String late(int... ticksAndExplained) {
    StringBuilder late = new StringBuilder(", \"late_ticks\": {");
    for (int i = 0; i < LateTicks.THRESHOLDS.size(); i++) {
      late.append(i == 0 ? "" : ", ")
          .append(
              "\"%s\": {\"ticks\": %d, \"explained_by\": {\"run_queue\": 1, \"gc_pause\": %d}}"
                  .formatted(
                      LateTicks.THRESHOLDS.get(i),
                      ticksAndExplained[2 * i],
                      ticksAndExplained[2 * i + 1]));
    }
    return late.append("}").toString();
  }

  /** What the trial compares, of a file that the planner takes. */
  private String metric(Suggestion suggestion) throws IOException {
    Path file = Files.writeString(folder.resolve("second.yaml"), suggestion.text());
    String metric = plan(file).analysis().primaryMetric();
    assertEquals(
        metric, ((Map<?, ?>) YamlText.read(file).get("proves")).get("metric"), "the fixed one");
    return metric;
  }

  private String metric(String lateTicks) throws IOException {
    return metric(suggest("workload: battle\n", lateTicks));
  }

  @Test
  void itIsTheThresholdAtWhichTheCauseExplainsMostOfTheLateTicks() throws IOException {
    Suggestion suggestion =
        suggest("workload: battle\n", late(1800, 400, 750, 500, 630, 600, 84, 30));
    assertEquals("ticks_late_ratio.2", metric(suggestion));
    assertTrue(suggestion.metric().contains("above 2 periods"), suggestion.metric());
    assertTrue(
        suggestion.metric().contains(" 400 of 1,800 ticks above 1.1 periods, "),
        suggestion.metric());
    assertTrue(suggestion.text().contains("# " + suggestion.metric() + "\n"), suggestion.text());
    assertTrue(suggestion.text().contains("fixed before the trial"), suggestion.text());
  }

  @Test
  void aLowerThresholdIsTakenIfTheCauseExplainsNearlyAsMuchThere() throws IOException {
    assertEquals("ticks_late_ratio.1.4", metric(late(1000, 100, 800, 720, 500, 475, 100, 90)));
    assertEquals("ticks_late_ratio.2", metric(late(1000, 100, 800, 719, 500, 475, 100, 90)));
  }

  @Test
  void aThresholdWithFewTicksIsNotTaken() throws IOException {
    assertEquals("ticks_late_ratio.4", metric(late(1000, 100, 500, 100, 200, 100, 40, 40)));
    assertEquals("ticks_late_ratio.2", metric(late(1000, 100, 500, 100, 200, 100, 39, 39)));
  }

  @Test
  void withTooFewEventsTheFirstRunsMetricStays() throws IOException {
    String few = late(1000, 39, 30, 30, 20, 20, 0, 0);
    assertEquals("ticks_late_ratio.1.1", metric(few));
    String primary = "workload: battle\nprimary_metric: ";
    Suggestion above = suggest(primary + "ticks_late_ratio.1.4\n", few);
    assertEquals("ticks_late_ratio.1.4", metric(above));
    assertTrue(above.metric().contains("20 for each server would be enough"), above.metric());
    assertEquals(
        "ticks_late_ratio.1.1", metric(suggest(primary + "tick_drift_seconds.p99\n", few)));
    assertEquals(
        "ticks_late_ratio.2",
        metric(suggest(primary + "ticks_late_ratio.1.4\n", late(900, 9, 90, 9, 50, 50, 9, 9))));
  }

  /** Of those above p95, 40 of 140 would not be without the pause; of those above p99, all. */
  @Test
  void ofRequestsItIsTheQuantileAtWhichTheCauseExplainsMost() throws IOException {
    Suggestion suggestion = suggest(REQUESTS, requests(200, 100, 40));
    assertEquals("response_seconds.p99", metric(suggestion));
    assertTrue(
        suggestion
            .metric()
            .endsWith(
                "40 of 140 requests above p95, 40 of 40 requests above p99, 40 of 40 requests above"
                    + " p99.9."),
        suggestion.metric());
  }

  /** Requests faster than 15 s are not logged, so nobody knows what made those above 10 s slow. */
  @Test
  void aQuantileOfRequestsThatWereNotLoggedIsNotTaken() throws IOException {
    assertFalse(suggest(REQUESTS, requests(200, 100, 40)).metric().contains("above p90"));
  }

  @Test
  void withTooFewRequestsTheFirstRunsMetricStays() throws IOException {
    String primary = REQUESTS + "primary_metric: ";
    assertEquals("response_seconds.p99", metric(suggest(REQUESTS, requests(200, 100, 39))));
    assertEquals(
        "response_seconds.p90",
        metric(suggest(primary + "response_seconds.p90\n", requests(200, 100, 39))));
    assertEquals(
        "response_seconds.p99",
        metric(suggest(primary + "response_seconds.p90\n", requests(200, 100, 40))));
  }

  /** The load is a command that records nothing; the agent counts requests inside the server. */
  @Test
  void withoutResponseTimesTheShareOfSlowRequestsDecides() throws IOException {
    String yaml =
        REQUESTS.replace("{http: {path: /, rate: 50}}", "{command: [sleep, '${seconds}']}");
    double[][] slow = requests(0, 0, 40);
    assertEquals(
        "requests_slow_ratio", metric(suggest(yaml, "\"requests_slow_ratio\": 0.2", slow)));
    LabException unknown = assertThrows(LabException.class, () -> suggest(yaml, "", slow));
    assertTrue(
        unknown.problems().getFirst().remedy().contains("workload.server.requests"),
        unknown.problems().getFirst().remedy());
  }

  @Test
  void everyThresholdHasAMetric() {
    for (String threshold : Causes.LateTicks.THRESHOLDS) {
      assertEquals(threshold, LateTicks.threshold(LateTicks.above(threshold).key()).orElseThrow());
    }
  }

  /** Their causes.json has no counts, and the recordings may be gone. */
  @Test
  void ofRunsOfOlderVersionsTheFirstRunsMetricStays() throws IOException {
    Suggestion old = suggest("workload: battle\nprimary_metric: ticks_late_ratio.2\n", "");
    assertEquals("ticks_late_ratio.2", metric(old));
    assertTrue(old.metric().contains("older version"), old.metric());
  }
}
