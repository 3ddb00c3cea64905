package dev.jitterlab.battle.rules;

/** The server's own fighters; dead ones keep their numbers. */
public final class Npcs extends Bodies {
  /** The most that a battle has. */
  public static final int CAPACITY = 6;

  /** How many projectiles of one can be in the air at once. */
  static final int MAX_PROJECTILES_EACH = 4;

  static final int NO_TARGET = -1;

  final NpcKind[] kind = new NpcKind[CAPACITY];
  final int[] team = new int[CAPACITY];
  final int[] health = new int[CAPACITY];
  final int[] homeX = new int[CAPACITY];
  final int[] homeY = new int[CAPACITY];
  final int[] target = new int[CAPACITY];
  final int[] projectiles = new int[CAPACITY];
  final int[] reloadedAtTick = new int[CAPACITY];
  final int[] respawnAtTick = new int[CAPACITY];
  private int count;

  Npcs(BattleRules rules) {
    super(rules, CAPACITY);
  }

  /** Returns how many the battle has; they are numbered from 0. */
  public int count() {
    return count;
  }

  /** Returns what one is. */
  public NpcKind kind(int npc) {
    return kind[npc];
  }

  /** Returns the health, 0 for a dead one. */
  public int health(int npc) {
    return health[npc];
  }

  boolean isAlive(int npc) {
    return health[npc] > 0;
  }

  void add(NpcKind newKind, int newTeam, int newHealth, int atX, int atY) {
    int npc = count++;
    kind[npc] = newKind;
    team[npc] = newTeam;
    health[npc] = newHealth;
    homeX[npc] = atX;
    homeY[npc] = atY;
    target[npc] = NO_TARGET;
    place(npc, atX, atY);
  }

  long hash(long hash) {
    long result = hash;
    for (int i = 0; i < count; i++) {
      result = hashBody(result, i);
      result = DeterministicRandom.mix(result ^ ((long) health[i] << 32 | kind[i].code()));
      result = DeterministicRandom.mix(result ^ ((long) target[i] << 32 ^ projectiles[i]));
      result =
          DeterministicRandom.mix(result ^ ((long) reloadedAtTick[i] << 32 | respawnAtTick[i]));
    }
    return result;
  }
}
