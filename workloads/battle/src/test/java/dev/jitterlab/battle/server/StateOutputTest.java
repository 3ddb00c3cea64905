package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.StateDecoder;
import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateOutputTest {
  private static final int PLAYERS = 2;

  private final Battle game = OfflineServer.battle(PLAYERS);
  private final BattleInputs inputs = new BattleInputs();
  private final InputBuffer[] players = {new InputBuffer(), new InputBuffer()};
  private final Deque<Runnable> eventLoop = new ArrayDeque<>();
  private final List<Integer> sent = new ArrayList<>();
  private final StateOutput output =
      new StateOutput(
          new StateEncoder(1, game, StateUpdates.HYBRID, true),
          players,
          eventLoop::add,
          this::takeAll);

  private void takeAll() {
    while (output.take(bodies -> sent.add(tickOf(bodies)))) {
      assertTrue(sent.size() < 1_000, "the same states again and again");
    }
  }

  private static int tickOf(StateBodies bodies) {
    StateDecoder decoder = new StateDecoder();
    ByteBuffer message = ByteBuffer.allocate(ServerPacket.MAX_BYTES);
    ServerPacket.putStateHead(message, 0, 0);
    message.put(bodies.body(0), 0, bodies.bytes(0)).flip();
    assertEquals(Decoding.OK, new ServerPacket().decode(message, decoder));
    return decoder.latest().tick();
  }

  private boolean tick() {
    inputs.nextTick();
    game.step(inputs);
    return output.send(0);
  }

  @Test
  void sendsTheNewestStatesOnlyWhenTheEventLoopLagsBehind() {
    assertTrue(tick());
    for (int i = 0; i < 9; i++) {
      assertFalse(tick(), "it takes the place of states that nobody sent");
    }
    assertEquals(1, eventLoop.size());
    eventLoop.remove().run();
    assertEquals(List.of(10), sent);
  }

  @Test
  void sendsTheStatesOfEachTickWhenTheEventLoopKeepsUp() {
    for (int i = 0; i < 5; i++) {
      assertTrue(tick());
      eventLoop.remove().run();
    }
    assertEquals(List.of(1, 2, 3, 4, 5), sent);
  }

  /** Ticks go on while the event loop sends, and write into other buffers. */
  @Test
  void leavesStatesAsTheyAreWhileTheyAreSent() {
    assertTrue(tick());
    boolean unused =
        output.take(
            bodies -> {
              byte[] before = bodies.body(0).clone();
              int bytes = bodies.bytes(0);
              assertTrue(tick());
              assertFalse(tick());
              assertFalse(tick());
              assertArrayEquals(before, bodies.body(0));
              assertEquals(bytes, bodies.bytes(0));
              sent.add(tickOf(bodies));
            });
    takeAll();
    assertEquals(List.of(1, 4), sent);
  }

  @Test
  void leavesOutWhoIsAway() {
    inputs.nextTick();
    game.step(inputs);
    assertTrue(output.send(0b10));
    int[] bytes = new int[PLAYERS];
    assertTrue(output.take(bodies -> Arrays.setAll(bytes, bodies::bytes)));
    assertTrue(bytes[0] > 0);
    assertEquals(0, bytes[1]);
  }
}
