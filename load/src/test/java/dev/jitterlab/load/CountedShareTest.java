package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CountedShareTest {
  private double counted = 7;
  private double wrong = 7;
  private final LevelJudge judge = new CountedShare(() -> counted, () -> wrong, 0.01);

  @Test
  void oneInAHundredMayGoWrong() {
    judge.begin();
    counted += 200;
    wrong += 2;
    assertTrue(judge.isCarried());
    wrong++;
    assertFalse(judge.isCarried());
  }

  @Test
  void eachLevelIsJudgedByWhatWasCountedInIt() {
    judge.begin();
    counted += 100;
    wrong += 50;
    judge.begin();
    counted += 100;
    assertTrue(judge.isCarried());
  }

  @Test
  void aLevelInWhichNothingWasCountedIsNotCarried() {
    judge.begin();
    assertFalse(judge.isCarried());
  }
}
