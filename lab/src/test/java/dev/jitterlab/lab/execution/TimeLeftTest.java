package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.progress.Progress.Phase;
import org.junit.jupiter.api.Test;

/** The plan: two blocks, warm-up 0.2 s, measurement 1.2 s, two processes in each. */
class TimeLeftTest {
  private static final double ROUNDING = 1e-9;

  private final TimeLeft timeLeft = new TimeLeft(ScriptedPlans.blocks(2), 2);

  private void learnFromFirstBlock() {
    timeLeft.phaseTook(Phase.STARTING, 5);
    timeLeft.phaseTook(Phase.WARMING_UP, 0.2);
    timeLeft.phaseTook(Phase.MEASURING, 1.2);
    timeLeft.phaseTook(Phase.STOPPING, 0.5);
    timeLeft.phaseTook(Phase.SAVING, 0.1);
  }

  @Test
  void countsDownThroughAPhase() {
    double atStart = timeLeft.seconds(1, Phase.MEASURING, 0);

    assertEquals(atStart - 1, timeLeft.seconds(1, Phase.MEASURING, 1), ROUNDING);
  }

  @Test
  void coversAllBlocksFromTheBeginning() {
    double oneBlock = timeLeft.seconds(2, Phase.STARTING, 0);

    assertEquals(2 * oneBlock, timeLeft.seconds(0, Phase.CHECKING, 3), ROUNDING);
    assertTrue(oneBlock > 1.4, "starting and stopping take time as well");
  }

  @Test
  void learnsFromTheBlocksThatAreOver() {
    learnFromFirstBlock();

    assertEquals(7, timeLeft.seconds(2, Phase.STARTING, 0), ROUNDING);
    assertEquals(0.6, timeLeft.seconds(2, Phase.MEASURING, 1.2), ROUNDING);
    assertEquals(0.1, timeLeft.seconds(2, Phase.SAVING, 0), ROUNDING);
  }

  @Test
  void neverTakesBackTimeForAPhaseThatTakesLonger() {
    learnFromFirstBlock();

    assertEquals(2, timeLeft.seconds(2, Phase.STARTING, 60), ROUNDING);
  }
}
