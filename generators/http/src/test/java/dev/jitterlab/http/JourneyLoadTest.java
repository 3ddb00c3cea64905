package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.load.Load;
import dev.jitterlab.load.Target;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.SelfSchedulingTask;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Users of a server whose turns come and go, without a thread. */
class JourneyLoadTest {
  private static final long SECOND = 1_000_000_000;
  private static final Target TARGET = Target.parse("a/1=127.0.0.1:1");
  private static final NanoClock CLOCK = () -> 0;

  private final List<Long> asked = new ArrayList<>();
  private final SelfSchedulingTask task = turn -> {};
  private final JourneyLoad users = users();

  private JourneyLoad users() {
    LoadShape shape = new LoadShape();
    new CommandLine(shape).parseArgs("--model=closed");
    shape.check();
    Load load = Load.closed(List.of(TARGET), CLOCK, new PrometheusRegistry(), 0);
    return new JourneyLoad(
        shape.scenario(),
        Map.of(),
        CountedLevels.of(shape, load.of(TARGET)),
        shape.seed(),
        TARGET,
        null, // nothing is sent
        load.awaited(TARGET, 1),
        Optional.empty(),
        new FirstAnswers(CLOCK, 1, why -> {}),
        (unused, afterNs) -> asked.add(afterNs),
        CLOCK);
  }

  @Test
  void userThinksOnWhenTheServerHasItsTurnAgain() {
    users.resume(100 * SECOND);
    long dueNs = users.workedNs(102 * SECOND) + 8 * SECOND;
    users.pause(105 * SECOND);
    assertEquals(JourneyLoad.KEPT, users.leftNs(dueNs, 110 * SECOND, task));
    users.resume(120 * SECOND);
    assertEquals(List.of(5 * SECOND), asked, "three of the eight seconds were over");
    assertEquals(0, users.leftNs(dueNs, 125 * SECOND, task));
  }

  @Test
  void userWhoThinksForLongerThanAPauseDoesNotThinkInIt() {
    users.resume(0);
    long dueNs = users.workedNs(SECOND) + 20 * SECOND;
    users.pause(3 * SECOND);
    users.resume(10 * SECOND);
    assertEquals(7 * SECOND, users.leftNs(dueNs, 21 * SECOND, task), "the length of the pause");
    assertEquals(0, users.leftNs(dueNs, 28 * SECOND, task));
  }

  /** Else those of a slow server, which answers in the pause, would not load it in its turn. */
  @Test
  void userWhoseAnswerCameInAPauseThinksFromTheNextTurnOn() {
    users.resume(0);
    users.pause(3 * SECOND);
    long dueNs = users.workedNs(9 * SECOND) + 2 * SECOND;
    assertEquals(JourneyLoad.KEPT, users.leftNs(dueNs, 11 * SECOND, task));
    users.resume(20 * SECOND);
    assertEquals(List.of(2 * SECOND), asked);
    assertEquals(0, users.leftNs(dueNs, 22 * SECOND, task));
  }

  @Test
  void usersWhoNeedNotThinkDoNotAllComeAtOnce() {
    for (int user = 0; user < 4; user++) {
      assertEquals(JourneyLoad.KEPT, users.leftNs(0, SECOND, task));
    }
    users.resume(2 * SECOND);
    assertEquals(List.of(1L, 25_000_001L, 50_000_001L, 75_000_001L), asked);
  }
}
