package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerBattlesTest {
  @Test
  void staysWhereItDoesNotRise() {
    ServerBattles battles = ServerBattles.of(7);
    assertEquals(7, battles.first(0, 1));
    assertFalse(battles.isRising());
  }

  @Test
  void keepsWhetherItsTicksMakeStates() {
    assertFalse(ServerBattles.of(7).states);
    assertTrue(ServerBattles.of(7).withStates(true).rising("10%:2").states);
    assertEquals(7, ServerBattles.of(7).withStates(true).first(0, 1));
  }

  @Test
  void beginsInSteps() {
    ServerBattles battles = ServerBattles.of(10_000);
    int sum = 0;
    for (int step = 0; step < 30; step++) {
      assertTrue(battles.first(step, 30) >= 333, "step " + step);
      sum += battles.first(step, 30);
    }
    assertEquals(10_000, sum);
  }

  @Test
  void risesUpToTheMostThatAServerPlays() {
    ServerBattles battles = ServerBattles.of(5).rising("10%:2");
    assertEquals(5, battles.first(0, 1));
    assertTrue(battles.isRising());
    assertEquals(2, battles.everySeconds);
    assertEquals(1, battles.more(5));
    assertEquals(20, battles.more(200));
    assertEquals(3, battles.more(9_997));
    assertEquals(0, battles.more(10_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "20", "20%", "20:2", "20%:", "0%:2", "20%:0", "-1%:2", "20%:2:2", "99999%:1"})
  void refusesARiseThatIsNone(String rise) {
    ServerBattles battles = ServerBattles.of(5);
    assertThrows(IllegalArgumentException.class, () -> battles.rising(rise));
  }

  @Test
  void risesFromSomethingOnly() {
    assertThrows(IllegalArgumentException.class, () -> ServerBattles.NONE.rising("5%:2"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 10_001})
  void refusesNumbersOutOfRange(int count) {
    assertThrows(IllegalArgumentException.class, () -> ServerBattles.of(count));
  }
}
