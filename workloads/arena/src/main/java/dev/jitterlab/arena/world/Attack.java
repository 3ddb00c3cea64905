package dev.jitterlab.arena.world;

import dev.jitterlab.tick.Owner;

/** What a fighter has sent out: it tells whom it hits, then the attacker, and ends. */
abstract class Attack extends ActiveObject {
  final Fighter attacker;
  private int unreported;

  /** Finds writes of others; null where others may write under a lock. */
  private Owner owner;

  Attack(World world, Fighter attacker, String what) {
    super(world, what);
    this.attacker = attacker;
    meet(world.meeting());
  }

  /** Takes in that the execution model was changed. While nothing runs, or before it starts. */
  final void meet(Meeting meeting) {
    owner = meeting == Meeting.MAILBOXES ? Owner.of(name()) : null;
  }

  /** To be called before every write of its state. */
  final void checkWrite() {
    if (owner != null) {
      owner.checkWrite();
    }
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
    checkWrite();
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
    checkWrite();
    world.hits(unreported);
    unreported = 0;
    return ENDS;
  }
}
