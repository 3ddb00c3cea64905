package dev.jitterlab.lab.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectationTest {
  private static Expectation.Outcome outcome(
      String expected, double low, double high, String decision) {
    return Expectation.parse(expected)
        .orElseThrow()
        .of(
            new KeptRun.Comparison(
                "m", "new", "old", Math.sqrt(low * high), low, high, 0.01, decision));
  }

  @ParameterizedTest
  @CsvSource({
    "< 1, 1.1, 1.3, DISAGREES",
    "< 1, 0.9, 1.3, OPEN",
    "> 1, 1.1, 1.3, AGREES",
    "> 1.5, 1.1, 1.3, DISAGREES",
    "> 1.2, 1.1, 1.3, OPEN",
    "0.9 to 1.4, 1.1, 1.3, AGREES",
    "0.9 to 1.05, 1.1, 1.3, DISAGREES",
    "not 0.9 to 1.05, 1.1, 1.3, AGREES",
    "not 1.4 to 1.5, 1.1, 1.3, AGREES",
    "not 0.9 to 1.4, 1.1, 1.3, DISAGREES",
    "not 0.9 to 1.2, 1.1, 1.3, OPEN",
    // Half of the paper's effect is a ratio of 1.2, and one of 0.8.
    "> 1; paper 1.44, 0.9, 1.1, NO_SUCH_EFFECT",
    "> 1; paper 1.44, 0.9, 1.25, OPEN",
    "> 1; paper 1.44, 1.05, 1.1, AGREES",
    "> 1; paper 1.44, 0.5, 0.6, DISAGREES",
    "< 1; paper 0.64, 0.85, 1.1, NO_SUCH_EFFECT",
    "< 1; paper 0.64, 0.75, 1.1, OPEN"
  })
  void judgesTheWholeInterval(
      String expected, double low, double high, Expectation.Outcome outcome) {
    String decision = high < 1 ? "lower" : low > 1 ? "higher" : "undecided";
    assertEquals(outcome, outcome(expected, low, high, decision));
  }

  @Test
  void anEquivalenceDecidesOnlyWhereThePaperGivesNoFigure() {
    assertEquals(Expectation.Outcome.NO_SUCH_EFFECT, outcome("> 1", 0.99, 1.01, "equivalent"));
    assertEquals(Expectation.Outcome.OPEN, outcome("> 1; paper 1.01", 0.99, 1.01, "equivalent"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"> 1; paper 0.9", "< 1; paper 1.1", "> 1.5; paper 2", "> 1; 2", "more"})
  void knowsNothingElse(String text) {
    assertEquals(Optional.empty(), Expectation.parse(text));
  }
}
