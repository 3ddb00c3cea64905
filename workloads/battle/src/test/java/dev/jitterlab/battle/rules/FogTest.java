package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.protocol.StateDecoder;
import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a player does not see never travels to him: in no field, no count and no order. */
class FogTest {
  private static final int PLAYERS = 10;

  /** In boss all players look for all: of few, something is out of sight more often. */
  private static final int FEW_PLAYERS = 2;

  private static final int BATTLES = 12;
  private static final int TICKS = 300;
  private static final BattleRules RULES = new BattleRules(20, TICKS, 1_000);

  private final byte[] body = new byte[StateEncoder.MAX_BYTES];
  private final byte[] otherBody = new byte[StateEncoder.MAX_BYTES];

  /**
   * Two servers play the same battle, but in the second everything that the player does not see is
   * another each tick, with more projectiles. He gets the same bytes from both.
   */
  @ParameterizedTest
  @EnumSource(GameMode.class)
  void whatIsHiddenChangesNoByte(GameMode mode) {
    Map<Hidden, Integer> altered = new EnumMap<>(Hidden.class);
    for (int seed = 0; seed < BATTLES; seed++) {
      DeterministicRandom random = new DeterministicRandom(seed);
      int players = mode == GameMode.BOSS ? FEW_PLAYERS : PLAYERS;
      Battle battle = new Battle(mode, Logic.SPLIT, RULES, players, seed);
      StateUpdates updates = seed % 2 == 0 ? StateUpdates.HYBRID : StateUpdates.FULL;
      StateEncoder encoder = new StateEncoder(1, battle, updates, true);
      StateEncoder other = new StateEncoder(1, battle, updates, true);
      RandomPlayers actors = new RandomPlayers(seed, players);
      int player = random.nextInt(players);
      HiddenChanges changes = new HiddenChanges(battle, player, random);
      while (battle.ending() == null) {
        actors.act(battle);
        battle.step(actors.inputs());
        int seen = battle.tick() - random.between(1, 4);
        encoder.capture();
        int bytes = encoder.encode(player, seen, body);
        changes.make(altered);
        other.capture();
        int otherBytes = other.encode(player, seen, otherBody);
        changes.undo();
        assertArrayEquals(
            Arrays.copyOf(body, bytes),
            Arrays.copyOf(otherBody, otherBytes),
            mode + " " + seed + " tick " + battle.tick());
      }
    }
    for (Hidden kind : Hidden.values()) {
      int times = altered.getOrDefault(kind, 0);
      assertTrue(times > 200 || !kind.isIn(mode), times + " times another: " + kind);
    }
  }

  /** What can be out of sight. */
  private enum Hidden {
    FIGHTERS,
    NPCS,
    BOULDERS,
    CARRIED_CRYSTALS,
    PACKS,
    PROJECTILES;

    /** In boss all players are one team, and look for all; the boss itself is always in sight. */
    boolean isIn(GameMode mode) {
      switch (this) {
        case FIGHTERS:
        case PROJECTILES:
          return mode != GameMode.BOSS;
        case NPCS:
          return mode == GameMode.BOSS || mode == GameMode.ESCORT;
        case BOULDERS:
          return mode == GameMode.BOSS;
        case CARRIED_CRYSTALS:
          return mode == GameMode.COLLECT;
        case PACKS:
          return true;
      }
      throw new AssertionError(this);
    }
  }

  /** Decodes all that is sent and compares it with a sight that is computed the plain way. */
  @ParameterizedTest
  @EnumSource(GameMode.class)
  void nothingInAStateIsOutOfSight(GameMode mode) {
    int hidden = 0;
    for (int seed = 100; seed < 103; seed++) {
      Battle battle = new Battle(mode, Logic.SPLIT, RULES, PLAYERS, seed);
      StateEncoder encoder = new StateEncoder(1, battle, StateUpdates.HYBRID, true);
      StateDecoder[] decoders = new StateDecoder[PLAYERS];
      Arrays.setAll(decoders, i -> new StateDecoder());
      RandomPlayers players = new RandomPlayers(seed, PLAYERS);
      while (battle.ending() == null) {
        players.act(battle);
        battle.step(players.inputs());
        encoder.capture();
        for (int i = 0; i < PLAYERS; i++) {
          int bytes = encoder.encode(i, battle.tick() - 1, body);
          hidden += countHidden(battle, i, decode(decoders[i], bytes));
        }
      }
    }
    assertTrue(hidden > 0, "something was hidden");
  }

  private State decode(StateDecoder decoder, int bytes) {
    ByteBuffer packet = ByteBuffer.allocate(ServerPacket.MAX_BYTES);
    ServerPacket.putStateHead(packet, 0, 0);
    packet.put(body, 0, bytes).flip();
    assertEquals(Decoding.OK, new ServerPacket().decode(packet, decoder));
    return decoder.latest();
  }

  private static int countHidden(Battle battle, int player, State shown) {
    int hidden = 0;
    Fighters fighters = battle.fighters();
    for (int i = 0; i < PLAYERS; i++) {
      boolean own = fighters.team[i] == fighters.team[player];
      assertEquals(
          own || isSeen(battle, player, fighters.x[i], fighters.y[i]),
          shown.fighters().isInSight(i));
      hidden += shown.fighters().isInSight(i) ? 0 : 1;
    }
    for (int i = 0; i < battle.npcs().count(); i++) {
      boolean known =
          battle.npcs().team[i] == fighters.team[player] || battle.npcs().kind(i) == NpcKind.BOSS;
      boolean seen = known || isSeen(battle, player, battle.npcs().x[i], battle.npcs().y[i]);
      assertEquals(seen, shown.npcs().isInSight(i));
      hidden += seen ? 0 : 1;
    }
    for (int i = 0; i < battle.props().count(); i++) {
      Props props = battle.props();
      boolean seen =
          props.kind(i) == PropKind.BOULDER
              ? isSeen(battle, player, props.x[i], props.y[i])
              : props.carrier(i) == Props.NOBODY || shown.fighters().isInSight(props.carrier(i));
      assertEquals(seen, shown.props().isInSight(i));
      hidden += seen ? 0 : 1;
    }
    int flying = 0;
    for (int i = 0; i < battle.projectiles().count(); i++) {
      Projectiles all = battle.projectiles();
      boolean seen =
          all.team[i] == fighters.team[player] || isSeen(battle, player, all.x[i], all.y[i]);
      flying += seen ? 1 : 0;
    }
    assertEquals(flying, shown.projectiles().count());
    for (int i = 0; i < Arena.PACKS; i++) {
      int x = Fixed.ofUnits(battle.arena().packX(i));
      int y = Fixed.ofUnits(battle.arena().packY(i));
      assertEquals(!isSeen(battle, player, x, y) || battle.isPackThere(i), shown.isPackThere(i));
    }
    return hidden;
  }

  /** Written anew: the distance by Pythagoras, each fighter for himself. */
  private static boolean isSeen(Battle battle, int player, int x, int y) {
    Fighters fighters = battle.fighters();
    boolean alone = battle.mode() == GameMode.DEATHMATCH || battle.mode() == GameMode.LAST_STANDING;
    for (int i = 0; i < PLAYERS; i++) {
      boolean looks = alone ? i == player : fighters.isAlive(i);
      if (looks
          && fighters.team[i] == fighters.team[player]
          && Math.hypot(fighters.x[i] - x, fighters.y[i] - y) <= Fixed.ofUnits(Sight.RANGE)
          && battle.arena().seesFixed(fighters.x[i], fighters.y[i], x, y)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void withoutFogEverybodySeesEverything() {
    Battle battle = new Battle(GameMode.ESCORT, Logic.SPLIT, RULES, PLAYERS, 1);
    battle.step(new BattleInputs());
    Sight sight = new Sight(battle, false);
    sight.look();
    assertEquals(0x3FF, sight.fighters(0));
    assertEquals(0b111, sight.npcs(0));
    assertEquals(1, sight.props(1));
    assertEquals(0xFF, sight.packs(0));
  }

  /** Makes all that a player does not see another, and undoes it. */
  private static final class HiddenChanges {
    private final Battle battle;
    private final int player;
    private final int players;
    private final DeterministicRandom random;
    private final Sight before;
    private final Sight after;
    private int[][] saved;
    private int added;

    HiddenChanges(Battle battle, int player, DeterministicRandom random) {
      this.battle = battle;
      this.player = player;
      this.players = battle.fighters().count();
      this.random = random;
      this.before = new Sight(battle, true);
      this.after = new Sight(battle, true);
    }

    /** Changes and adds, and counts how many of each kind. */
    void make(Map<Hidden, Integer> counts) {
      before.look();
      save();
      Fighters fighters = battle.fighters();
      for (int i = 0; i < players; i++) {
        if ((before.fighters(player) >> i & 1) == 0) {
          counts.merge(Hidden.FIGHTERS, 1, Integer::sum);
          fighters.health[i] = random.nextInt(101);
          fighters.kills[i] = random.nextInt(50);
          fighters.aim[i] = random.nextInt(Angles.TURN);
          fighters.shieldUntilTick[i] = random.nextInt(1_000);
          moveWithinHiding(i);
          shootFromHiding(i);
        }
      }
      Npcs npcs = battle.npcs();
      for (int i = 0; i < npcs.count(); i++) {
        if ((before.npcs(player) >> i & 1) == 0) {
          counts.merge(Hidden.NPCS, 1, Integer::sum);
          npcs.health[i] = random.nextInt(80);
          moveWithinHiding(npcs, i);
        }
      }
      Props props = battle.props();
      for (int i = 0; i < props.count(); i++) {
        if ((before.props(player) >> i & 1) != 0) {
          continue;
        }
        if (props.kind(i) == PropKind.BOULDER) {
          counts.merge(Hidden.BOULDERS, moveWithinHiding(props, i) ? 1 : 0, Integer::sum);
        } else {
          counts.merge(Hidden.CARRIED_CRYSTALS, 1, Integer::sum);
          props.carrier[i] = anyHiddenFighter();
        }
      }
      for (int i = 0; i < Arena.PACKS; i++) {
        if ((before.packs(player) >> i & 1) == 0) {
          counts.merge(Hidden.PACKS, 1, Integer::sum);
          battle.state().packBackAtTick[i] = random.nextInt(2) == 0 ? 0 : Integer.MAX_VALUE;
        }
      }
      counts.merge(Hidden.PROJECTILES, added, Integer::sum);
    }

    private int anyHiddenFighter() {
      int fighter = random.nextInt(players);
      while ((before.fighters(player) >> fighter & 1) != 0) {
        fighter = random.nextInt(players);
      }
      return fighter;
    }

    /** Moves an NPC or a thing to where the player does not see it either; false if he would. */
    private boolean moveWithinHiding(Bodies bodies, int i) {
      int x = bodies.x[i];
      int y = bodies.y[i];
      bodies.x[i] = Fixed.ofUnits(random.nextInt(Arena.SIZE));
      bodies.y[i] = Fixed.ofUnits(random.nextInt(Arena.SIZE));
      after.look();
      if (after.npcs(player) == before.npcs(player)
          && after.props(player) == before.props(player)) {
        return true;
      }
      bodies.x[i] = x;
      bodies.y[i] = y;
      return false;
    }

    private void moveWithinHiding(int i) {
      Fighters fighters = battle.fighters();
      int x = fighters.x[i];
      int y = fighters.y[i];
      fighters.x[i] = Fixed.ofUnits(random.nextInt(Arena.SIZE));
      fighters.y[i] = Fixed.ofUnits(random.nextInt(Arena.SIZE));
      after.look();
      if (after.fighters(player) != before.fighters(player)) {
        fighters.x[i] = x;
        fighters.y[i] = y;
      }
    }

    private void shootFromHiding(int i) {
      Fighters fighters = battle.fighters();
      Projectiles all = battle.projectiles();
      if (all.count() == Projectiles.CAPACITY) {
        return;
      }
      int direction = random.nextInt(Angles.TURN);
      all.add(
          Weapon.RIFLE,
          i,
          fighters.team[i],
          fighters.x[i],
          fighters.y[i],
          direction,
          battle.tick());
      after.look();
      if (after.seesProjectile(player, all.count() - 1)) {
        all.remove(all.count() - 1);
      } else {
        added++;
      }
    }

    private void save() {
      int[][] fields = fields();
      saved = new int[fields.length][];
      for (int i = 0; i < fields.length; i++) {
        saved[i] = fields[i].clone();
      }
      added = 0;
    }

    void undo() {
      int[][] fields = fields();
      for (int i = 0; i < fields.length; i++) {
        System.arraycopy(saved[i], 0, fields[i], 0, fields[i].length);
      }
      for (; added > 0; added--) {
        battle.projectiles().remove(battle.projectiles().count() - 1);
      }
    }

    private int[][] fields() {
      Fighters fighters = battle.fighters();
      return new int[][] {
        fighters.health,
        fighters.kills,
        fighters.aim,
        fighters.shieldUntilTick,
        fighters.x,
        fighters.y,
        battle.npcs().health,
        battle.npcs().x,
        battle.npcs().y,
        battle.props().x,
        battle.props().y,
        battle.props().carrier,
        battle.state().packBackAtTick
      };
    }
  }
}
