package dev.jitterlab.battle.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PacketsTest {
  private final ByteBuffer buffer = ByteBuffer.allocate(ServerPacket.MAX_BYTES);
  private final ClientPacket client = new ClientPacket();
  private final ServerPacket server = new ServerPacket();
  private final StateDecoder states = new StateDecoder();

  @Test
  void carriesJoinAndLeave() {
    ClientPacket.putJoin(buffer, -2);
    assertEquals(Decoding.OK, client.decode(written(ClientPacket.JOIN_BYTES)));
    assertEquals(ClientPacket.Type.JOIN, client.type());
    assertEquals(-2, client.number());

    ClientPacket.putLeave(buffer, 4);
    assertEquals(Decoding.OK, client.decode(written(ClientPacket.LEAVE_BYTES)));
    assertEquals(ClientPacket.Type.LEAVE, client.type());
    assertEquals(4, client.number());
  }

  @Test
  void carriesWhatHasNoNumberOfItsOwn() {
    ClientPacket.putNoted(buffer, 4, 255);
    assertEquals(Decoding.OK, client.decode(written(ClientPacket.NOTED_BYTES)));
    assertEquals(ClientPacket.Type.NOTED, client.type());
    assertEquals(4, client.number());
    assertEquals(255, client.notice());

    ClientPacket.putNeedState(buffer, 5);
    assertEquals(Decoding.OK, client.decode(written(ClientPacket.NEED_STATE_BYTES)));
    assertEquals(ClientPacket.Type.NEED_STATE, client.type());
    assertEquals(5, client.number());

    ClientPacket.putNeedState(buffer, 5);
    buffer.put((byte) 0);
    assertEquals(Decoding.BAD_LENGTH, client.decode(written(ClientPacket.NEED_STATE_BYTES + 1)));
  }

  @Property
  void carriesInputs(
      @ForAll int number,
      @ForAll int battle,
      @ForAll int seen,
      @ForAll @Size(min = 1, max = 4) List<@From("inputs") Long> inputs) {
    long[] newestFirst = inputs.stream().mapToLong(input -> input).toArray();
    ClientPacket.putInput(buffer, number, battle, seen, newestFirst, newestFirst.length);
    ByteBuffer message = written(ClientPacket.inputBytes(newestFirst.length));
    assertEquals(Decoding.OK, client.decode(message));
    assertEquals(ClientPacket.Type.INPUT, client.type());
    assertEquals(number, client.number());
    assertEquals(battle, client.battle());
    assertEquals(seen, client.seen());
    assertEquals(newestFirst.length, client.count());
    for (int i = 0; i < newestFirst.length; i++) {
      assertEquals(newestFirst[i], client.input(i));
    }
  }

  @Provide
  Arbitrary<Long> inputs() {
    Arbitrary<Integer> moves = Arbitraries.integers().between(-127, 127);
    Arbitrary<Integer> words = Arbitraries.integers().between(0, 65_535);
    return Combinators.combine(moves, moves, words, Arbitraries.integers().between(0, 3), words)
        .as(PackedInput::of);
  }

  @Property
  void packsInputsWithoutLoss(@ForAll("inputs") long input) {
    assertEquals(
        input,
        PackedInput.of(
            PackedInput.moveX(input),
            PackedInput.moveY(input),
            PackedInput.aim(input),
            PackedInput.buttons(input),
            PackedInput.at(input)));
  }

  @Test
  void refusesInputsOutOfRange() {
    putInputs(1, PackedInput.of(-128, 0, 0, 0, 0));
    assertEquals(Decoding.BAD_FIELD, client.decode(written(ClientPacket.inputBytes(1))));
    putInputs(2, PackedInput.of(0, 0, 0, 4, 0));
    assertEquals(Decoding.BAD_FIELD, client.decode(written(ClientPacket.inputBytes(2))));
    putInputs(1, 0);
    buffer.put(13, (byte) 5);
    assertEquals(Decoding.BAD_FIELD, client.decode(written(ClientPacket.inputBytes(1))));
  }

  private void putInputs(int count, long oldest) {
    long[] inputs = new long[count];
    inputs[count - 1] = oldest;
    ClientPacket.putInput(buffer, 3, 9, 1, inputs, count);
  }

  @Test
  void namesWhatIsWrongWithAMessage() {
    assertEquals(Decoding.BAD_LENGTH, client.decode(ByteBuffer.allocate(0)));
    assertEquals(Decoding.BAD_TYPE, client.decode(ByteBuffer.allocate(32)));
    ClientPacket.putJoin(buffer, 1);
    buffer.put((byte) 0);
    assertEquals(Decoding.BAD_LENGTH, client.decode(written(ClientPacket.JOIN_BYTES + 1)));
    putInputs(2, 0);
    buffer.put(13, (byte) 1);
    assertEquals(Decoding.BAD_LENGTH, client.decode(written(ClientPacket.inputBytes(2))));
  }

  @Test
  void carriesTheServersShortPackets() {
    ServerPacket.putQueued(buffer, 6, 7, 4, 10);
    assertEquals(Decoding.OK, server.decode(written(ServerPacket.QUEUED_BYTES), states));
    assertEquals(ServerPacket.Type.QUEUED, server.type());
    assertEquals(7, server.ackBits());
    assertEquals(4, server.waiting());

    ServerPacket.putEnded(buffer, 6, 7, 12, BattleEnding.FAILED.code(), 3);
    assertEquals(Decoding.OK, server.decode(written(ServerPacket.ENDED_BYTES), states));
    assertEquals(ServerPacket.Type.ENDED, server.type());
    assertEquals(12, server.battle());
    assertEquals(BattleEnding.FAILED.code(), server.endingCode());
    assertEquals(3, server.winner());

    ServerPacket.putWarned(buffer, 8, 9, 3, 200);
    assertEquals(Decoding.OK, server.decode(written(ServerPacket.REASON_BYTES), states));
    assertEquals(ServerPacket.Type.WARNED, server.type());
    assertEquals(8, server.ack());
    assertEquals(3, server.reason());
    assertEquals(200, server.notice());

    ServerPacket.putKicked(buffer, 8, 9, 255, 1);
    assertEquals(Decoding.OK, server.decode(written(ServerPacket.REASON_BYTES), states));
    assertEquals(ServerPacket.Type.KICKED, server.type());
    assertEquals(255, server.reason());
  }

  @Test
  void carriesAState() {
    putState(GameMode.DEATHMATCH, new DeterministicRandom(1));
    assertEquals(Decoding.OK, server.decode(written(buffer.position()), states));
    assertEquals(ServerPacket.Type.STATE, server.type());
    assertEquals(10, server.ack());
    assertEquals(11, server.ackBits());
    assertEquals(99, server.battle());
    assertEquals(150, states.latest().tick());
  }

  /** A million damaged packets: each is refused or decoded to fields in range, none throws. */
  @Test
  void survivesDamagedPackets() {
    DeterministicRandom random = new DeterministicRandom(2026);
    List<byte[]> originals = originals(random);
    int refused = 0;
    for (int i = 0; i < 1_000_000; i++) {
      byte[] damaged = originals.get(random.nextInt(originals.size())).clone();
      for (int flips = random.between(1, 4); flips > 0; flips--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextLong();
      }
      int length = random.nextInt(4) == 0 ? random.nextInt(damaged.length + 1) : damaged.length;
      refused += client.decode(ByteBuffer.wrap(damaged, 0, length)) == Decoding.OK ? 0 : 1;
      if (server.decode(ByteBuffer.wrap(damaged, 0, length), states) == Decoding.OK
          && server.type() == ServerPacket.Type.STATE) {
        assertTrue(states.decoded().you() < states.decoded().players());
      }
    }
    assertTrue(refused > 500_000, "most of them are no client packets");
  }

  private List<byte[]> originals(DeterministicRandom random) {
    List<byte[]> originals = new ArrayList<>();
    ClientPacket.putJoin(buffer, 1);
    originals.add(copy());
    for (int count = 1; count <= ClientPacket.MAX_INPUTS; count++) {
      putInputs(count, PackedInput.of(4, 5, 6, 1, random.nextInt(65_536)));
      originals.add(copy());
    }
    ClientPacket.putLeave(buffer, 1);
    originals.add(copy());
    ClientPacket.putNoted(buffer, 1, 2);
    originals.add(copy());
    ClientPacket.putNeedState(buffer, 1);
    originals.add(copy());
    for (GameMode mode : GameMode.values()) {
      putState(mode, random);
      originals.add(copy());
    }
    ServerPacket.putEnded(buffer, 1, 2, 3, 1, 1);
    originals.add(copy());
    ServerPacket.putWarned(buffer, 1, 2, 3, 4);
    originals.add(copy());
    originals.add(new byte[ServerPacket.MAX_BYTES]);
    return originals;
  }

  private byte[] copy() {
    byte[] bytes = new byte[buffer.position()];
    buffer.flip().get(bytes);
    buffer.clear();
    return bytes;
  }

  private void putState(GameMode mode, DeterministicRandom random) {
    BattleRules rules = new BattleRules(20, 1_000, 1_000);
    Battle battle = new Battle(mode, Logic.SPLIT, rules, 10, random.nextLong());
    BattleInputs inputs = new BattleInputs();
    for (int i = 0; i < 150; i++) {
      for (int player = 0; player < 10; player++) {
        int move = random.between(-127, 127);
        inputs.add(player, move, -move, random.nextInt(65_536), random.nextInt(4));
      }
      battle.step(inputs);
    }
    StateEncoder encoder = new StateEncoder(99, battle, StateUpdates.FULL, true);
    encoder.capture();
    byte[] body = new byte[StateEncoder.MAX_BYTES];
    int bytes = encoder.encode(4, 0, body);
    ServerPacket.putStateHead(buffer, 10, 11);
    buffer.put(body, 0, bytes);
  }

  private ByteBuffer written(int expectedBytes) {
    assertEquals(expectedBytes, buffer.position());
    ByteBuffer packet = ByteBuffer.wrap(copy());
    return packet;
  }
}
