package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CauseSharesTest {
  @Test
  void theOnlyGroupOfAnExperimentHasNoNameInSentences() {
    assertEquals("the late time", CauseSentences.lateTime("all"));
    assertEquals("zgc's late time", CauseSentences.lateTime("zgc"));
  }

  @Test
  void sharesOfLessThanAThousandthHaveNoDigits() {
    assertEquals("under 0.1 %", CauseSentences.share(70e-9 / 1e4));
    assertEquals("0 %", CauseSentences.share(0));
    assertEquals("87.4 %", CauseSentences.share(0.874));
    assertEquals("0.1 %", CauseSentences.share(0.001));
  }
}
