package dev.jitterlab.aggregator.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.aggregator.upstream.ServiceBehaviour.Fate;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BehaviourRulesTest {
  @Test
  void laterRulesWinValueByValue() {
    BehaviourRules rules =
        BehaviourRules.parse("*:median=5,p99=5; reviews:errors=1; reviews/2:errors=0,hang=1");

    assertEquals(5_000_000, rules.of("stock", 1).latencyNs(0.5, 3));
    assertEquals(Fate.ANSWERED, rules.of("stock", 1).fate(0));
    assertEquals(Fate.ERROR, rules.of("reviews", 1).fate(0.99));
    assertEquals(Fate.HANGS, rules.of("reviews", 2).fate(0.99));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reviews",
        ":errors=1",
        "reviews:errors",
        "reviews:errors=2",
        "a:mean=3",
        "a/0:cut=1"
      })
  void saysWhatIsWrong(String rules) {
    assertThrows(IllegalArgumentException.class, () -> BehaviourRules.parse(rules));
  }

  @Test
  void changesComeWithTheirTimes() {
    TimedRules changes = TimedRules.parse("20s reviews:errors=1 | 40.5s reviews:errors=0");
    assertEquals(2, changes.changes().size());
    assertEquals(40_500, changes.changes().get(1).afterMs);
    assertThrows(IllegalArgumentException.class, () -> TimedRules.parse("20 reviews:errors=1"));
  }

  /** Median and p99 of what is drawn are those that were asked for. */
  @Test
  void latenciesHaveTheirQuantilesAndDependOnTheSeedAlone() {
    ServiceBehaviour behaviour = BehaviourRules.parse("*:median=4,p99=40").of("a", 1);
    Draws draws = new Draws(1, "a", 1);
    Draws same = new Draws(1, "a", 1);
    Draws other = new Draws(1, "a", 2);
    long[] drawn = new long[20_000];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = behaviour.latencyNs(draws.uniform(i, 1), draws.normal(i, 2));
      assertEquals(drawn[i], behaviour.latencyNs(same.uniform(i, 1), same.normal(i, 2)));
    }
    assertNotEquals(draws.uniform(0, 0), other.uniform(0, 0));
    Arrays.sort(drawn);
    assertEquals(4e6, (double) drawn[10_000], 0.2e6);
    assertEquals(40e6, (double) drawn[19_800], 4e6);
    assertTrue(drawn[0] > 0);
  }
}
