package dev.jitterlab.arena.world;

/** What a fighter has sent out: it tells whom it hits, then the attacker, and ends. */
abstract class Attack extends ActiveObject {
  final Fighter attacker;
  private int unreported;

  Attack(World world, Fighter attacker, String what) {
    super(world, what);
    this.attacker = attacker;
  }

  @Override
  final long update(long nowNs) {
    return unreported > 0 ? report() : act(nowNs);
  }

  /** Acts as {@link #update}, while there is nothing to report. */
  abstract long act(long nowNs);

  /** Tells a fighter that it was hit. Where that cannot be told, there was no hit. */
  final boolean hit(Fighter victim) {
    if (!victim.contact().hit()) {
      world.glanced();
      return false;
    }
    unreported++;
    return true;
  }

  /**
   * Tells the attacker of its hits. If it cannot be told now, the attack stays and tries again: a
   * hit that one has taken is one that another has given.
   *
   * @return when to go on, or {@link #ENDS}
   */
  final long report() {
    if (unreported == 0) {
      return ENDS;
    }
    if (!attacker.contact().scored(unreported)) {
      return world.rules().boltPeriodNs();
    }
    world.hits(unreported);
    unreported = 0;
    return ENDS;
  }
}
