package dev.jitterlab.arena.trace;

/** Where one replayed player is in its record. Not thread-safe. */
public final class TraceCursor {
  private final Trace trace;
  private final Trace.Player player;
  private final long offsetUs;
  private long rounds;
  private int next;
  private int keys;
  private int heading;
  private boolean here = true;
  private int sinceLast;

  TraceCursor(Trace trace, Trace.Player player, long offsetUs) {
    this.trace = trace;
    this.player = player;
    this.offsetUs = offsetUs;
    advance(0);
    sinceLast = keys;
  }

  /**
   * Goes to a time after the replay's start; never back.
   *
   * @return whether the player has sent something in between
   */
  public boolean advance(long elapsedUs) {
    long atUs = offsetUs + elapsedUs;
    boolean moved = false;
    sinceLast = 0;
    int most =
        2 * player.timesUs.length + 1; // a cursor that was left alone for long need not read it all
    while (player.timesUs.length > 0
        && rounds * trace.durationUs() + player.timesUs[next] <= atUs
        && most-- > 0) {
      keys = player.keys[next];
      heading = player.headings[next];
      here = player.here[next];
      sinceLast |= keys;
      moved = true;
      next++;
      if (next == player.timesUs.length) {
        next = 0;
        rounds++;
      }
    }
    if (most < 0) {
      rounds = Math.max(rounds, atUs / trace.durationUs());
    }
    sinceLast |= keys;
    return moved;
  }

  /** Returns the keys that are held, and those that were pressed since the last time. */
  public int keys() {
    return sinceLast;
  }

  /** Returns whether the player is there; it may come and go. */
  public boolean isHere() {
    return here;
  }

  /** Returns where the player aims, 65,536 to the full circle. */
  public int heading() {
    return heading;
  }
}
