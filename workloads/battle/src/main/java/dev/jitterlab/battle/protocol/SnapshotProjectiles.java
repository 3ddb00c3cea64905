package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Projectiles;
import dev.jitterlab.battle.rules.Weapon;
import java.util.Arrays;

/**
 * What flies, from one STATE, in the order of launch. Places are kept in 1/256 unit, so that who
 * knows a projectile once knows exactly where it is until it ends. Reused from packet to packet,
 * grows to the most that were in sight at once; not thread-safe.
 */
final class SnapshotProjectiles {
  static final int BITS = 4 + 1 + 12 + 2 * 24;

  private static final int DIRECTION_STEP = 16; // what the tables of Angles tell apart
  private static final int OWNER_BITS = 4;
  private static final int WEAPON_BITS = 1;
  private static final int DIRECTION_BITS = 12;
  private static final int PLACE_BITS = 24;
  private static final int FRACTION_BITS = 8;
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

  private int add() {
    if (count == x.length) {
      int capacity = 2 * count;
      x = Arrays.copyOf(x, capacity);
      y = Arrays.copyOf(y, capacity);
      direction = Arrays.copyOf(direction, capacity);
      owner = Arrays.copyOf(owner, capacity);
      weapon = Arrays.copyOf(weapon, capacity);
      launch = Arrays.copyOf(launch, capacity);
      number = Arrays.copyOf(number, capacity);
    }
    return count++;
  }

  private void move(int from, int to) {
    x[to] = x[from];
    y[to] = y[from];
    direction[to] = direction[from];
    owner[to] = owner[from];
    weapon[to] = weapon[from];
    launch[to] = launch[from];
    number[to] = number[from];
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
  boolean isAsPredicted(int i, SnapshotProjectiles base, int of, Passage since) {
    return x[i] == base.predictedX(of, since) && y[i] == base.predictedY(of, since);
  }

  /** Adds one of the baseline, where it must be now. */
  void addPredicted(BitReader in, SnapshotProjectiles base, int of, Passage since) {
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
    return x[i] + since.ticks() * perTick(i, Angles.cos(direction(i)), since);
  }

  private int predictedY(int i, Passage since) {
    return y[i] + since.ticks() * perTick(i, Angles.sin(direction(i)), since);
  }

  private int perTick(int i, int component, Passage since) {
    return Projectiles.perTick(weapon(i), component, since.ticksPerSecond());
  }

  int count() {
    return count;
  }

  int launch(int i) {
    return launch[i];
  }

  int number(int i) {
    return number[i];
  }

  int x(int i) {
    return x[i] >> FRACTION_BITS;
  }

  int y(int i) {
    return y[i] >> FRACTION_BITS;
  }

  int direction(int i) {
    return (direction[i] & 0xFFFF) * DIRECTION_STEP;
  }

  int owner(int i) {
    return owner[i];
  }

  Weapon weapon(int i) {
    return WEAPONS[weapon[i]];
  }
}
