package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.PERIOD;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.TICKS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When late ticks that follow each other are a spiral. */
class DriftSpiralTest {
  /** Each time another task had run for long; in between the thread was free. */
  @Test
  void lateTicksWithOthersInTimeBetweenThemAreNoSpiral() {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      long due = i * PERIOD;
      if (i % 10 == 5) {
        long blockMs = i < TICKS / 2 ? 70 : 150;
        server.work("blocker", i, due, due, due + blockMs * MS, true);
        server.work("battle-1", i, due + MS, due + blockMs * MS, due + (blockMs + 2) * MS, true);
      } else if (i % 10 < 5 || i % 10 == 9) {
        server.work("battle-1", i, due, due, due + 2 * MS, false);
      }
    }
    assertEquals(List.of(), found(server, "drift_spiral"));
  }

  /** All are due at once, and one thread does them, one behind the other. */
  @Test
  void aSpiralIsOfTwentyLateTicks() {
    for (int ticks : new int[] {19, 20}) {
      Server server = new Server();
      for (int i = 1; i <= 5; i++) {
        server.work("battle-0", i, -i * PERIOD, -i * PERIOD, -i * PERIOD + 2 * MS, false);
      }
      for (int i = 0; i <= ticks; i++) {
        server.work("battle-" + i, 6, 0, 2 * i * MS, 2 * (i + 1) * MS, i > 0);
      }
      assertEquals(ticks == 20, !found(server, "drift_spiral").isEmpty(), ticks + " ticks");
    }
  }
}
