package dev.jitterlab.arena.world;

/**
 * Something that acts by itself: at every update it says when it wants the next one, or ends
 * (LEARS, section III.A). Updates of one object never overlap, and each sees what the one before it
 * wrote; the execution model guarantees that. An update writes the state of its own object only.
 */
public abstract class ActiveObject {
  /** What {@link #update} returns when there is no next update. */
  public static final long ENDS = 0;

  final World world;
  private final String name;

  /** The thread that runs the object writes it; the metrics read it to see whether it hangs. */
  private volatile long dueNs;

  /**
   * Written by this object's own update, read by whoever wants to know whether its place is free.
   */
  private volatile boolean ended;

  ActiveObject(World world, String name) {
    this.world = world;
    this.name = name;
  }

  /** Returns what messages call it. */
  public final String name() {
    return name;
  }

  /** Says when the first update is due, in nanoseconds of the world's clock. For who starts it. */
  public final void firstDueAt(long ns) {
    dueNs = ns;
  }

  /** Returns when the next update is due, in nanoseconds of the world's clock. For who runs it. */
  public final long dueNs() {
    return dueNs;
  }

  /** Returns whether it has had its last update. Any thread. */
  public final boolean hasEnded() {
    return ended;
  }

  /**
   * Runs one update. A failure is counted and told to the world's handler, and the object goes on a
   * period later: one object's defect stops no other.
   *
   * @param nowNs the time that the update is to take for now; a main loop gives all objects the
   *     same
   * @return whether there is a next update, at {@link #dueNs}
   */
  public final boolean run(long nowNs) {
    long next;
    long startedNs = world.clock().nanoTime();
    begins(startedNs);
    try {
      next = update(nowNs);
    } catch (RuntimeException e) {
      world.failed(this, e);
      next = world.rules().boltPeriodNs();
    }
    finished(dueNs, startedNs);
    if (next == ENDS) {
      ended = true;
      return false;
    }
    dueNs = nowNs + next;
    return true;
  }

  /**
   * Acts for one time slot; returns the nanoseconds from now to the next update, or {@link #ENDS}.
   */
  abstract long update(long nowNs);

  /** Is called before each update, with when it starts. */
  void begins(long startedNs) {}

  /** Is called after each update, with when it was due and when it started. */
  void finished(long wasDueNs, long startedNs) {}
}
