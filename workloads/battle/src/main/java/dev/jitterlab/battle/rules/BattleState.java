package dev.jitterlab.battle.rules;

/** Everything that a battle consists of; what each part of a step works on. */
final class BattleState {
  /** NPCs shoot under the numbers after the players'. */
  static final int FIRST_NPC_OWNER = BattleRules.MAX_PLAYERS;

  final GameMode mode;
  final ModeRules modeRules;
  final BattleRules rules;
  final Arena arena;
  final Fighters fighters;
  final Npcs npcs;
  final Props props;
  final Objective objective = new Objective();
  final Projectiles projectiles = new Projectiles();
  final DeterministicRandom random;

  /** Per health pack the tick from which on it lies there. */
  final int[] packBackAtTick = new int[Arena.PACKS];

  /** Who was seen by anyone in this tick; what {@link Healing} works with, no part of the state. */
  final boolean[] seen = new boolean[BattleRules.MAX_PLAYERS];

  /**
   * How much of the tick was left when what happens now happened, in 1/65,536: by this {@link
   * Damage} knows when in the tick somebody died. No part of the state.
   */
  int remaining;

  int tick;

  BattleState(GameMode mode, BattleRules rules, int players, long seed) {
    this.mode = mode;
    this.modeRules = ModeRules.of(mode);
    this.rules = rules;
    this.random = new DeterministicRandom(seed);
    this.arena = new Arena(random.nextInt(Arena.COUNT));
    this.fighters = new Fighters(mode, rules, players);
    this.npcs = new Npcs(rules);
    this.props = new Props(rules);
    modeRules.setUp(this);
  }

  /** Returns whether things move in this tick. */
  boolean isPhysicsTick() {
    return tick % rules.physicsEvery() == 0;
  }

  /** Adds a thing at a random place that is free; the middle of the map is, if no other. */
  void addPropAnywhere(PropKind kind) {
    int bestX = Fixed.ofUnits(Arena.SIZE / 2);
    int bestY = bestX;
    for (int tries = 0; tries < 16; tries++) {
      int x = Fixed.ofUnits(random.nextInt(Arena.SIZE));
      int y = Fixed.ofUnits(random.nextInt(Arena.SIZE));
      if (arena.isFree(x, y, kind.radius())) {
        bestX = x;
        bestY = y;
        break;
      }
    }
    props.add(kind, bestX, bestY);
  }

  long hash() {
    long hash = DeterministicRandom.mix(tick + 31L * arena.number() + ((long) mode.code() << 32));
    hash = projectiles.hash(props.hash(npcs.hash(fighters.hash(hash))));
    for (int back : packBackAtTick) {
      hash = DeterministicRandom.mix(hash ^ back);
    }
    return DeterministicRandom.mix(objective.hash(hash) ^ random.state());
  }
}
