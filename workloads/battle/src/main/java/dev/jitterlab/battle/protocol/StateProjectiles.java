package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Eyes;
import dev.jitterlab.battle.rules.Projectiles;
import dev.jitterlab.battle.rules.Weapon;
import java.util.Arrays;

/**
 * What flies, from one STATE, in the order of launch. Places are kept in 1/256 unit, so that who
 * knows a projectile once knows exactly where it is until it ends. Reused from packet to packet,
 * grows to the most that were in sight at once; not thread-safe.
 */
public final class StateProjectiles {
  static final int BITS = 4 + 1 + 12 + 2 * 24;

  private static final int DIRECTION_STEP = 16; // what the tables of Angles tell apart
  private static final int DIRECTIONS = Angles.TURN / DIRECTION_STEP;
  private static final int OWNER_BITS = 4;
  private static final int WEAPON_BITS = 1;
  private static final int DIRECTION_BITS = 12;
  private static final int PLACE_BITS = 24;
  private static final int FRACTION_BITS = 8;
  private static final int UNIT = 1 << FRACTION_BITS;
  private static final int DIRECTION_ORDER = 4;
  private static final int AGE_BITS = 2;
  private static final int MAX_AGE = (1 << AGE_BITS) - 1;
  private static final int MAX_OFF = 31;
  private static final int MAX_PLACE = ((Arena.SIZE + 1) << FRACTION_BITS) - 1;
  private static final Weapon[] WEAPONS = Weapon.values();

  private int count;
  private int[] x = new int[8];
  private int[] y = new int[8];
  private short[] direction = new short[8];
  private byte[] owner = new byte[8];
  private byte[] weapon = new byte[8];

  /** The launch numbers; only the server knows them. */
  private int[] launch = new int[8];

  /** The tick of the launch; only the server knows it. */
  private int[] launchTick = new int[8];

  /** Where each stands among {@link Projectiles}; only on the server, for the captured tick. */
  private int[] number = new int[8];

  void clear() {
    count = 0;
  }

  void capture(Projectiles from) {
    count = 0;
    for (int i = 0; i < from.count(); i++) {
      int at = add();
      // The gaps that projectiles leave are filled with later ones, so the order is nearly right.
      for (; at > 0 && launch[at - 1] - from.launch(i) > 0; at--) {
        move(at - 1, at);
      }
      x[at] = from.fixedX(i);
      y[at] = from.fixedY(i);
      direction[at] = (short) (from.direction(i) / DIRECTION_STEP);
      owner[at] = (byte) from.owner(i);
      weapon[at] = (byte) from.weapon(i).code();
      launch[at] = from.launch(i);
      number[at] = i;
    }
  }

  /** Leaves those in sight of all that were captured. */
  void seeOnly(Eyes eyes) {
    int seen = 0;
    for (int i = 0; i < count; i++) {
      if (eyes.seesProjectile(number[i])) {
        move(i, seen++);
      }
    }
    count = seen;
  }

  /** Makes room for as many as a battle has at most. */
  void reserveAll() {
    if (x.length < Projectiles.CAPACITY) {
      grow(Projectiles.CAPACITY);
    }
  }

  private int add() {
    if (count == x.length) {
      grow(2 * count);
    }
    return count++;
  }

  private void grow(int capacity) {
    x = Arrays.copyOf(x, capacity);
    y = Arrays.copyOf(y, capacity);
    direction = Arrays.copyOf(direction, capacity);
    owner = Arrays.copyOf(owner, capacity);
    weapon = Arrays.copyOf(weapon, capacity);
    launch = Arrays.copyOf(launch, capacity);
    launchTick = Arrays.copyOf(launchTick, capacity);
    number = Arrays.copyOf(number, capacity);
  }

  private void move(int from, int to) {
    x[to] = x[from];
    y[to] = y[from];
    direction[to] = direction[from];
    owner[to] = owner[from];
    weapon[to] = weapon[from];
    launch[to] = launch[from];
    launchTick[to] = launchTick[from];
    number[to] = number[from];
  }

  /**
   * Rounds each path so that it began a whole number of units from the muzzle, less than a unit
   * from the true one. So a launch is known from the shooter's place, without fractions.
   */
  void settle(StateProjectiles before, State now) {
    int old = 0;
    for (int i = 0; i < count; i++) {
      while (before != null && old < before.count && before.launch[old] - launch[i] < 0) {
        old++;
      }
      boolean known = before != null && old < before.count && before.launch[old] == launch[i];
      launchTick[i] = known ? before.launchTick[old] : now.tick;
      int settledX;
      int settledY;
      if (known) {
        settledX = before.x[old] + perTickX(i, now.ticksPerSecond);
        settledY = before.y[old] + perTickY(i, now.ticksPerSecond);
      } else {
        settledX = floorToUnit(x[i] - muzzleX(i)) + muzzleX(i);
        settledY = floorToUnit(y[i] - muzzleY(i)) + muzzleY(i);
      }
      // What does not fly as it should is taken as it is.
      if (isNear(settledX, x[i]) && isNear(settledY, y[i])) {
        x[i] = settledX;
        y[i] = settledY;
      }
    }
  }

  private static boolean isNear(int settled, int place) {
    return settled >= 0 && Math.abs(settled - place) < UNIT;
  }

  private static int floorToUnit(int fixed) {
    return fixed >> FRACTION_BITS << FRACTION_BITS;
  }

  private int muzzleX(int i) {
    return Projectiles.muzzle(owner[i], Angles.cos(direction(i)));
  }

  private int muzzleY(int i) {
    return Projectiles.muzzle(owner[i], Angles.sin(direction(i)));
  }

  private int perTickX(int i, int ticksPerSecond) {
    return Projectiles.perTick(weapon(i), Angles.cos(direction(i)), ticksPerSecond);
  }

  private int perTickY(int i, int ticksPerSecond) {
    return Projectiles.perTick(weapon(i), Angles.sin(direction(i)), ticksPerSecond);
  }

  /** Writes one that the receiver does not know, by its shooter if he sees him and it is fresh. */
  void putNew(BitWriter out, int i, State now, View view) {
    int age = now.tick - launchTick[i];
    int originX = x[i] - muzzleX(i) - age * perTickX(i, now.ticksPerSecond);
    int originY = y[i] - muzzleY(i) - age * perTickY(i, now.ticksPerSecond);
    boolean byShooter =
        age <= MAX_AGE
            && isShooterIn(i, view.fighters, view.npcs)
            && originX % UNIT == 0
            && originY % UNIT == 0;
    int offX = (originX >> FRACTION_BITS) - shooterX(i, now, age);
    int offY = (originY >> FRACTION_BITS) - shooterY(i, now, age);
    byShooter &= Math.abs(offX) <= MAX_OFF && Math.abs(offY) <= MAX_OFF;
    out.putBit(byShooter);
    if (!byShooter) {
      put(out, i);
      return;
    }
    out.put(owner[i], OWNER_BITS);
    out.put(weapon[i], WEAPON_BITS);
    int turned = (direction[i] - shooterAim(i, now) + DIRECTIONS + DIRECTIONS / 2) % DIRECTIONS;
    out.putSigned(turned - DIRECTIONS / 2, DIRECTION_ORDER);
    out.put(age, AGE_BITS);
    out.putSigned(offX, 0);
    out.putSigned(offY, 0);
  }

  void getNew(BitReader in, State now) {
    if (!in.getBit() || count == Projectiles.CAPACITY) {
      get(in, now.players, now.npcs.count());
      return;
    }
    int at = add();
    owner[at] = (byte) in.getInt(OWNER_BITS);
    weapon[at] = (byte) in.getInt(WEAPON_BITS);
    if (!isShooterIn(at, now.fighters.sight, now.npcs.sight)) {
      in.refuse();
      return;
    }
    int turned = in.getSigned(DIRECTION_ORDER);
    direction[at] = (short) ((shooterAim(at, now) + turned) & (DIRECTIONS - 1));
    int age = in.getInt(AGE_BITS);
    int originX = (shooterX(at, now, age) + in.getSigned(0)) << FRACTION_BITS;
    int originY = (shooterY(at, now, age) + in.getSigned(0)) << FRACTION_BITS;
    int flownX = muzzleX(at) + age * perTickX(at, now.ticksPerSecond);
    int flownY = muzzleY(at) + age * perTickY(at, now.ticksPerSecond);
    x[at] = in.inRange(originX + flownX, 0, MAX_PLACE);
    y[at] = in.inRange(originY + flownY, 0, MAX_PLACE);
  }

  private boolean isShooterIn(int i, int fighters, int npcs) {
    int shooter = owner[i];
    return shooter < BattleRules.MAX_PLAYERS
        ? (fighters >> shooter & 1) != 0
        : (npcs >> (shooter - BattleRules.MAX_PLAYERS) & 1) != 0;
  }

  private int shooterX(int i, State now, int age) {
    return owner[i] < BattleRules.MAX_PLAYERS
        ? now.fighters.xBefore(owner[i], age, now.ticksPerSecond)
        : now.npcs.xBefore(owner[i] - BattleRules.MAX_PLAYERS, age, now.ticksPerSecond);
  }

  private int shooterY(int i, State now, int age) {
    return owner[i] < BattleRules.MAX_PLAYERS
        ? now.fighters.yBefore(owner[i], age, now.ticksPerSecond)
        : now.npcs.yBefore(owner[i] - BattleRules.MAX_PLAYERS, age, now.ticksPerSecond);
  }

  /** NPCs show no aim. */
  private int shooterAim(int i, State now) {
    return owner[i] < BattleRules.MAX_PLAYERS ? now.fighters.aim(owner[i]) / DIRECTION_STEP : 0;
  }

  void put(BitWriter out, int i) {
    out.put(owner[i], OWNER_BITS);
    out.put(weapon[i], WEAPON_BITS);
    out.put(direction[i], DIRECTION_BITS);
    out.put(x[i], PLACE_BITS);
    out.put(y[i], PLACE_BITS);
  }

  void get(BitReader in, int players, int npcs) {
    if (count == Projectiles.CAPACITY) {
      in.refuse();
      return;
    }
    int at = add();
    owner[at] = (byte) in.getInt(OWNER_BITS);
    weapon[at] = (byte) in.getInt(WEAPON_BITS);
    direction[at] = (short) in.getInt(DIRECTION_BITS);
    x[at] = in.getAtMost(PLACE_BITS, MAX_PLACE);
    y[at] = in.getAtMost(PLACE_BITS, MAX_PLACE);
    boolean known =
        owner[at] < BattleRules.MAX_PLAYERS
            ? owner[at] < players
            : owner[at] - BattleRules.MAX_PLAYERS < npcs;
    if (!known) {
      in.refuse();
    }
  }

  /** Returns whether one is where the one of the baseline must be now. */
  boolean isAsPredicted(int i, StateProjectiles base, int of, Passage since) {
    return x[i] == base.predictedX(of, since) && y[i] == base.predictedY(of, since);
  }

  /** Adds one of the baseline, where it must be now. */
  void addPredicted(BitReader in, StateProjectiles base, int of, Passage since) {
    if (count == Projectiles.CAPACITY) {
      in.refuse();
      return;
    }
    int at = add();
    x[at] = in.inRange(base.predictedX(of, since), 0, MAX_PLACE);
    y[at] = in.inRange(base.predictedY(of, since), 0, MAX_PLACE);
    direction[at] = base.direction[of];
    owner[at] = base.owner[of];
    weapon[at] = base.weapon[of];
  }

  private int predictedX(int i, Passage since) {
    return x[i] + since.ticks() * perTickX(i, since.ticksPerSecond());
  }

  private int predictedY(int i, Passage since) {
    return y[i] + since.ticks() * perTickY(i, since.ticksPerSecond());
  }

  /** Returns how many there are. */
  public int count() {
    return count;
  }

  int launch(int i) {
    return launch[i];
  }

  int number(int i) {
    return number[i];
  }

  /** Returns the x of one. */
  public int x(int i) {
    return x[i] >> FRACTION_BITS;
  }

  /** Returns the y of one. */
  public int y(int i) {
    return y[i] >> FRACTION_BITS;
  }

  /** Returns where one flies, as an angle. */
  public int direction(int i) {
    return (direction[i] & 0xFFFF) * DIRECTION_STEP;
  }

  /** Returns who shot one: a player's number, or 10 and the number of an NPC. */
  public int owner(int i) {
    return owner[i];
  }

  /** Returns what one was shot with. */
  public Weapon weapon(int i) {
    return WEAPONS[weapon[i]];
  }
}
