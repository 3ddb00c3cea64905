package dev.jitterlab.battle.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.Ending;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.rules.Objective;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PacketsTest {
  private final ByteBuffer buffer = ByteBuffer.allocate(ServerPacket.MAX_BYTES);
  private final ClientPacket client = new ClientPacket();
  private final ServerPacket server = new ServerPacket();
  private final Snapshot snapshot = new Snapshot();

  @Test
  void carriesJoinInputAndLeave() {
    ClientPacket.putJoin(buffer, -2, 77);
    assertEquals(Decoding.OK, client.decode(written(ClientPacket.JOIN_BYTES)));
    assertEquals(ClientPacket.Type.JOIN, client.type());
    assertEquals(-2, client.sequence());
    assertEquals(77, client.token());

    ClientPacket.putInput(buffer, 3, 78, 9, 81, -127, 127, 65_535, 3, 65_534);
    assertEquals(Decoding.OK, client.decode(written(ClientPacket.INPUT_BYTES)));
    assertEquals(ClientPacket.Type.INPUT, client.type());
    assertEquals(81, client.seen());
    assertEquals(65_534, client.at());
    assertEquals(9, client.battle());
    assertEquals(-127, client.moveX());
    assertEquals(127, client.moveY());
    assertEquals(65_535, client.aim());
    assertEquals(3, client.buttons());

    ClientPacket.putLeave(buffer, 4, 79);
    assertEquals(Decoding.OK, client.decode(written(ClientPacket.LEAVE_BYTES)));
    assertEquals(ClientPacket.Type.LEAVE, client.type());
  }

  @Test
  void refusesInputsOutOfRange() {
    ClientPacket.putInput(buffer, 3, 78, 9, 1, -128, 0, 0, 0, 0);
    assertEquals(Decoding.BAD_FIELD, client.decode(written(ClientPacket.INPUT_BYTES)));
    ClientPacket.putInput(buffer, 3, 78, 9, 1, 0, 0, 0, 4, 0);
    assertEquals(Decoding.BAD_FIELD, client.decode(written(ClientPacket.INPUT_BYTES)));
    ClientPacket.putJoin(buffer, 1, 1);
    buffer.put(31, (byte) 1);
    assertEquals(Decoding.BAD_FIELD, client.decode(written(ClientPacket.JOIN_BYTES)));
  }

  @Test
  void namesWhatIsWrongWithAPacket() {
    assertEquals(Decoding.BAD_LENGTH, client.decode(ByteBuffer.allocate(0)));
    assertEquals(Decoding.BAD_MAGIC, client.decode(ByteBuffer.allocate(32)));
    ClientPacket.putJoin(buffer, 1, 1);
    buffer.put(2, (byte) 1);
    assertEquals(Decoding.BAD_VERSION, client.decode(written(ClientPacket.JOIN_BYTES)));
    ClientPacket.putJoin(buffer, 1, 1);
    buffer.put(3, (byte) 16);
    assertEquals(Decoding.BAD_TYPE, client.decode(written(ClientPacket.JOIN_BYTES)));
    ClientPacket.putJoin(buffer, 1, 1);
    buffer.put((byte) 0);
    assertEquals(Decoding.BAD_LENGTH, client.decode(written(ClientPacket.JOIN_BYTES + 1)));
  }

  @Test
  void carriesTheServersShortPackets() {
    ServerPacket.putChallenge(buffer, 5, 1L << 63);
    assertEquals(Decoding.OK, server.decode(written(ServerPacket.CHALLENGE_BYTES), snapshot));
    assertEquals(ServerPacket.Type.CHALLENGE, server.type());
    assertEquals(1L << 63, server.token());
    assertEquals(5, server.ack());

    ServerPacket.putQueued(buffer, 6, 7, 4, 10);
    assertEquals(Decoding.OK, server.decode(written(ServerPacket.QUEUED_BYTES), snapshot));
    assertEquals(ServerPacket.Type.QUEUED, server.type());
    assertEquals(7, server.ackBits());
    assertEquals(4, server.waiting());

    ServerPacket.putEnded(buffer, 6, 7, 12, Ending.FAILED.code(), 3);
    assertEquals(Decoding.OK, server.decode(written(ServerPacket.ENDED_BYTES), snapshot));
    assertEquals(ServerPacket.Type.ENDED, server.type());
    assertEquals(12, server.battle());
    assertEquals(Ending.FAILED.code(), server.endingCode());
    assertEquals(3, server.winner());

    ServerPacket.putRefused(buffer, 8);
    assertEquals(Decoding.OK, server.decode(written(ServerPacket.REFUSED_BYTES), snapshot));
    assertEquals(ServerPacket.Type.REFUSED, server.type());
  }

  @Test
  void answersToStrangersAreNotLargerThanTheirQuestion() {
    assertTrue(ServerPacket.CHALLENGE_BYTES <= ClientPacket.JOIN_BYTES);
    assertTrue(ServerPacket.REFUSED_BYTES <= ClientPacket.JOIN_BYTES);
  }

  @Test
  void theLargestStateFitsIntoOnePacket() {
    assertTrue(
        ServerPacket.STATE_HEAD_BYTES + StateBody.MAX_BYTES <= ServerPacket.MAX_BYTES,
        "" + StateBody.MAX_BYTES);
  }

  @Test
  void carriesTheStateOfABattle() {
    Battle battle = fight(new DeterministicRandom(1), 500);
    ServerPacket.putStateHead(buffer, 10, 11, 4);
    StateBody.put(buffer, 99, battle);
    assertEquals(Decoding.OK, server.decode(written(buffer.position()), snapshot));
    assertEquals(ServerPacket.Type.STATE, server.type());
    assertEquals(10, server.ack());
    assertEquals(11, server.ackBits());
    assertEquals(99, server.battle());
    assertEquals(4, snapshot.you());
    assertEquals(500, snapshot.tick());
    assertEquals(battle.ticksLeft(), snapshot.ticksLeft());
    assertEquals(battle.arena().number(), snapshot.arena());
    assertEquals(10, snapshot.players());
    for (int i = 0; i < 10; i++) {
      assertEquals(battle.fighters().x(i), snapshot.x(i));
      assertEquals(battle.fighters().y(i), snapshot.y(i));
      assertEquals(battle.fighters().velocityX(i), snapshot.velocityX(i));
      assertEquals(battle.fighters().velocityY(i), snapshot.velocityY(i));
      assertEquals(battle.fighters().aim(i), snapshot.aim(i));
      assertEquals(battle.fighters().health(i), snapshot.health(i));
      assertEquals(battle.fighters().isAlive(i), snapshot.isAlive(i));
      assertEquals(battle.fighters().isShielded(i, 500), snapshot.isShielded(i));
      assertEquals(battle.fighters().kills(i), snapshot.kills(i));
      assertEquals(i == 2, snapshot.isGone(i));
    }
    assertTrue(snapshot.projectiles() > 0, "somebody shoots");
    for (int i = 0; i < snapshot.projectiles(); i++) {
      assertEquals(battle.projectiles().x(i), snapshot.projectileX(i));
      assertEquals(battle.projectiles().y(i), snapshot.projectileY(i));
      assertEquals(battle.projectiles().direction(i), snapshot.projectileDirection(i));
      assertEquals(battle.projectiles().owner(i), snapshot.projectileOwner(i));
      assertEquals(battle.projectiles().weapon(i), snapshot.projectileWeapon(i));
    }
  }

  @ParameterizedTest
  @EnumSource(GameMode.class)
  void carriesNpcsThingsAndTheAimOfAMode(GameMode mode) {
    Battle battle = fight(mode, new DeterministicRandom(4), 159);
    ServerPacket.putStateHead(buffer, 10, 11, 4);
    StateBody.put(buffer, 99, battle);
    assertEquals(Decoding.OK, server.decode(written(buffer.position()), snapshot));
    assertEquals(mode, snapshot.mode());
    assertEquals(battle.npcs().count(), snapshot.npcs().count());
    for (int i = 0; i < battle.npcs().count(); i++) {
      assertEquals(battle.npcs().kind(i), snapshot.npcs().kind(i));
      assertEquals(battle.npcs().x(i), snapshot.npcs().x(i));
      assertEquals(battle.npcs().y(i), snapshot.npcs().y(i));
      assertEquals(battle.npcs().velocityX(i), snapshot.npcs().velocityX(i));
      assertEquals(battle.npcs().velocityY(i), snapshot.npcs().velocityY(i));
      assertEquals(battle.npcs().health(i), snapshot.npcs().health(i));
    }
    assertEquals(battle.props().count(), snapshot.props().count());
    for (int i = 0; i < battle.props().count(); i++) {
      assertEquals(battle.props().kind(i), snapshot.props().kind(i));
      assertEquals(battle.props().x(i), snapshot.props().x(i));
      assertEquals(battle.props().y(i), snapshot.props().y(i));
      assertEquals(battle.props().carrier(i), snapshot.props().carrier(i));
    }
    Objective objective = battle.objective();
    assertEquals(objective.circleX(), snapshot.objective().circleX());
    assertEquals(objective.circleY(), snapshot.objective().circleY());
    assertEquals(objective.circleRadius(), snapshot.objective().circleRadius());
    assertEquals(objective.score(0), snapshot.objective().score(0));
    assertEquals(objective.score(1), snapshot.objective().score(1));
    assertEquals(objective.side(), snapshot.objective().side());
    int ticks = Math.max(0, objective.timerEndsAtTick() - battle.tick());
    assertEquals(ticks, snapshot.objective().countdownTicks());
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
      if (server.decode(ByteBuffer.wrap(damaged, 0, length), snapshot) == Decoding.OK
          && server.type() == ServerPacket.Type.STATE) {
        assertTrue(snapshot.you() < snapshot.players());
        assertTrue(snapshot.mode().code() < 5);
        for (int npc = 0; npc < snapshot.npcs().count(); npc++) {
          assertTrue(snapshot.npcs().kind(npc).code() < 3);
        }
        for (int prop = 0; prop < snapshot.props().count(); prop++) {
          assertTrue(snapshot.props().kind(prop).code() < 3);
        }
        for (int projectile = 0; projectile < snapshot.projectiles(); projectile++) {
          int owner = snapshot.projectileOwner(projectile);
          assertTrue(
              owner < snapshot.players() || (owner >= 10 && owner - 10 < snapshot.npcs().count()));
          assertTrue(snapshot.projectileWeapon(projectile).code() < 2);
        }
      }
    }
    assertTrue(refused > 500_000, "most of them are no client packets");
  }

  private List<byte[]> originals(DeterministicRandom random) {
    List<byte[]> originals = new ArrayList<>();
    ClientPacket.putJoin(buffer, 1, random.nextLong());
    originals.add(copy());
    ClientPacket.putInput(buffer, 2, random.nextLong(), 3, 7, 4, 5, 6, 1, 9);
    originals.add(copy());
    ClientPacket.putLeave(buffer, 1, random.nextLong());
    originals.add(copy());
    ServerPacket.putStateHead(buffer, 1, 2, 3);
    StateBody.put(buffer, 4, fight(random, 300));
    originals.add(copy());
    for (GameMode mode : GameMode.values()) {
      ServerPacket.putStateHead(buffer, 1, 2, 3);
      StateBody.put(buffer, 4, fight(mode, random, 150));
      originals.add(copy());
    }
    ServerPacket.putEnded(buffer, 1, 2, 3, 1, 1);
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

  private static Battle fight(DeterministicRandom random, int ticks) {
    return fight(GameMode.DEATHMATCH, random, ticks);
  }

  private static Battle fight(GameMode mode, DeterministicRandom random, int ticks) {
    BattleRules rules = new BattleRules(20, 1_000, 1_000);
    Battle battle = new Battle(mode, Logic.SPLIT, rules, 10, random.nextLong());
    battle.leave(2);
    BattleInputs inputs = new BattleInputs();
    for (int i = 0; i < ticks; i++) {
      for (int player = 0; player < 10; player++) {
        int move = random.between(-127, 127);
        inputs.add(player, move, -move, random.nextInt(65_536), random.nextInt(4));
      }
      battle.step(inputs);
    }
    return battle;
  }

  private ByteBuffer written(int expectedBytes) {
    assertEquals(expectedBytes, buffer.position());
    ByteBuffer packet = ByteBuffer.wrap(copy());
    return packet;
  }
}
