package dev.jitterlab.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LevelOverTimeTest {
  private static final long S = 1_000_000_000;

  @Test
  void isTheLevelOfEachTime() {
    LevelOverTime steps = LevelOverTime.parse("100:10s,300:10s,200");
    assertEquals(100, steps.at(10 * S - 1));
    assertEquals(300, steps.at(10 * S));
    assertEquals(200, steps.at(3_600 * S));
    assertEquals(300, steps.highest());
    assertEquals(80, LevelOverTime.parse("80..20:8s").highest(), "where it begins");
    assertFalse(steps.isConstant());
    LevelOverTime ramp = LevelOverTime.parse("0..80:8s,80");
    assertEquals(40, ramp.at(4 * S), 1e-9);
    assertEquals(80, ramp.at(9 * S));
    assertTrue(LevelOverTime.parse("7").isConstant());
  }

  @Test
  void knowsWhichPartATimeBelongsTo() {
    LevelOverTime steps = LevelOverTime.parse("100:10s,100:5s,200");
    assertEquals(3, steps.parts());
    assertEquals(0, steps.partAt(10 * S - 1));
    assertEquals(1, steps.partAt(10 * S), "though the level is the same");
    assertEquals(2, steps.partAt(3_600 * S));
    assertEquals(1, LevelOverTime.parse("7").parts());
  }

  @Test
  void saysNothingWhileItSettles() {
    LevelOverTime steps = LevelOverTime.parse("100:10s,300:10s,200");
    assertEquals(100, steps.settledAt(0, 2 * S), "the first one was never another");
    assertEquals(0, steps.settledAt(11 * S, 2 * S));
    assertEquals(300, steps.settledAt(13 * S, 2 * S));
    assertEquals(4 * 10, LevelOverTime.parse("0..80:8s,80").settledAt(4 * S, 2 * S), 1e-9);
  }
}
