package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AskedKillTest {
  private final List<String> notes = new ArrayList<>();
  private final AskedKill kill = new AskedKill(10, notes::add);

  @Test
  void killsOneServerAndNoMore() {
    assertEquals(Optional.empty(), kill.victim(List.of("battle-1"), 9));
    assertEquals(Optional.of("battle-1"), kill.victim(List.of("battle-1", "battle-2"), 10));
    assertEquals(Optional.empty(), kill.victim(List.of("battle-2"), 11));
    kill.end();
    assertEquals(List.of(), notes);
  }

  @Test
  void saysOnceThatItWaits() {
    assertEquals(Optional.empty(), kill.victim(List.of(), 9));
    assertEquals(List.of(), notes, "it is not yet time");
    assertEquals(Optional.empty(), kill.victim(List.of(), 10));
    assertEquals(Optional.empty(), kill.victim(List.of(), 11));
    assertEquals(Optional.of("battle-2"), kill.victim(List.of("battle-2"), 12));
    kill.end();
    assertEquals(List.of("--kill-server waits: no server has a battle yet"), notes);
  }

  @Test
  void saysWhyItKilledNobody() {
    assertEquals(Optional.empty(), kill.victim(List.of("battle-1"), 9));
    kill.end();
    assertEquals(List.of("--kill-server killed no server: the play ended before second 10"), notes);

    assertEquals(Optional.empty(), kill.victim(List.of(), 10));
    kill.end();
    assertEquals("--kill-server killed no server: none had a battle", notes.getLast());
  }
}
