package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.TrialOutcome;
import dev.jitterlab.lab.summary.TrialOutcome.Decision;
import dev.jitterlab.lab.summary.TrialOutcome.Figure;
import dev.jitterlab.lab.summary.TrialOutcome.Kind;
import dev.jitterlab.lab.summary.TrialOutcome.Pair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadlineTest {
  private static final String DRIFT = "tick_drift_seconds.p99";
  private static final String LATE = "ticks_late_ratio.1.1";
  private static final String CAPACITY = "capacity";

  private String metric = DRIFT;
  private Summary.Validity validity = new Summary.Validity("valid", List.of());
  private String verdict = "";

  @Test
  void aDifferenceIsSaidInTimes() {
    Headline headline = two(pair("pool", 276e-6, 1.02e-3, Decision.BETTER));
    assertEquals(
        "pool starts its ticks 3.7 times closer to schedule than thread (tick drift p99)",
        headline.answer());
    assertEquals(
        "Tick drift p99: 276 µs with pool, 1.02 ms with thread, ratio 0.271,"
            + " 95 % interval 0.244 to 0.298.",
        headline.detail());
  }

  @Test
  void aSmallDifferenceIsSaidInPercent() {
    assertEquals(
        "pool starts its ticks 20 % closer to schedule than thread (tick drift p99)",
        two(pair("pool", 0.8e-3, 1e-3, Decision.BETTER)).answer());
  }

  @Test
  void aWorseGroupLeavesTheBaselineAsTheBetterOne() {
    assertEquals(
        "thread starts its ticks 2.5 times closer to schedule than pool (tick drift p99)",
        two(pair("pool", 2.5e-3, 1e-3, Decision.WORSE)).answer());
  }

  @Test
  void moreIsBetterWhereTheMetricSaysSo() {
    metric = CAPACITY;
    assertEquals(
        "pool carries 30 % more load than thread (capacity)",
        two(pair("pool", 130.0, 100.0, Decision.BETTER)).answer());
    assertEquals(
        "thread carries 4 times more load than pool (capacity)",
        two(pair("pool", 25.0, 100.0, Decision.WORSE)).answer());
  }

  @Test
  void aBoundIsSaidAsOne() {
    metric = CAPACITY;
    Pair atLeast = bound(pair("pool", 300.0, 100.0, Decision.BETTER), "at_least");
    assertEquals(
        "pool carries at least 3 times more load than thread (capacity)", two(atLeast).answer());
    metric = DRIFT;
    assertEquals(
        "pool starts its ticks at least 4 times closer to schedule than thread (tick drift p99)",
        two(bound(pair("pool", 1e-3, 4e-3, Decision.BETTER), "below")).answer());
  }

  @Test
  void aZeroHasNoRatio() {
    metric = LATE;
    assertEquals(
        "pool has fewer late ticks than thread (share of ticks above 1.1 periods): 0 % against 2 %",
        two(pair("pool", 0.0, 0.02, Decision.BETTER)).answer());
    assertEquals(
        "thread has fewer late ticks than pool (share of ticks above 1.1 periods): 0 % against 2 %",
        two(pair("pool", 0.02, 0.0, Decision.WORSE)).answer());
  }

  /** Some of its servers' late ticks are not known. */
  @Test
  void aBoundBesideAZeroIsSaidAsOne() {
    metric = LATE;
    Pair pair = pair("pool", 0.0, 0.02, Decision.BETTER);
    List<Figure> figures =
        List.of(new Figure("pool", 0.0, null), new Figure("thread", 0.02, "at_least"));
    assertEquals(
        "pool has fewer late ticks than thread (share of ticks above 1.1 periods):"
            + " 0 % against at least 2 %",
        headline(outcome(Kind.DIFFERENCE, "pool", true, figures, List.of(pair))).answer());
  }

  @Test
  void nothingIsSaidOfHowMuchWhereTheFiguresSayTheOpposite() {
    assertEquals(
        "pool starts its ticks closer to schedule than thread (tick drift p99): 2 ms against 1 ms",
        two(pair("pool", 2e-3, 1e-3, Decision.BETTER)).answer());
  }

  @Test
  void anUndecidedTrialSaysWhatItCouldHaveFound() {
    Headline headline = two(pair("pool", 0.9e-3, 1e-3, Decision.UNDECIDED));
    assertEquals(
        "No difference found between pool and thread in tick drift p99", headline.answer());
    assertTrue(
        headline
            .detail()
            .endsWith(
                "In 4 of 5 trials, 5 instances that vary like these would show a ratio of 1.6 or"
                    + " more."),
        headline.detail());
  }

  /** One of its servers hung: the true ratio may be anything above. */
  @Test
  void aRatioThatIsOnlyABoundHasNoInterval() {
    Pair known = pair("pool", 5e-3, 1e-2, Decision.UNDECIDED);
    for (String bound : List.of("at_least", "unknown")) {
      Pair bounded =
          new Pair(
              known.group(),
              known.other(),
              known.value(),
              known.otherValue(),
              known.instances(),
              known.ratio(),
              known.low(),
              known.high(),
              bound,
              known.p(),
              known.pCorrected(),
              null,
              known.decision(),
              false,
              null);
      String detail = two(bounded).detail();
      assertEquals(bound.equals("at_least"), detail.contains("ratio at least 0.5."), detail);
      assertFalse(detail.contains("interval"), detail);
    }
  }

  @Test
  void equivalenceNamesItsMargin() {
    assertEquals(
        "pool and thread differ by no more than 10 % in tick drift p99",
        two(pair("pool", 0.99e-3, 1e-3, Decision.EQUIVALENT)).answer());
  }

  @Test
  void anInvalidTrialNamesTheCheck() {
    validity =
        new Summary.Validity(
            "invalid",
            List.of(
                new Summary.Check("run_complete", 1.0, 1.0, "valid", "it is"),
                new Summary.Check("load_sent_ratio", 0.71, 0.95, "invalid", "too little"),
                new Summary.Check("scrape_lateness_seconds", 0.1, 0.05, "weak", "late")));
    Headline headline = two(Kind.INVALID, pair("pool", 1e-3, 2e-3, Decision.BETTER));
    assertEquals("Invalid trial: load sent 71 %, limit 95 %", headline.answer());
    assertEquals("Invalid: load sent. Weak: scrape lateness.", headline.detail());
  }

  @Test
  void aWeakTrialNamesEveryReservation() {
    validity =
        new Summary.Validity(
            "weak",
            List.of(
                new Summary.Check("scrape_lateness_seconds", 0.1, 0.05, "weak", "late"),
                new Summary.Check("load_imbalance_ratio", 0.1, 0.05, "weak", "unequal")));
    assertTrue(
        two(pair("pool", 1e-3, 2e-3, Decision.BETTER))
            .detail()
            .endsWith(" Weak: scrape lateness, load imbalance."));
  }

  @Test
  void anAbbreviationKeepsItsFirstLetter() {
    validity =
        new Summary.Validity(
            "weak",
            List.of(new Summary.Check("cpu_frequency_change_ratio", 0.1, 0.05, "weak", "it fell")));
    String detail = two(pair("pool", 1e-3, 2e-3, Decision.BETTER)).detail();
    assertTrue(detail.endsWith(" Weak: CPU frequency change."), detail);
  }

  @Test
  void theBaselineAgainstItself() {
    assertEquals(
        "The baseline, measured twice, does not differ from itself in tick drift p99, as it should",
        two(Kind.ITSELF, pair("thread-again", 1e-3, 1e-3, Decision.UNDECIDED)).answer());
    assertEquals(
        "The baseline differs from itself in tick drift p99: differences measured here prove"
            + " little",
        two(Kind.ITSELF, pair("thread-again", 1e-3, 3e-3, Decision.BETTER)).answer());
  }

  /** As the verdict in full has it: that no difference was seen is then no reassurance. */
  @Test
  void aBaselineThatCouldNotBeComparedWithItselfIsSaidSo() {
    Pair pair = pair("thread-again", 1e-3, 1e-3, Decision.UNDECIDED);
    String answer =
        "The baseline, measured twice, could not be compared with itself in tick drift p99";
    assertEquals(answer, two(Kind.ITSELF, bound(pair, "at_least")).answer());
    Pair withoutP =
        new Pair(
            pair.group(),
            pair.other(),
            pair.value(),
            pair.otherValue(),
            1,
            pair.ratio(),
            null,
            null,
            null,
            null,
            1.0,
            null,
            pair.decision(),
            false,
            null);
    assertEquals(answer, two(Kind.ITSELF, withoutP).answer());
  }

  @Test
  void oneGroupHasNothingToBeComparedWith() {
    assertEquals(
        "alone has a tick drift p99 of 1 ms; nothing to compare it with",
        headline(outcome(Kind.NOTHING_TO_COMPARE, "alone", true, figures("alone"), List.of()))
            .answer());
    assertEquals(
        "No group has a figure of the tick drift p99",
        headline(
                outcome(
                    Kind.NOTHING_TO_COMPARE,
                    null,
                    false,
                    List.of(new Figure("alone", null, null)),
                    List.of()))
            .answer());
  }

  @Test
  void boundsAloneAreNoComparison() {
    metric = CAPACITY;
    assertEquals(
        "Only bounds of the capacity were found: a at least 300, b below 20 …",
        headline(
                outcome(
                    Kind.BOUND_ONLY,
                    "a",
                    false,
                    List.of(
                        new Figure("a", 300.0, "at_least"),
                        new Figure("b", 20.0, "below"),
                        new Figure("c", 10.0, "below")),
                    List.of()))
            .answer());
  }

  @Test
  void ofManyTheBestIsNamedAgainstTheBaseline() {
    List<Pair> against =
        List.of(
            pair("pool", 0.2e-3, 1e-3, Decision.BETTER),
            pair("split", 0.1e-3, 1e-3, Decision.BETTER),
            pair("virtual", 3e-3, 1e-3, Decision.WORSE));
    Headline headline = many("split", false, against);
    assertEquals(
        "split starts its ticks 10 times closer to schedule than thread (tick drift p99);"
            + " 1 other is better too",
        headline.answer());
    assertTrue(
        headline
            .detail()
            .startsWith(
                "Compared with thread, 2 groups are better, 1 is worse. Tick drift p99: 100 µs"),
        headline.detail());
    assertEquals(
        "split starts its ticks 10 times closer to schedule than thread (tick drift p99),"
            + " the best of 4",
        many("split", true, against).answer());
  }

  /** The best one is not decided against the baseline; the figures must be those of the answer. */
  @Test
  void theDetailIsAboutThePairOfTheAnswer() {
    Headline headline =
        many(
            "split",
            false,
            List.of(
                pair("pool", 0.5e-3, 1e-3, Decision.BETTER),
                pair("split", 0.4e-3, 1e-3, Decision.UNDECIDED)));

    assertTrue(headline.answer().startsWith("pool starts its ticks 2 times"), headline.answer());
    assertTrue(
        headline.detail().contains("Tick drift p99: 500 µs with pool, 1 ms with thread"),
        headline.detail());
  }

  @Test
  void ofManyTheBaselineMayBeTheBest() {
    assertEquals(
        "thread starts its ticks closer to schedule than each of the 2 others (tick drift p99)",
        many(
                "thread",
                true,
                List.of(
                    pair("pool", 2e-3, 1e-3, Decision.WORSE),
                    pair("split", 3e-3, 1e-3, Decision.WORSE)))
            .answer());
  }

  @Test
  void ofManyNothingMayBeDecided() {
    List<Pair> open =
        List.of(
            pair("pool", 0.9e-3, 1e-3, Decision.UNDECIDED),
            pair("split", 0.8e-3, 1e-3, Decision.UNDECIDED));
    assertEquals(
        "No difference found among the 3 groups in tick drift p99",
        headline(outcome(Kind.UNDECIDED, "split", false, figures("split", "pool", "thread"), open))
            .answer());
  }

  /** The decision between two others must not look like one against the baseline. */
  @Test
  void ofManyADifferenceMayLieBesideTheBaseline() {
    TrialOutcome outcome =
        new TrialOutcome(
            Kind.DIFFERENCE,
            0.05,
            0.1,
            "split",
            false,
            figures("split", "pool", "thread"),
            List.of(between("split", "pool", 0.5e-3, 2e-3, Decision.BETTER)),
            List.of(
                pair("pool", 2e-3, 1e-3, Decision.UNDECIDED),
                pair("split", 0.5e-3, 1e-3, Decision.UNDECIDED)),
            List.of(),
            List.of());
    assertEquals(
        "split starts its ticks 4 times closer to schedule than pool (tick drift p99);"
            + " no difference from the baseline was found",
        headline(outcome).answer());
  }

  /** A group that is as good as the best one within the margin leaves nobody the best. */
  @Test
  void ofManyTheBestMayHaveAnEqual() {
    List<Pair> against =
        List.of(
            pair("pool", 0.11e-3, 1e-3, Decision.BETTER),
            pair("split", 0.1e-3, 1e-3, Decision.BETTER));
    TrialOutcome outcome =
        new TrialOutcome(
            Kind.DIFFERENCE,
            0.05,
            0.1,
            "split",
            true,
            figures("split", "pool", "thread"),
            List.of(
                between("split", "pool", 0.1e-3, 0.11e-3, Decision.EQUIVALENT),
                between("split", "thread", 0.1e-3, 1e-3, Decision.BETTER)),
            against,
            List.of(),
            List.of());
    String answer = headline(outcome).answer();
    assertFalse(answer.contains("the best of"), answer);
    assertTrue(answer.endsWith("; 1 other is better too"), answer);
  }

  /** Of neither the best group nor the baseline anything is decided. */
  @Test
  void ofManyADifferenceMayLieBesideTheBestToo() {
    TrialOutcome outcome =
        new TrialOutcome(
            Kind.DIFFERENCE,
            0.05,
            0.1,
            "split",
            false,
            figures("split", "pool", "thread", "lockless"),
            List.of(between("split", "pool", 0.5e-3, 2e-3, Decision.UNDECIDED)),
            List.of(pair("pool", 2e-3, 1e-3, Decision.UNDECIDED)),
            List.of(),
            List.of(between("pool", "lockless", 1e-3, 3e-3, Decision.BETTER)));
    assertEquals(
        "pool starts its ticks 3 times closer to schedule than lockless;"
            + " no difference from the baseline was found",
        headline(outcome).answer());
  }

  @Test
  void neverExceedsItsLengthWhateverTheNames() {
    String longName = "JDK25-G1-heap-4g-pretouched-large-pages-and-a-few-more-words-";
    for (Kind kind : Kind.values()) {
      for (Decision decision : Decision.values()) {
        for (String name : List.of("x", longName, longName.repeat(3), "100 % %s {0}")) {
          List<Pair> against =
              List.of(
                  between(name + 1, name, 1e-3, 2e-3, decision),
                  between(name + 2, name, 1e-3, 2e-3, decision));
          for (int groups = 2; groups <= 3; groups++) {
            Headline headline =
                headline(
                    new TrialOutcome(
                        kind,
                        0.05,
                        0.1,
                        name + 1,
                        false,
                        figures(name + 1, name, name + 2).subList(0, groups),
                        against.subList(0, groups - 1),
                        against.subList(0, groups - 1),
                        List.of(),
                        List.of()));
            assertTrue(headline.answer().length() <= Headline.MOST, headline.answer());
            assertFalse(headline.answer().isBlank());
          }
        }
      }
    }
  }

  @Test
  void longNamesAreCutAndNotTheSentence() {
    String name = "JDK25-G1-heap-4g-pretouched-large-pages-and-a-few-more-words";
    String answer = two(between(name, "ZGC-" + name, 1e-3, 3e-3, Decision.BETTER)).answer();
    assertTrue(
        answer.matches(
            "JDK25-G1-\\S*… starts its ticks 3 times closer to schedule than ZGC-JDK25-\\S*…"),
        answer);
  }

  /** Both would be cut to the same beginning. */
  @Test
  void longNamesThatBeginAlikeAreCutThere() {
    String name = "temurin-25.0.1-parallel-heap-2g-workers-4-late-";
    Pair pair = between(name + "skip", name + "catch-up", 1e-3, 3e-3, Decision.BETTER);
    String answer = two(pair).answer();
    assertEquals(
        "…skip starts its ticks 3 times closer to schedule than …catch-up (tick drift p99)",
        answer);
  }

  @Test
  void anOlderSummaryHasTheBeginningOfItsVerdict() {
    verdict = "pool keeps the beat better than thread: its tick drift p99 is 1 ms against 2 ms.";
    assertEquals("pool keeps the beat better than thread", headline(null).answer());
  }

  private Headline two(Pair pair) {
    Kind kind =
        switch (pair.decision()) {
          case BETTER, WORSE -> Kind.DIFFERENCE;
          case EQUIVALENT -> Kind.EQUIVALENCE;
          case UNDECIDED -> Kind.UNDECIDED;
        };
    return two(kind, pair);
  }

  private Headline two(Kind kind, Pair pair) {
    return headline(
        outcome(kind, pair.group(), true, figures(pair.group(), pair.other()), List.of(pair)));
  }

  private Headline many(String best, boolean bestOfAll, List<Pair> against) {
    List<String> names = new ArrayList<>(List.of("thread"));
    against.forEach(pair -> names.add(pair.group()));
    return headline(
        outcome(Kind.DIFFERENCE, best, bestOfAll, figures(names.toArray(String[]::new)), against));
  }

  /** Its groups are there to be disturbed; which one has the lower load is not what is asked. */
  @Test
  void aRunWithInjectedFaultsSaysWhetherTheyWereFound() {
    List<Pair> pairs = List.of(pair("a", 1e-3, 2e-3, Decision.UNDECIDED));
    Summary summary = summary(outcome(Kind.UNDECIDED, null, false, figures("thread", "a"), pairs));
    Headline one = Headline.of(summary, Optional.of(found(new Confusion.Pairs(0, 0, null))));
    assertEquals("The injected cause comes first in 97.0 % of 1 000 late events", one.answer());
    assertEquals("The median share of unexplained time is 0.5 %.", one.detail());
    Headline two = Headline.of(summary, Optional.of(found(new Confusion.Pairs(400, 366, 0.915))));
    assertEquals(
        "Both of two injected causes are named in 91.5 % of 400 late events", two.answer());
    assertTrue(two.detail().startsWith("97.0 % of the 1 000 late events that any fault hit have"));
    assertEquals(Headline.of(summary), Headline.of(summary, Optional.empty()));
  }

  @Test
  void oneLateEventIsNoPlural() {
    Confusion found =
        new Confusion(
            List.of(
                new Confusion.Row("pin", 1, 1, 1, 1, List.of("pin"), new LinkedHashMap<>(), 0, 0)),
            1.0,
            new Confusion.Outside(0, 0, null, new LinkedHashMap<>()),
            null,
            new Confusion.Foreign(0, 0),
            new Confusion.Pairs(0, 0, null),
            1);
    Summary summary = summary(outcome(Kind.UNDECIDED, null, false, figures("thread"), List.of()));
    Headline headline = Headline.of(summary, Optional.of(found));
    assertEquals("The injected cause comes first in 100.0 % of 1 late event", headline.answer());
    assertTrue(headline.detail().startsWith("1 late event is not scored: "), headline::detail);
  }

  private static Confusion found(Confusion.Pairs pairs) {
    return new Confusion(
        List.of(
            new Confusion.Row(
                "pin", 3, 3, 1_000, 970, List.of("pin"), new LinkedHashMap<>(), 0, 0)),
        0.97,
        new Confusion.Outside(0, 0, null, new LinkedHashMap<>()),
        0.005,
        new Confusion.Foreign(0, 0),
        pairs,
        0);
  }

  private static TrialOutcome outcome(
      Kind kind, String best, boolean bestOfAll, List<Figure> figures, List<Pair> against) {
    return new TrialOutcome(
        kind, 0.05, 0.1, best, bestOfAll, figures, against, against, List.of(), List.of());
  }

  private static List<Figure> figures(String... groups) {
    return List.of(groups).stream().map(group -> new Figure(group, 1e-3, null)).toList();
  }

  private static Pair pair(String group, double value, double other, Decision decision) {
    return between(group, "thread", value, other, decision);
  }

  private static Pair between(
      String group, String other, double value, double otherValue, Decision decision) {
    Double ratio = otherValue == 0 ? null : (Double) (value / otherValue);
    return new Pair(
        group,
        other,
        value,
        otherValue,
        5,
        ratio,
        ratio == null ? null : (Double) (ratio * 0.9),
        ratio == null ? null : (Double) (ratio * 1.1),
        null,
        0.01,
        0.02,
        null,
        decision,
        false,
        1.6);
  }

  private static Pair bound(Pair of, String bound) {
    return new Pair(
        of.group(),
        of.other(),
        of.value(),
        of.otherValue(),
        of.instances(),
        of.ratio(),
        of.low(),
        of.high(),
        bound,
        of.p(),
        of.pCorrected(),
        of.pEquivalence(),
        of.decision(),
        of.withinMargin(),
        of.detectableRatio());
  }

  private Headline headline(TrialOutcome outcome) {
    return Headline.of(summary(outcome));
  }

  private Summary summary(TrialOutcome outcome) {
    return new Summary(
        "scheduler",
        null,
        verdict,
        "thread",
        metric,
        validity,
        List.of(),
        List.of(),
        new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", "1.1", 0.001)),
        List.of(),
        List.of(),
        List.of(),
        outcome,
        null,
        null);
  }
}
