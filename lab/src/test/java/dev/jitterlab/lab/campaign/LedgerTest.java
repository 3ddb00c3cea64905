package dev.jitterlab.lab.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
  private static final String NOTHING = "not measured yet | – | – | – |";
  private static final List<Double> LOW = List.of(0.1, 0.101, 0.099, 0.1);
  private static final List<Double> HIGH = List.of(0.2, 0.21, 0.19, 0.2, 0.2);

  @TempDir private Path folder;

  private static KeptRun run(int number, String validity, double low, double high) {
    return new KeptRun(
        "one",
        "content",
        number,
        "2026-11-2" + number + "T10:00:00Z",
        "abc",
        "AMD EPYC, 2 cores",
        "Linux",
        null,
        0.1,
        60.0,
        validity,
        List.of(),
        "",
        "old",
        "cpu_load",
        List.of(
            new KeptRun.Comparison(
                "cpu_load",
                "new",
                "old",
                Math.sqrt(low * high),
                low,
                high,
                0.01,
                high < 1 ? "lower" : low > 1 ? "higher" : "undecided"),
            new KeptRun.Comparison("zeros", "new", "old", null, null, null, null, "higher"),
            new KeptRun.Comparison("same", "new", "old", 1.0, 0.99, 1.01, 0.9, "equivalent")),
        Map.of(
            "new",
            Map.of(
                "drift",
                List.of(low / 100, high / 100, 0.5),
                "zero",
                List.of(0.0, 0.0, 0.0),
                "zeros",
                List.of(3.0, 4.0, 5.0)),
            "old",
            Map.of("zeros", List.of(0.0, 0.0, 0.0))),
        null,
        null,
        null,
        null);
  }

  private static KeptRun of(String baseline, Map<String, Map<String, List<Double>>> values) {
    return of(baseline, values, null);
  }

  /** The same, of which it is known how many instances count. */
  private static KeptRun of(
      String baseline,
      Map<String, Map<String, List<Double>>> values,
      Map<String, Integer> instances) {
    KeptRun like = run(1, "valid", 1, 2);
    return new KeptRun(
        like.experiment(),
        like.content(),
        like.run(),
        like.date(),
        like.commit(),
        like.machine(),
        like.kernel(),
        like.jdks(),
        like.loadAverage(),
        like.wallSeconds(),
        like.validity(),
        like.reasons(),
        like.verdict(),
        baseline,
        like.primaryMetric(),
        like.comparisons(),
        values,
        instances,
        null,
        null,
        null);
  }

  private String computed(String question, String expected, KeptRun... runs) {
    KeptRuns kept = new KeptRuns(folder);
    if (kept.of("one").isEmpty()) {
      List.of(runs).forEach(kept::add);
    }
    String text =
        "# Ledger\n| T1a | claim | " + question + " | " + expected + " | ? | ? | ? | ? |\n";
    String after = Ledger.of(text).with(kept, folder);
    String row = after.substring("# Ledger\n".length()).strip();
    return row.substring(row.indexOf(expected + " |") + expected.length() + 3);
  }

  @Test
  void saysNothingOfWhatWasNotMeasured() {
    assertEquals(NOTHING, computed("`one` `cpu_load` new / old", "< 1"));
  }

  /** It is not measured until its servers live long enough. */
  @Test
  void aRunThatAServerInQuestionEndedLeavesTheClaimOpen() {
    KeptRun whole = run(1, "valid", 0.4, 0.6);
    KeptRun died =
        new KeptRun(
            "one",
            "content",
            2,
            whole.date(),
            "abc",
            whole.machine(),
            "Linux",
            null,
            0.1,
            60.0,
            KeptRun.FAILED,
            List.of(new KeptRun.Reason("run_complete", "failed", "new/3: the process ended")),
            null,
            "old",
            "cpu_load",
            null,
            null,
            null,
            null,
            null,
            null);
    String row = computed("`one` `cpu_load` new / old", "< 1", whole, died);

    assertTrue(row.startsWith("undecided"), row);
    assertTrue(row.contains("1 agree, 0 disagree, 1 open"), row);
  }

  /** What is counted is what the runs decide now, and not what stood there before. */
  @Test
  void countsTheVerdictsOfEachPaper() {
    KeptRuns kept = new KeptRuns(folder);
    kept.add(run(1, "valid", 0.4, 0.6));
    String text =
        """
        | all: papers | old counts |
        | T: the thesis | ? |
        | X: nobody | ? |
        | T1a | claim | `one` `cpu_load` new / old | < 1 | undecided | ? | ? | ? |
        | T1b | claim | analogue: `one` `cpu_load` new / old | > 1 | ? | ? | ? | ? |
        | T2a | claim | `one` `cpu_load` new / old | 0.5 to 1.5 | ? | ? | ? | ? |
        | T2b | claim | `one` `same` new / old | > 1; paper 4 | ? | ? | ? | ? |
        | R1a | claim | `never` `cpu_load` new / old | < 1 | ? | ? | ? | ? |
        | R1b | claim | – | – | no experiment yet: it is late | – | – | – |
        | R1c | claim | – | – | not testable because | – | – | – |
        """;

    assertEquals(
        """
        | all: papers | 1 | 1 | 1 | 1 | 1 | 1 | 1 |
        | T: the thesis | 1 | 1 | 1 | 1 | 0 | 0 | 0 |
        | X: nobody | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
        """,
        Ledger.of(text)
            .with(kept, folder)
            .lines()
            .limit(3)
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private static KeptRun runOf(Map<String, List<Double>> figures) {
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    figures.forEach((group, each) -> values.put(group, Map.of("cpu_load", each)));
    return of("none", values);
  }

  /** A gain of 1.5 with one thread and of 3 with two is twice as large, and surely larger. */
  @Test
  void comparesTwoRatiosOfOneRun() {
    String question = "`one` `cpu_load` new-2 / old-2 over new-1 / old-1";
    KeptRun run =
        runOf(
            Map.of(
                "old-1", List.of(100.0, 101.0, 99.0, 100.0, 100.0),
                "new-1", List.of(150.0, 151.0, 149.0, 150.0, 150.0),
                "old-2", List.of(100.0, 102.0, 98.0, 100.0, 100.0),
                "new-2", List.of(300.0, 303.0, 297.0, 300.0, 300.0)));

    String row = computed(question, "> 1", run);
    assertTrue(row.startsWith("confirmed | ratio of ratios 2 [1.9"), row);
    assertTrue(computed(question, "< 1.5").startsWith("contradicted"));
  }

  /** Each of the two is decided, and whether one is larger is not: their spreads add up. */
  @Test
  void doesNotDecideBetweenTwoRatiosThatVary() {
    String row =
        computed(
            "`one` `cpu_load` new-2 / old-2 over new-1 / old-1",
            "> 1",
            runOf(
                Map.of(
                    "old-1", List.of(100.0, 140.0, 80.0),
                    "new-1", List.of(300.0, 420.0, 240.0),
                    "old-2", List.of(100.0, 140.0, 80.0),
                    "new-2", List.of(330.0, 470.0, 260.0))));
    assertTrue(row.startsWith("undecided | ratio of ratios 1.1"), row);
  }

  @Test
  void refusesHalfAQuestion() {
    for (String groups :
        List.of("a over b", "a / b over c", "a / b / c", "a / b over c / d over e / f")) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              Ledger.of("| T1a | claim | `one` `cpu_load` " + groups + " | < 1 | ? | ? | ? | ? |")
                  .rows());
    }
  }

  @Test
  void saysNothingOfAnInvalidRun() {
    assertEquals(
        NOTHING, computed("`one` `cpu_load` new / old", "< 1", run(1, "invalid", 0.4, 0.6)));
  }

  @Test
  void confirmsWhatMostRunsDecideAndNoneContradicts() {
    assertEquals(
        "confirmed | ratio 0.49 [0.4, 0.6] | 2 agree, 0 disagree, 1 open | 2026-11-21 and"
            + " 2026-11-22 and 2026-11-23; AMD EPYC, 2 cores |",
        computed(
            "`one` `cpu_load` new / old",
            "< 1",
            run(1, "valid", 0.4, 0.6),
            run(2, "weak", 0.3, 0.5),
            run(3, "weak", 0.6, 1.2)));
  }

  @Test
  void aRunThatFindsTheOppositeAlsoFindsNoSuchEffect() {
    String row =
        computed(
            "`one` `cpu_load` new / old",
            "> 1; paper 1.44",
            run(1, "valid", 0.9, 1.1),
            run(2, "valid", 0.8, 0.9),
            run(3, "valid", 0.8, 1.3));
    assertTrue(row.startsWith("no such effect | ratio "), row);
    assertTrue(row.contains("| 0 agree, 1 disagree, 1 without, 1 open |"), row);
  }

  /** Where the paper gives no figure, the margin counts that the experiment declares. */
  @Test
  void equivalentGroupsHaveNoSuchEffect() {
    KeptRun run = run(1, "valid", 0.4, 0.6);
    assertTrue(
        computed("`one` `same` new / old", "> 1", run)
            .startsWith(
                "no such effect | ratio 1 [0.99, 1.01] | 0 agree, 0 disagree, 1 without, 0 open"));
  }

  @Test
  void doesNotDecideWhatTwoRunsDecideOppositely() {
    String row =
        computed(
            "`one` `cpu_load` new / old",
            "< 1",
            run(1, "valid", 0.4, 0.6),
            run(2, "valid", 0.3, 0.6),
            run(3, "valid", 1.4, 1.6));
    assertTrue(row.startsWith("undecided | "), row);
  }

  @Test
  void saysThatAnAnalogueIsOne() {
    String row = computed("analogue: `one` `cpu_load` new / old", "< 1", run(1, "valid", 0.4, 0.6));
    assertTrue(row.startsWith("analogue: confirmed | "), row);
  }

  @Test
  void judgesFiguresOfEveryInstance() {
    KeptRun run = run(1, "valid", 1, 2);
    assertEquals(
        "undecided | 0.02 (instances 0.01 to 0.5) | 0 agree, 0 disagree, 1 open | 2026-11-21; AMD"
            + " EPYC, 2 cores |",
        computed("`one` `drift` new", "<= 0.1", run));
  }

  @Test
  void judgesHowFarAGroupsInstancesLieApart() {
    KeptRun run =
        of("old", Map.of("old", Map.of("m", List.of(2.0, 5.0, 4.0), "z", List.of(0.0, 1.0, 1.0))));
    assertEquals(
        "confirmed | 2.5 (instances 2 to 5) | 1 agree, 0 disagree, 0 open | 2026-11-21; AMD EPYC,"
            + " 2 cores |",
        computed("`one` `m` spread of old", ">= 1.1", run));
    assertTrue(computed("`one` `m` spread of old", ">= 3", run).startsWith("contradicted"));
    assertEquals(NOTHING, computed("`one` `z` spread of old", ">= 3", run), "zeros have none");
    assertThrows(
        IllegalArgumentException.class,
        () -> computed("`one` `m` spread of new / old", ">= 3", run));
  }

  /** The logarithms vary by 0.01 in both, and t is 2.776 at 4 degrees: 4 × e^(± 2.776 × √0.004). */
  @Test
  void comparesTwoGroupsNeitherOfWhichIsTheBaseline() {
    double one = Math.exp(0.1);
    List<Double> low = List.of(1 / one, 1.0, one, 1 / one, one);
    List<Double> high = low.stream().map(each -> 4 * each).toList();
    KeptRun run = of("old", Map.of("old", Map.of(), "a", Map.of("m", high), "b", Map.of("m", low)));

    assertEquals(
        "confirmed | ratio 4 [3.36, 4.77] | 1 agree, 0 disagree, 0 open | 2026-11-21; AMD EPYC, 2"
            + " cores |",
        computed("`one` `m` a / b", "> 1", run));
    assertTrue(computed("`one` `m` b / a", "> 1", run).startsWith("contradicted"));
    assertTrue(computed("`one` `m` a / b", "> 4", run).startsWith("undecided"));
    assertEquals(NOTHING, computed("`one` `m` a / old", "> 1", run), "it was not compared");
    assertEquals(NOTHING, computed("`one` `m` a / c", "> 1", run), "there is no such group");
  }

  /** A bench compares each group with its own baseline, and the run has none. */
  @Test
  void takesTheComparisonThatARunWithoutABaselineHasMade() {
    KeptRun run =
        of(
            null,
            Map.of(
                "new", Map.of("cpu_load", List.of(5.0, 6.0)),
                "old", Map.of("cpu_load", List.of(1.0, 2.0))));

    String row = computed("`one` `cpu_load` new / old", "> 1", run);
    assertTrue(row.contains("ratio 1.41 [1, 2]"), row);
  }

  @Test
  void knowsADecisionWithoutARatio() {
    KeptRun run = run(1, "valid", 1, 2);
    assertTrue(
        computed("`one` `zeros` new / old", "> 1", run)
            .startsWith("confirmed | no ratio, because of zeros | "));
    assertTrue(computed("`one` `zeros` new / old", "< 1", run).startsWith("contradicted"));
    assertTrue(computed("`one` `zeros` new / old", ">= 5", run).startsWith("undecided"));
  }

  /** The lab compares no means of which one is zero; the run was made all the same. */
  @Test
  void leavesOpenWhatWasMeasuredAndHasNoRatio() {
    KeptRun run =
        of(
            "old",
            Map.of("old", Map.of("m", List.of(2.0, 3.0)), "new", Map.of("m", List.of(0.0, 4.0))));
    assertEquals(
        "undecided | no ratio, because of zeros | 0 agree, 0 disagree, 1 open | 2026-11-21; AMD"
            + " EPYC, 2 cores |",
        computed("`one` `m` new / old", "> 1", run));
  }

  /** The decision of a primary metric may rest on a bound, of which no ratio is kept. */
  @Test
  void saysThatABoundHasNoRatio() {
    KeptRun run =
        of(
            "old",
            Map.of(
                "old", Map.of("zeros", List.of(1.0, 2.0)),
                "new", Map.of("zeros", List.of(3.0), "zeros.at_least", List.of(20.0))));
    assertTrue(
        computed("`one` `zeros` new / old", "> 1", run)
            .startsWith("confirmed | no ratio: of an instance only a bound is known | "));
  }

  @Test
  void saysThatARunHasNoComparison() {
    KeptRun run =
        of(
            "old",
            Map.of("old", Map.of("m", List.of(2.0, 3.0)), "new", Map.of("m", List.of(5.0, 4.0))));
    assertTrue(
        computed("`one` `m` new / old", "> 1", run)
            .startsWith("undecided | no ratio: the run has no comparison | "));
  }

  /** Memory is only shown, so that no run compares it, and its instances have figures. */
  @Test
  void comparesByAMetricByWhichNoRunCompares() {
    KeptRun run =
        of(
            "old",
            Map.of(
                "old", Map.of("resident_memory_bytes", List.of(2e8, 2.02e8, 1.98e8)),
                "new", Map.of("resident_memory_bytes", List.of(4e8, 4.04e8, 3.96e8))));
    String row = computed("`one` `resident_memory_bytes` new / old", "> 1.5", run);
    assertTrue(row.startsWith("confirmed | ratio 2 [1.9"), row);
  }

  private static KeptRun runWithAHungInstance() {
    return of(
        "old",
        Map.of(
            "old", Map.of("m", HIGH),
            "a", Map.of("m", LOW),
            "b", Map.of("m", HIGH),
            "c", Map.of("m", HIGH)),
        Map.of("old", 5, "a", 5, "b", 5, "c", 5));
  }

  /** Its four others are twice as good, and nobody knows how bad it was itself. */
  @Test
  void aGroupWithAHungInstanceDecidesNothing() {
    String open = "undecided | no ratio: an instance has no figure | 0 agree, 0 disagree, 1 open |";
    KeptRun run = runWithAHungInstance();
    for (String groups : List.of("a / b", "b / a", "a / b over b / c", "b / c over b / a")) {
      String row = computed("`one` `m` " + groups, "< 1", run);
      assertTrue(row.startsWith(open), groups + ": " + row);
    }
    assertTrue(
        computed("`one` `m` a", "<= 0.5", run)
            .startsWith("undecided | 0.1 (instances 0.099 to 0.101; 1 without a figure) |"));
    assertTrue(computed("`one` `m` b", "<= 0.5", run).startsWith("confirmed | 0.2 (instances"));
  }

  /** It can only lie further apart. */
  @Test
  void theSpreadOfAGroupWithAHungInstanceIsABound() {
    KeptRun run = runWithAHungInstance();
    String row = computed("`one` `m` spread of a", ">= 1.01", run);
    assertTrue(
        row.startsWith("confirmed | ≥ 1.02 (instances 0.099 to 0.101; 1 without a figure) |"), row);
    assertTrue(computed("`one` `m` spread of a", "<= 1.5", run).startsWith("undecided | "));
  }

  @Test
  void aGroupOfWhichEveryInstanceHungWasMeasured() {
    KeptRun run =
        of(
            "old",
            Map.of("a", Map.of("cpu", LOW), "b", Map.of("m", HIGH), "c", Map.of("m", HIGH)),
            Map.of("a", 5, "b", 5, "c", 5));
    assertTrue(
        computed("`one` `m` a", "<= 0.5", run)
            .startsWith("undecided | no instance has a figure | 0 agree, 0 disagree, 1 open"));
    assertTrue(
        computed("`one` `m` a / b", "< 1", run)
            .startsWith("undecided | no ratio: an instance has no figure | "));
    assertEquals(NOTHING, computed("`one` `x` a / b", "< 1", run), "the run has no such metric");
  }

  /** Older records do not say how many count, but a metric may have fewer figures than another. */
  @Test
  void anOlderRecordThatLacksAFigureDecidesNothing() {
    List<Double> five = List.of(1.0, 2.0, 3.0, 4.0, 5.0);
    KeptRun run =
        of(
            "old",
            Map.of(
                "old", Map.of("m", HIGH),
                "a", Map.of("m", LOW, "cpu", five),
                "b", Map.of("m", HIGH, "cpu", five)));
    assertTrue(
        computed("`one` `m` a / b", "< 1", run)
            .startsWith("undecided | no ratio: an instance has no figure | "));
  }

  private static KeptRun runWithRefusals(List<Double> answered, List<Double> refused) {
    return of(
        "old",
        Map.of(
            "old", Map.of("m", HIGH),
            "a", Map.of("m", answered, "m.at_least", refused),
            "b", Map.of("m", HIGH)));
  }

  /** Ten late ticks are hardly fewer than fifteen, however alike the instances happen to be. */
  @Test
  void aShareOfFewLateTicksIsAsUncertainAsTheirNumber() {
    String few = computed("`one` `ticks_late_ratio.1.1` a / b", "< 1", runWithLateTicks(1_000));
    assertTrue(few.startsWith("undecided | ratio 0.66"), few);
    assertEquals(
        KeptRun.Comparison.LOWER,
        runWithLateTicks(1_000_000)
            .comparison("ticks_late_ratio.1.1", "a", "b")
            .orElseThrow()
            .decision());
  }

  private static KeptRun runWithLateTicks(double ticks) {
    List<Double> ofEach = List.of(ticks, ticks, ticks, ticks, ticks);
    List<Double> less = List.of(0.002, 0.0021, 0.0019, 0.002, 0.002);
    List<Double> more = List.of(0.003, 0.0031, 0.0029, 0.003, 0.003);
    return of(
        "old",
        Map.of(
            "old", Map.of("m", HIGH),
            "a", Map.of("ticks_late_ratio.1.1", less, "ticks", ofEach),
            "b", Map.of("ticks_late_ratio.1.1", more, "ticks", ofEach)));
  }

  /** One instance of five refused its requests: a bound of 20 s, which is not left out. */
  @Test
  void aGroupWithABoundIsNotBetter() {
    KeptRun run = runWithRefusals(LOW, List.of(20.0));
    String row = computed("`one` `m` a / b", "< 1", run);
    assertTrue(row.startsWith("undecided | ratio ≥ 1.4"), row);
    assertTrue(row.contains(", –] | 0 agree, 0 disagree, 1 open"), row);
    String own = computed("`one` `m` a", "<= 0.5", run);
    assertTrue(
        own.startsWith(
            "undecided | 0.1 (instances 0.099 to 20; 1 known only to be at least so much) |"),
        own);
  }

  /** All five did: whatever the true figures are, they are greater than the other group's. */
  @Test
  void aGroupOfBoundsCanBeWorse() {
    KeptRun run = runWithRefusals(List.of(), List.of(20.0, 20.0, 20.0, 20.0, 20.0));
    String row = computed("`one` `m` a / b", "> 50", run);
    assertTrue(row.startsWith("confirmed | ratio ≥ 100 [9"), row);
    assertTrue(computed("`one` `m` a / b", "< 1", run).startsWith("contradicted | "));
    assertTrue(computed("`one` `m` a / b", "> 200", run).startsWith("undecided | "));
    assertTrue(computed("`one` `m` b / a", "< 1", run).startsWith("confirmed | ratio ≤ 0.0"));
    assertTrue(computed("`one` `m` a", "<= 0.5", run).startsWith("contradicted | 20 (instances"));
  }

  @Test
  void readsACapacityThatWasFound() {
    KeptRun run =
        of(
            "old",
            Map.of(
                "old", Map.of("capacity.load", HIGH),
                "a", Map.of("capacity.load", List.of(100.0, 101.0, 99.0, 100.0, 100.0)),
                "b", Map.of("capacity.load", List.of(20.0, 20.2, 19.8, 20.0, 20.0))));
    String row = computed("`one` `capacity` a / b", ">= 4", run);
    assertTrue(row.startsWith("confirmed | ratio 5 [4.9"), row);
    assertTrue(computed("`one` `capacity` a", ">= 90", run).startsWith("confirmed | 100 (inst"));
  }

  /** A server that fails at something may carry more than it should: its capacity is a bound. */
  @Test
  void aCapacityOfServersThatFailedConfirmsNoMore() {
    KeptRun run =
        doubted(
            of(
                "old",
                Map.of(
                    "old", Map.of("capacity.load", HIGH, "own_metric", HIGH),
                    "a",
                        Map.of(
                            "capacity.load", List.of(100.0, 101.0, 99.0, 100.0, 100.0),
                            "own_metric", List.of(100.0, 101.0, 99.0, 100.0, 100.0)),
                    "b",
                        Map.of(
                            "capacity.load", List.of(20.0, 20.2, 19.8, 20.0, 20.0),
                            "own_metric", List.of(20.0, 20.2, 19.8, 20.0, 20.0)))),
            "a");
    for (String row : List.of("`one` `capacity` a / b", "`one` `own_metric` a / b")) {
      assertTrue(computed(row, "> 1", run).startsWith("undecided | "), computed(row, "> 1", run));
    }
    assertTrue(computed("`one` `capacity` a", ">= 90", run).startsWith("undecided | "));
    assertTrue(computed("`one` `own_metric` a", ">= 90", run).startsWith("undecided | "));
    assertTrue(computed("`one` `own_metric` a", "<= 110", run).startsWith("undecided | "));
    String spread = computed("`one` `capacity` spread of a", ">= 1.01", run);
    assertTrue(spread.startsWith("undecided | no spread: of an instance only a bound"), spread);
  }

  /** Who answers less needs less: its CPU load is a bound, here as in the run's own verdict. */
  @Test
  void whatAGroupThatAnsweredLessNeededConfirmsNoLess() {
    List<Double> little = List.of(0.1, 0.101, 0.099, 0.1, 0.1);
    List<Double> much = List.of(0.2, 0.202, 0.198, 0.2, 0.2);
    KeptRun like =
        of(
            "old",
            Map.of(
                "old", Map.of("drift", HIGH),
                "a", Map.of("cpu_load", little, "drift", little),
                "b", Map.of("cpu_load", much, "drift", much)));
    KeptRun run = like(like, like.content(), like.doubted(), List.of("a"));
    for (String asked : List.of("`one` `cpu_load` a / b", "`one` `cpu_load` a")) {
      String row = computed(asked, "< 0.9", run);
      assertTrue(row.startsWith("undecided | "), row);
    }
    assertTrue(computed("`one` `cpu_load` b / a", "> 1", run).startsWith("undecided | "));
    assertTrue(computed("`one` `drift` a / b", "< 0.9", run).startsWith("confirmed | "));
  }

  @Test
  void findsNothingThatIsAboveZeroInZeros() {
    KeptRun run = run(1, "valid", 1, 2);
    assertTrue(computed("`one` `zero` new", "> 0", run).startsWith("contradicted | 0 (instances"));
    assertTrue(computed("`one` `zero` new", ">= 0", run).startsWith("confirmed | 0 (instances"));
  }

  @Test
  void saysThatTheRunsAreOfAnOlderContentOfTheExperiment() throws IOException {
    Path file = folder.resolve("one.yaml");
    Files.writeString(file, "workload: busy\n");
    String question = "`one` `cpu_load` new / old";

    String older = computed(question, "< 1", run(1, "valid", 0.4, 0.6));
    assertTrue(older.endsWith("AMD EPYC, 2 cores; the experiment has changed since |"), older);

    KeptRun old = run(2, "valid", 0.4, 0.6);
    new KeptRuns(folder).add(withContent(old, Campaign.fingerprint(file)));
    String current = computed(question, "< 1");
    assertTrue(current.endsWith("; AMD EPYC, 2 cores |"), current);
  }

  private static KeptRun withContent(KeptRun run, String content) {
    return like(run, content, run.doubted(), run.answeredLess());
  }

  private static KeptRun doubted(KeptRun run, String group) {
    return like(run, run.content(), Map.of(group, 1), run.answeredLess());
  }

  private static KeptRun like(
      KeptRun run, String content, Map<String, Integer> doubted, List<String> answeredLess) {
    return new KeptRun(
        run.experiment(),
        content,
        run.run(),
        run.date(),
        run.commit(),
        run.machine(),
        run.kernel(),
        run.jdks(),
        run.loadAverage(),
        run.wallSeconds(),
        run.validity(),
        run.reasons(),
        run.verdict(),
        run.baseline(),
        run.primaryMetric(),
        run.comparisons(),
        run.values(),
        run.instances(),
        doubted,
        answeredLess,
        null);
  }

  @Test
  void leavesAVerdictThatHasNoQuestion() {
    String row = "| T1a | claim | – | – | not testable here: no Zing | – | – | – |\n";
    assertEquals(row, Ledger.of(row).with(new KeptRuns(folder), folder));
  }

  @Test
  void refusesARowThatAsksNothing() {
    KeptRuns kept = new KeptRuns(folder);
    assertThrows(
        IllegalArgumentException.class,
        () -> Ledger.of("| T1a | claim | scheduler | < 1 | ? | ? | ? | ? |").with(kept, folder));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            Ledger.of("| T1a | c | `one` `m` a / b | small | ? | ? | ? | ? |").with(kept, folder));
    assertThrows(
        IllegalArgumentException.class, () -> Ledger.of("| T1a | c | ? |").with(kept, folder));
  }
}
