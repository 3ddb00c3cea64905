package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A person among players of the server, over a real socket. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EmptySeatsTest extends ServerFixture {
  private static final int SEATS = 4;
  private static final String OF_MODE = "{mode=\"deathmatch\"}";

  @Test
  void thePersonPlaysWithTheServersPlayersAndTheyLeaveAfterThePerson() throws Exception {
    GameServer server =
        GameServer.start(
            new GameServer.Options(),
            new ServerSettings(20, 600, 10, 100, 1).withFilling(new SeatFilling(false, SEATS, 200)),
            Battle::new);
    opened.add(server);
    TestPlayer person = joined(server);
    person.await(ServerPacket.Type.STATE);
    assertEquals(SEATS, person.state().players());

    int input = person.sendInput(person.packet.battle());
    person.awaitAck(input);
    // The person has pulled no trigger.
    while (metric(server, "jitterlab_rifle_shots_total" + OF_MODE) == 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    assertEquals(1, metric(server, "jitterlab_players"), "people only");
    assertTrue(metric(server, "jitterlab_inputs_played_total" + OF_MODE) >= 1);
    assertTrue(metric(server, "jitterlab_input_wait_seconds_total" + OF_MODE) >= 0);

    person.sendLeave();
    while (metric(server, "jitterlab_battles") > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    assertEquals(1, metric(server, "jitterlab_battles_finished_total"));
  }

  @Test
  void oneSeatIsNoBattle() {
    assertThrows(IllegalArgumentException.class, () -> new SeatFilling(false, 1, 200));
    assertThrows(IllegalArgumentException.class, () -> new SeatFilling(false, 11, 200));
  }
}
