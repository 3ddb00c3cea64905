package dev.jitterlab.battle.rules;

/** Everything that a battle consists of; what each part of a step works on. */
final class BattleState {
  final BattleRules rules;
  final Arena arena;
  final Fighters fighters;
  final Projectiles projectiles = new Projectiles();
  final DeterministicRandom random;

  /** Per health pack the tick from which on it lies there. */
  final int[] packBackAtTick = new int[Arena.PACKS];

  int tick;

  BattleState(BattleRules rules, int players, long seed) {
    this.rules = rules;
    this.random = new DeterministicRandom(seed);
    this.arena = new Arena(random.nextInt(Arena.COUNT));
    this.fighters = new Fighters(rules, players);
  }

  /** Hurts a fighter; whoever brings the health to 0 gets the kill. */
  void hurt(int victim, int attacker, int damage) {
    if (fighters.isShielded(victim, tick)) {
      return;
    }
    fighters.hurtAtTick[victim] = tick;
    fighters.health[victim] = Math.max(0, fighters.health[victim] - damage);
    if (fighters.health[victim] == 0) {
      fighters.deaths[victim]++;
      fighters.kills[attacker]++;
      fighters.velocityX[victim] = 0;
      fighters.velocityY[victim] = 0;
      fighters.respawnAtTick[victim] = tick + rules.respawnTicks();
    }
  }

  long hash() {
    long hash = DeterministicRandom.mix(tick + 31L * arena.number());
    hash = projectiles.hash(fighters.hash(hash));
    for (int back : packBackAtTick) {
      hash = DeterministicRandom.mix(hash ^ back);
    }
    return DeterministicRandom.mix(hash ^ random.state());
  }
}
