package dev.jitterlab.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleConditionTest {
  @ParameterizedTest
  @CsvSource({
    "count >= 1, true",
    "count < 1, false",
    "count = 4, false",
    "rate > 2, true",
    "share <= 0.1, false",
    "sum(rows) > 3, true",
    "max(rows) >= 3, true",
    "max(rows) < 3, false",
    "min(rows) <= 3, true",
    "min(rows) > 3, false",
    "mean(rows) > 3, false"
  })
  void knowsWhetherMoreEventsCouldMakeItFalse(String condition, boolean holdsWithMore) {
    assertEquals(holdsWithMore, RuleCondition.of(condition).orElseThrow().holdsWithMore());
  }
}
