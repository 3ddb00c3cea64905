package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.ManualTime;
import dev.jitterlab.lab.collect.LiveFigures;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.run.Sample;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PhaseTrackerTest {
  private final SilentProgress progress = new SilentProgress();
  private final PhaseTracker phases =
      new PhaseTracker(ScriptedPlans.blocks(2), 2, progress, new ManualTime());

  /** Lets a block's servers have a late tick before they are measured, and some afterwards. */
  private OptionalLong shownAfter(int block, int late) {
    LiveFigures live = new LiveFigures();
    phases.beginBlock(block);
    phases.follow(live);
    update(live, 1);
    phases.begin(Phase.MEASURING);
    update(live, 1 + late);
    phases.tell();
    OptionalLong shown = progress.statuses.getLast().lateTicks();
    phases.begin(Phase.STOPPING);
    return shown;
  }

  private static void update(LiveFigures live, int late) {
    live.update(
        List.of(new Sample(1, "pool/1", "jitterlab_ticks_late_total", "threshold=\"1.1\"", late)));
  }

  /** As of servers whose ticks are events: none of them counts a late one while it runs. */
  @Test
  void showsNoNumberOfLateTicksWhereNobodyCountsThem() {
    phases.beginBlock(1);
    phases.follow(new LiveFigures());
    phases.begin(Phase.MEASURING);
    phases.tell();

    assertEquals(OptionalLong.empty(), progress.statuses.getLast().lateTicks());
  }

  /** As of a server with a start script of its own: its counter begins at zero again. */
  @Test
  void theLateTicksOfAServerThatIsStartedAgainGoOn() {
    LiveFigures live = new LiveFigures();
    phases.beginBlock(1);
    phases.follow(live);
    update(live, 500);
    phases.begin(Phase.MEASURING);
    update(live, 3);
    phases.tell();
    assertEquals(OptionalLong.of(3), progress.statuses.getLast().lateTicks());

    update(live, 5);
    update(live, 1);
    phases.tell();
    assertEquals(OptionalLong.of(6), progress.statuses.getLast().lateTicks());
  }

  @Test
  void theLateTicksOfABlockThatIsMeasuredAgainDoNotCount() {
    assertEquals(OptionalLong.of(100), shownAfter(1, 100));
    assertEquals(OptionalLong.of(102), shownAfter(2, 2));

    phases.again(1);

    assertEquals(OptionalLong.of(5), shownAfter(1, 3));
    assertEquals(OptionalLong.empty(), progress.statuses.getLast().lateTicks());
  }
}
