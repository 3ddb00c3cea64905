package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.recording.TickRecorder;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class BrowserArenaTest {
  /**
   * Others can reach the page; the one at this machine changes how the arena works all the same.
   */
  @Test
  void whoMayControlIsNotAskedOfTheAddressOfTheServer() throws InterruptedException {
    ArenaSettings settings = new ArenaSettings();
    settings.webHost = "0.0.0.0"; // nothing is opened here
    CountsByKind<Reception> receptions = new CountsByKind<>(Reception.class);
    try (ArenaHost host =
            new ArenaHost(
                settings,
                System::nanoTime,
                new TickRecorder(),
                Optional.empty(),
                Optional.empty());
        BrowserArena arena = new BrowserArena(host, receptions)) {
      arena.control("{\"terrain\":7}", false);
      arena.control("{\"twin\":\"single\"}", false);
      assertEquals(2, receptions.of(Reception.MALFORMED));
      assertEquals(1_000, host.world().terrainElements());

      arena.control("{\"terrain\":7}", true);
      assertEquals(7, host.world().terrainElements());
      arena.control("{\"twin\":\"single\"}", true);
      while (host.twin() != Twin.SINGLE) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      assertEquals(2, receptions.of(Reception.MALFORMED));
    }
  }

  /** Else the graphs of all other pages would lack what one joiner was told. */
  @Test
  void whoComesIsToldTheLastNewsAndTakesNothingFromTheNext() {
    TickRecorder recorder = new TickRecorder();
    try (ArenaHost host =
            new ArenaHost(
                new ArenaSettings(),
                System::nanoTime,
                recorder,
                Optional.empty(),
                Optional.empty());
        BrowserArena arena = new BrowserArena(host, new CountsByKind<>(Reception.class))) {
      new ExternalTask("late", Rate.hz(10), recorder).ticked(0, 50_000_000, 60_000_000);
      String before = arena.newsForOne();
      assertTrue(before.contains("\"updates\":0,"), before);
      assertTrue(before.contains("\"drift_max_ms\":0.0"), before);

      String all = arena.newsForAll();
      assertTrue(all.contains("\"updates\":1,"), all);
      assertFalse(all.contains("\"drift_max_ms\":0.0"), all);
      assertEquals(all, arena.newsForOne());
      String next = arena.newsForAll();
      assertTrue(next.contains("\"updates\":0,"), next);
    }
  }

  @Test
  void playersInsideThatLeaveNoPlaceAreRefused() {
    ArenaSettings settings = new ArenaSettings();
    settings.insidePlayers = 8_000;
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> ArenaProcess.start(settings).close());
    assertTrue(refused.getMessage().contains("--max-players is 5000"), refused.getMessage());
    settings.insidePlayers = 5_000;
    assertThrows(IllegalArgumentException.class, () -> ArenaProcess.start(settings).close());
  }
}
