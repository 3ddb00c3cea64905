package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collect.ExpositionParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PlayFiguresTest {
  private final Map<String, Scrape> scrapes = new LinkedHashMap<>();

  private void shows(String life, String text) throws Exception {
    scrapes.put(life, new Scrape(ExpositionParser.parse(text)));
    PlayFigures.addUpThePast(scrapes, one -> one.substring(0, 1));
  }

  private OptionalDouble sum(String metric) {
    return Scrape.together(scrapes.values()).sum(metric);
  }

  /** A play kills a process every few seconds, and may go on for days. */
  @Test
  void countsAllProcessesThatAServerHasBeenAndKeepsTwo() throws Exception {
    shows("b1", "ticks{task=\"x\"} 1\n");
    shows("a1", "ticks{task=\"x\"} 5\nstored 7\n");
    for (int i = 2; i <= 1_000; i++) {
      shows("b" + i, "ticks{task=\"x\"} 1\n");
    }
    assertEquals(List.of("b1", "a1", "b1000"), List.copyOf(scrapes.keySet()));
    assertEquals(OptionalDouble.of(999), scrapes.get("b1").sum("ticks"));
    assertEquals(OptionalDouble.of(1_005), sum("ticks"));
    assertEquals(1, scrapes.get("b1").series().size());
  }

  @Test
  void theLastOneThatAnsweredKeepsItsOwnFigures() throws Exception {
    shows("a1", "stored 7\n");
    shows("a2", "stored 8\n");
    shows("a3", "");
    shows("a4", "");

    assertEquals(List.of("a1", "a2", "a3", "a4"), List.copyOf(scrapes.keySet()));
    assertEquals(OptionalDouble.of(8), scrapes.get("a2").sum("stored"));
    shows("a4", "stored 9\n");
    assertEquals(List.of("a1", "a4"), List.copyOf(scrapes.keySet()));
    assertEquals(OptionalDouble.of(9), scrapes.get("a4").sum("stored"));
  }

  /** The two who waited for a battle when their process was killed have logged in again. */
  @Test
  void thePlayersOfAProcessThatWasKilledAreNotLost() throws Exception {
    shows("b1", "jitterlab_bot_losses_total 5\njitterlab_bot_recovery_seconds_count 3\n");
    assertEquals(2, withoutBattle());
    shows("b2", "");
    assertEquals(2, withoutBattle());
    shows("b2", "jitterlab_bot_losses_total 4\njitterlab_bot_recovery_seconds_count 4\n");
    assertEquals(0, withoutBattle());
    shows("g1", "jitterlab_bot_losses_total 1\njitterlab_bot_recovery_seconds_count 0\n");
    shows("b3", "jitterlab_bot_losses_total 2\njitterlab_bot_recovery_seconds_count 0\n");
    assertEquals(3, withoutBattle());
    assertEquals(OptionalDouble.of(12), sum("jitterlab_bot_losses_total"));
  }

  private long withoutBattle() {
    return PlayFigures.withoutBattle(scrapes, one -> one.substring(0, 1));
  }
}
