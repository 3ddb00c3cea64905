package dev.jitterlab.battle.rules;

/** The things in the arena: boulders, crystals, the cart. */
public final class Props extends Bodies {
  /** The most that a battle has. */
  public static final int CAPACITY = 12;

  /** The carrier of a thing that nobody carries. */
  public static final int NOBODY = 15;

  final PropKind[] kind = new PropKind[CAPACITY];

  /** Who carries it. */
  final int[] carrier = new int[CAPACITY];

  /** Who set it in motion last, a player's number. */
  final int[] mover = new int[CAPACITY];

  /** From which tick on it can be picked up. */
  final int[] freeAtTick = new int[CAPACITY];

  private int count;

  Props(BattleRules rules) {
    super(rules, CAPACITY);
  }

  /** Returns how many the battle has; they are numbered from 0. */
  public int count() {
    return count;
  }

  /** Returns what one is. */
  public PropKind kind(int prop) {
    return kind[prop];
  }

  /** Returns the player who carries it, or {@link #NOBODY}. */
  public int carrier(int prop) {
    return carrier[prop];
  }

  void add(PropKind newKind, int atX, int atY) {
    int prop = count++;
    kind[prop] = newKind;
    carrier[prop] = NOBODY;
    mover[prop] = NOBODY;
    place(prop, atX, atY);
  }

  long hash(long hash) {
    long result = hash;
    for (int i = 0; i < count; i++) {
      result = hashBody(result, i);
      result = DeterministicRandom.mix(result ^ (kind[i].code() << 8 | carrier[i] << 4 | mover[i]));
      result = DeterministicRandom.mix(result ^ freeAtTick[i]);
    }
    return result;
  }
}
