package dev.jitterlab.battle.rules;

/**
 * What flies, as arrays without gaps: the last one takes the place of one that ends. Written by the
 * battle only; read it on the thread that steps the battle.
 */
public final class Projectiles {
  /** The most that can fly at once in any battle. */
  public static final int CAPACITY =
      BattleRules.MAX_PLAYERS * BattleRules.MAX_PROJECTILES_EACH
          + Npcs.CAPACITY * Npcs.MAX_PROJECTILES_EACH;

  final int[] x = new int[CAPACITY];
  final int[] y = new int[CAPACITY];
  final int[] direction = new int[CAPACITY];
  final int[] owner = new int[CAPACITY];
  final int[] team = new int[CAPACITY];
  final int[] endsAtTick = new int[CAPACITY];

  /** How much of its first tick was left when it was shot, in 1/65,536. */
  final int[] remainingAtShot = new int[CAPACITY];

  final Weapon[] weapon = new Weapon[CAPACITY];

  /** By which a projectile is known from tick to tick; no part of the state. */
  private final int[] launch = new int[CAPACITY];

  private int count;
  private int launches;
  private int rifleShots; // by players; no part of the state
  private int rifleHits;

  Projectiles() {}

  /** Returns how many fly now; they are numbered from 0. */
  public int count() {
    return count;
  }

  /** Returns how many shots players have fired with the rifle in this battle. */
  public int rifleShots() {
    return rifleShots;
  }

  /** Returns how many of them have hit a fighter or an NPC of the other side. */
  public int rifleHits() {
    return rifleHits;
  }

  /** Returns the x of a projectile, in units. */
  public int x(int projectile) {
    return Fixed.toUnits(x[projectile]);
  }

  /** Returns the y of a projectile, in units. */
  public int y(int projectile) {
    return Fixed.toUnits(y[projectile]);
  }

  /** Returns where a projectile flies, as an {@linkplain Angles angle}. */
  public int direction(int projectile) {
    return direction[projectile];
  }

  /** Returns who shot it: a player's number, or 10 and the number of an NPC. */
  public int owner(int projectile) {
    return owner[projectile];
  }

  /** Returns what it was shot with. */
  public Weapon weapon(int projectile) {
    return weapon[projectile];
  }

  /** Returns the number of its launch: each has the next one, and keeps it while it flies. */
  public int launch(int projectile) {
    return launch[projectile];
  }

  /** Returns the x of a projectile in 1/256 unit. */
  public int fixedX(int projectile) {
    return x[projectile];
  }

  /** Returns the y of a projectile in 1/256 unit. */
  public int fixedY(int projectile) {
    return y[projectile];
  }

  /**
   * Returns how far a projectile flies in a tick along an axis, in 1/256 unit.
   *
   * @param component the direction's cosine for x, its sine for y
   */
  public static int perTick(Weapon weapon, int component, int ticksPerSecond) {
    int distance = Fixed.ofUnits(weapon.speed()) / ticksPerSecond;
    int steps = distance / (BattleRules.RADIUS / 2) + 1;
    return Angles.along(component, distance) / steps * steps;
  }

  /**
   * Returns how far from its shooter's centre a projectile starts along an axis, in 1/256 unit.
   *
   * @param component the direction's cosine for x, its sine for y
   */
  public static int muzzle(int owner, int component) {
    return owner < BattleRules.MAX_PLAYERS ? Angles.along(component, BattleRules.RADIUS) : 0;
  }

  /** Adds one that was shot at the end of the tick. */
  void add(Weapon weapon, int owner, int team, int x, int y, int direction, int endsAtTick) {
    int slot = count++;
    launch[slot] = launches++;
    this.weapon[slot] = weapon;
    this.owner[slot] = owner;
    this.team[slot] = team;
    this.x[slot] = x;
    this.y[slot] = y;
    this.direction[slot] = direction;
    this.endsAtTick[slot] = endsAtTick;
    this.remainingAtShot[slot] = 0;
    rifleShots += isPlayersRifle(slot) ? 1 : 0;
  }

  /** Notes that one has hit a fighter or an NPC. */
  void hit(int slot) {
    rifleHits += isPlayersRifle(slot) ? 1 : 0;
  }

  private boolean isPlayersRifle(int slot) {
    return weapon[slot] == Weapon.RIFLE && owner[slot] < BattleRules.MAX_PLAYERS;
  }

  /**
   * Returns how much of this tick it flies, in 1/65,536: its last tick ends as long before the tick
   * does as its first began after that did.
   */
  int flies(int slot, int tick) {
    return tick >= endsAtTick[slot]
        ? BattleInputs.FRACTIONS - remainingAtShot[slot]
        : BattleInputs.FRACTIONS;
  }

  void remove(int slot) {
    int last = --count;
    launch[slot] = launch[last];
    weapon[slot] = weapon[last];
    owner[slot] = owner[last];
    team[slot] = team[last];
    x[slot] = x[last];
    y[slot] = y[last];
    direction[slot] = direction[last];
    endsAtTick[slot] = endsAtTick[last];
    remainingAtShot[slot] = remainingAtShot[last];
  }

  long hash(long hash) {
    long result = hash;
    for (int i = 0; i < count; i++) {
      result = DeterministicRandom.mix(result ^ ((long) x[i] << 32 | y[i]));
      result = DeterministicRandom.mix(result ^ ((long) direction[i] << 32 | endsAtTick[i]));
      long shot = (long) remainingAtShot[i] << 32 ^ (owner[i] * 16L + weapon[i].code());
      result = DeterministicRandom.mix(result ^ shot);
    }
    return result;
  }
}
