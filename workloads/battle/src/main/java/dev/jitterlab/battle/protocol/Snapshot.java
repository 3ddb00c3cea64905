package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Npcs;
import dev.jitterlab.battle.rules.Projectiles;
import dev.jitterlab.battle.rules.Props;
import dev.jitterlab.battle.rules.Weapon;
import java.nio.ByteBuffer;

/**
 * What a player knows of the battle from one STATE. Lengths are map units, velocities units per
 * second. Reused from packet to packet; not thread-safe.
 */
public final class Snapshot {
  private static final Weapon[] WEAPONS = Weapon.values();
  private static final GameMode[] MODES = GameMode.values();

  private int you;
  private int battle;
  private int tick;
  private int ticksLeft;
  private int arena;
  private int packs;
  private int players;
  private int projectiles;
  private int mode;
  private final SnapshotObjective objective = new SnapshotObjective();
  private final SnapshotNpcs npcs = new SnapshotNpcs();
  private final SnapshotProps props = new SnapshotProps();
  private final short[] x = new short[BattleRules.MAX_PLAYERS];
  private final short[] y = new short[BattleRules.MAX_PLAYERS];
  private final short[] velocityX = new short[BattleRules.MAX_PLAYERS];
  private final short[] velocityY = new short[BattleRules.MAX_PLAYERS];
  private final short[] aim = new short[BattleRules.MAX_PLAYERS];
  private final byte[] health = new byte[BattleRules.MAX_PLAYERS];
  private final byte[] flags = new byte[BattleRules.MAX_PLAYERS];
  private final short[] kills = new short[BattleRules.MAX_PLAYERS];
  private final short[] projectileX = new short[Projectiles.CAPACITY];
  private final short[] projectileY = new short[Projectiles.CAPACITY];
  private final short[] projectileDirection = new short[Projectiles.CAPACITY];
  private final byte[] projectileKind = new byte[Projectiles.CAPACITY];

  /** Reads from the receiver's own number to the end of a STATE. */
  Decoding decode(ByteBuffer in) {
    if (in.remaining() < 1 + StateBody.FIXED_BYTES) {
      return Decoding.BAD_LENGTH;
    }
    you = Wire.unsignedByte(in);
    battle = in.getInt();
    tick = in.getInt();
    ticksLeft = in.getInt();
    arena = Wire.unsignedByte(in);
    packs = Wire.unsignedByte(in);
    players = Wire.unsignedByte(in);
    projectiles = Wire.unsignedByte(in);
    mode = Wire.unsignedByte(in);
    int npcCount = Wire.unsignedByte(in);
    int propCount = Wire.unsignedByte(in);
    boolean objectiveFits = objective.decode(in);
    if (tick < 0
        || ticksLeft < 0
        || players < BattleRules.MIN_PLAYERS
        || players > BattleRules.MAX_PLAYERS
        || you >= players
        || projectiles > Projectiles.CAPACITY
        || mode >= MODES.length
        || npcCount > Npcs.CAPACITY
        || propCount > Props.CAPACITY
        || !objectiveFits) {
      return Decoding.BAD_FIELD;
    }
    if (in.remaining()
        != players * StateBody.PLAYER_BYTES
            + projectiles * StateBody.PROJECTILE_BYTES
            + npcCount * StateBody.NPC_BYTES
            + propCount * StateBody.PROP_BYTES) {
      return Decoding.BAD_LENGTH;
    }
    boolean inRange =
        decodePlayers(in)
            && decodeProjectiles(in, npcCount)
            && npcs.decode(in, npcCount)
            && props.decode(in, propCount, players);
    return inRange ? Decoding.OK : Decoding.BAD_FIELD;
  }

  private boolean decodePlayers(ByteBuffer in) {
    for (int i = 0; i < players; i++) {
      x[i] = in.getShort();
      y[i] = in.getShort();
      velocityX[i] = in.getShort();
      velocityY[i] = in.getShort();
      aim[i] = in.getShort();
      health[i] = in.get();
      flags[i] = in.get();
      kills[i] = in.getShort();
      if (x(i) > Arena.SIZE
          || y(i) > Arena.SIZE
          || health[i] < 0
          || health[i] > BattleRules.MAX_HEALTH
          || flags[i] < 0
          || flags[i] >= 2 * StateBody.GONE) {
        return false;
      }
    }
    return true;
  }

  private boolean decodeProjectiles(ByteBuffer in, int npcCount) {
    for (int i = 0; i < projectiles; i++) {
      projectileKind[i] = in.get();
      projectileX[i] = in.getShort();
      projectileY[i] = in.getShort();
      projectileDirection[i] = in.getShort();
      if (projectileKind[i] < 0
          || projectileKind[i] >> StateBody.WEAPON_SHIFT >= WEAPONS.length
          || !isShooter(projectileOwner(i), npcCount)
          || projectileX(i) > Arena.SIZE
          || projectileY(i) > Arena.SIZE) {
        return false;
      }
    }
    return true;
  }

  private boolean isShooter(int owner, int npcCount) {
    return owner < BattleRules.MAX_PLAYERS
        ? owner < players
        : owner - BattleRules.MAX_PLAYERS < npcCount;
  }

  /** Returns the mode of the game. */
  public GameMode mode() {
    return MODES[mode];
  }

  /** Returns how far the mode's aim is reached. */
  public SnapshotObjective objective() {
    return objective;
  }

  /** Returns the server's own fighters. */
  public SnapshotNpcs npcs() {
    return npcs;
  }

  /** Returns the things in the arena. */
  public SnapshotProps props() {
    return props;
  }

  /** Returns the receiver's own player number. */
  public int you() {
    return you;
  }

  /** Returns the battle's number. */
  public int battle() {
    return battle;
  }

  /** Returns the tick that the state is of. */
  public int tick() {
    return tick;
  }

  /** Returns how many ticks the battle lasts at most from here. */
  public int ticksLeft() {
    return ticksLeft;
  }

  /** Returns the number of the arena. */
  public int arena() {
    return arena;
  }

  /** Returns whether a health pack lies in its place. */
  public boolean isPackThere(int pack) {
    return (packs >> pack & 1) != 0;
  }

  /** Returns how many players the battle started with. */
  public int players() {
    return players;
  }

  /** Returns a player's x. */
  public int x(int player) {
    return x[player] & 0xFFFF;
  }

  /** Returns a player's y. */
  public int y(int player) {
    return y[player] & 0xFFFF;
  }

  /** Returns a player's velocity along x. */
  public int velocityX(int player) {
    return velocityX[player];
  }

  /** Returns a player's velocity along y. */
  public int velocityY(int player) {
    return velocityY[player];
  }

  /** Returns where a player aims, as an angle. */
  public int aim(int player) {
    return aim[player] & 0xFFFF;
  }

  /** Returns a player's health. */
  public int health(int player) {
    return health[player];
  }

  /** Returns whether a player is alive. */
  public boolean isAlive(int player) {
    return (flags[player] & StateBody.ALIVE) != 0;
  }

  /** Returns whether a player cannot be hurt. */
  public boolean isShielded(int player) {
    return (flags[player] & StateBody.SHIELDED) != 0;
  }

  /** Returns whether a player has left the battle. */
  public boolean isGone(int player) {
    return (flags[player] & StateBody.GONE) != 0;
  }

  /** Returns a player's kills. */
  public int kills(int player) {
    return kills[player] & 0xFFFF;
  }

  /** Returns how many projectiles fly. */
  public int projectiles() {
    return projectiles;
  }

  /** Returns a projectile's x. */
  public int projectileX(int projectile) {
    return projectileX[projectile] & 0xFFFF;
  }

  /** Returns a projectile's y. */
  public int projectileY(int projectile) {
    return projectileY[projectile] & 0xFFFF;
  }

  /** Returns where a projectile flies, as an angle. */
  public int projectileDirection(int projectile) {
    return projectileDirection[projectile] & 0xFFFF;
  }

  /** Returns who shot a projectile: a player's number, or 10 and the number of an NPC. */
  public int projectileOwner(int projectile) {
    return projectileKind[projectile] & StateBody.OWNER_MASK;
  }

  /** Returns what a projectile was shot with. */
  public Weapon projectileWeapon(int projectile) {
    return WEAPONS[projectileKind[projectile] >> StateBody.WEAPON_SHIFT];
  }
}
