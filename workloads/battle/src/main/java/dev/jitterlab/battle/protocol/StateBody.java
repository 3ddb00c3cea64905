package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Fighters;
import dev.jitterlab.battle.rules.Npcs;
import dev.jitterlab.battle.rules.Objective;
import dev.jitterlab.battle.rules.Projectiles;
import dev.jitterlab.battle.rules.Props;
import java.nio.ByteBuffer;

/** Encodes what a STATE says to all players of a battle alike: once a tick. */
public final class StateBody {
  static final int FIXED_BYTES = 32;
  static final int PLAYER_BYTES = 14;
  static final int PROJECTILE_BYTES = 7;
  static final int NPC_BYTES = 11;
  static final int PROP_BYTES = 5;
  static final int CARRIER_SHIFT = 4;
  static final int KIND_MASK = (1 << CARRIER_SHIFT) - 1;
  static final int ALIVE = 1;
  static final int SHIELDED = 2;
  static final int GONE = 4;
  static final int WEAPON_SHIFT = 4;
  static final int OWNER_MASK = (1 << WEAPON_SHIFT) - 1;

  private static final int MAX_COUNTDOWN = 65_535;

  /** The size of the largest body. */
  public static final int MAX_BYTES =
      FIXED_BYTES
          + BattleRules.MAX_PLAYERS * PLAYER_BYTES
          + Projectiles.CAPACITY * PROJECTILE_BYTES
          + Npcs.CAPACITY * NPC_BYTES
          + Props.CAPACITY * PROP_BYTES;

  private StateBody() {}

  /** Writes the body from the buffer's position on. Allocates nothing. */
  public static void put(ByteBuffer out, int battleId, Battle battle) {
    Fighters fighters = battle.fighters();
    Projectiles projectiles = battle.projectiles();
    int packs = 0;
    for (int i = 0; i < Arena.PACKS; i++) {
      packs |= battle.isPackThere(i) ? 1 << i : 0;
    }
    out.putInt(battleId).putInt(battle.tick()).putInt(battle.ticksLeft());
    out.put((byte) battle.arena().number()).put((byte) packs);
    out.put((byte) fighters.count()).put((byte) projectiles.count());
    out.put((byte) battle.mode().code());
    out.put((byte) battle.npcs().count()).put((byte) battle.props().count());
    putObjective(out, battle.objective(), battle.tick());
    for (int i = 0; i < fighters.count(); i++) {
      putFighter(out, fighters, i, battle.tick());
    }
    for (int i = 0; i < projectiles.count(); i++) {
      out.put((byte) (projectiles.owner(i) | projectiles.weapon(i).code() << WEAPON_SHIFT));
      out.putShort((short) projectiles.x(i)).putShort((short) projectiles.y(i));
      out.putShort((short) projectiles.direction(i));
    }
    putNpcs(out, battle.npcs());
    putProps(out, battle.props());
  }

  private static void putObjective(ByteBuffer out, Objective objective, int tick) {
    int countdown = Math.min(MAX_COUNTDOWN, Math.max(0, objective.timerEndsAtTick() - tick));
    out.putShort((short) objective.circleX()).putShort((short) objective.circleY());
    out.putShort((short) objective.circleRadius());
    out.putShort((short) objective.score(0)).putShort((short) objective.score(1));
    out.putShort((short) countdown).put((byte) objective.side());
  }

  private static void putNpcs(ByteBuffer out, Npcs npcs) {
    for (int i = 0; i < npcs.count(); i++) {
      out.put((byte) npcs.kind(i).code());
      out.putShort((short) npcs.x(i)).putShort((short) npcs.y(i));
      out.putShort((short) npcs.velocityX(i)).putShort((short) npcs.velocityY(i));
      out.putShort((short) npcs.health(i));
    }
  }

  private static void putProps(ByteBuffer out, Props props) {
    for (int i = 0; i < props.count(); i++) {
      out.put((byte) (props.kind(i).code() | props.carrier(i) << CARRIER_SHIFT));
      out.putShort((short) props.x(i)).putShort((short) props.y(i));
    }
  }

  private static void putFighter(ByteBuffer out, Fighters fighters, int i, int tick) {
    int flags =
        (fighters.isAlive(i) ? ALIVE : 0)
            | (fighters.isShielded(i, tick) ? SHIELDED : 0)
            | (fighters.isPresent(i) ? 0 : GONE);
    out.putShort((short) fighters.x(i)).putShort((short) fighters.y(i));
    out.putShort((short) fighters.velocityX(i)).putShort((short) fighters.velocityY(i));
    out.putShort((short) fighters.aim(i));
    out.put((byte) fighters.health(i)).put((byte) flags);
    out.putShort((short) fighters.kills(i));
  }
}
