package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChaosTest {
  private static final long SECOND = 1_000_000_000L;
  private static final List<String> READY = List.of("login", "results", "bots");

  @Test
  void killsOncePerPeriodAndEverybodyInTheLongRun() {
    Chaos chaos = new Chaos(new Random(1), 5, 0);
    Set<String> killed = new HashSet<>();
    int kills = 0;
    for (long nowNs = 0; nowNs < 100 * SECOND; nowNs += SECOND / 4) {
      Optional<String> victim = chaos.victim(READY, nowNs);
      victim.ifPresent(killed::add);
      kills += victim.isPresent() ? 1 : 0;
    }
    assertEquals(19, kills);
    assertEquals(Set.copyOf(READY), killed);
  }

  @Test
  void waitsWhileNothingIsReady() {
    Chaos chaos = new Chaos(new Random(1), 5, 0);
    assertEquals(Optional.empty(), chaos.victim(List.of(), 6 * SECOND));
    assertEquals(Optional.of("login"), chaos.victim(List.of("login"), 7 * SECOND));
  }
}
