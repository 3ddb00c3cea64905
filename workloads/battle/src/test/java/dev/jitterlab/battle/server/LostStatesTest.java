package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.protocol.StateUpdates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that has lost what changes refer to gets a full state: when it asks, or by evidence. */
class LostStatesTest {
  private static final int FORGETFUL = 0;
  private static final long INPUT = PackedInput.of(127, 0, 0, 0, 0);
  private static final int WARM_TICKS = 10;

  private static OfflineServer playing(StateUpdates updates) {
    OfflineServer server = new OfflineServer(2, updates);
    server.sendStates();
    for (int i = 0; i < WARM_TICKS; i++) {
      assertTrue(server.tickAndHear().contains("0 STATE"));
      server.play(FORGETFUL, INPUT, server.state(FORGETFUL).tick());
    }
    return server;
  }

  @ParameterizedTest
  @EnumSource(
      value = StateUpdates.class,
      names = {"DIFFERENTIAL", "HYBRID"})
  void whoAsksGetsAFullStateInTheNextTickAndUntilHeHasOne(StateUpdates updates) {
    try (OfflineServer server = playing(updates)) {
      int seen = server.state(FORGETFUL).tick();
      server.forgetStates(FORGETFUL);
      assertTrue(server.tickAndHear().contains("0 UNKNOWN_BASELINE"));
      server.needState(FORGETFUL);
      assertTrue(server.tickAndHear().contains("0 STATE"));
      server.forgetStates(FORGETFUL); // it is lost too
      assertTrue(server.tickAndHear().contains("0 STATE"));
      server.play(FORGETFUL, INPUT, server.state(FORGETFUL).tick());
      assertTrue(server.tickAndHear().contains("0 STATE"), "a change since the one that arrived");
      server.forgetStates(FORGETFUL);
      assertTrue(server.tickAndHear().contains("0 UNKNOWN_BASELINE"));
      assertTrue(seen > 0);
    }
  }

  /** What the client said before it asked may arrive after it, and means nothing any more. */
  @Test
  void anOlderInputThatComesLateDoesNotUndoTheRequest() {
    try (OfflineServer server = playing(StateUpdates.DIFFERENTIAL)) {
      int seen = server.state(FORGETFUL).tick();
      server.tickAndHear();
      byte[] late = server.sealedInput(FORGETFUL, INPUT, seen + 1);
      server.forgetStates(FORGETFUL);
      server.needState(FORGETFUL);
      server.deliver(FORGETFUL, late);
      assertTrue(server.tickAndHear().contains("0 STATE"));
    }
  }

  /** Six ticks without news of a player who has had news each tick are evidence enough. */
  @Test
  void hybridSendsAFullStateOnEvidenceOfLoss() {
    try (OfflineServer server = playing(StateUpdates.HYBRID)) {
      int seen = server.state(FORGETFUL).tick();
      server.forgetStates(FORGETFUL);
      int undecodable = 0;
      while (server.tickAndHear().contains("0 UNKNOWN_BASELINE")) {
        undecodable++;
        server.play(FORGETFUL, INPUT, seen); // says that there was nothing new
      }
      assertEquals(6, undecodable);
    }
  }

  @Test
  void differentialWaitsUntilItIsAsked() {
    try (OfflineServer server = playing(StateUpdates.DIFFERENTIAL)) {
      int seen = server.state(FORGETFUL).tick();
      server.forgetStates(FORGETFUL);
      for (int i = 0; i < 20; i++) {
        assertTrue(server.tickAndHear().contains("0 UNKNOWN_BASELINE"));
        server.play(FORGETFUL, INPUT, seen);
      }
    }
  }
}
