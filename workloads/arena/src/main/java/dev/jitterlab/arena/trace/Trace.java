package dev.jitterlab.arena.trace;

import java.util.List;

/** The recorded inputs of several players. Immutable; docs/arena.md has the file's format. */
public final class Trace {
  /** What one player's client sent, in the order of time. */
  static final class Player {
    final long[] timesUs;
    final int[] keys;
    final int[] headings;

    Player(long[] timesUs, int[] keys, int[] headings) {
      this.timesUs = timesUs;
      this.keys = keys;
      this.headings = headings;
    }
  }

  private final List<Player> players;
  private final long durationUs;
  private final String source;

  Trace(List<Player> players, long durationUs, String source) {
    if (players.isEmpty() || durationUs < 1) {
      throw new IllegalArgumentException(
          "a trace has a player and a message after its start at least");
    }
    this.players = List.copyOf(players);
    this.durationUs = durationUs;
    this.source = source;
  }

  /** Returns how many players were recorded. */
  public int players() {
    return players.size();
  }

  /** Returns how long the record is, in microseconds. */
  public long durationUs() {
    return durationUs;
  }

  /** Returns where it comes from, in words. */
  public String source() {
    return source;
  }

  /** Returns how many messages a player sent. */
  public int messages(int player) {
    return players.get(player).timesUs.length;
  }

  Player player(int index) {
    return players.get(index);
  }

  /**
   * Plays a player again, over and over.
   *
   * @param player which one; those beyond the last begin at the first again
   * @param offsetUs where in the record to begin
   */
  public TraceCursor cursor(int player, long offsetUs) {
    return new TraceCursor(this, players.get(player % players.size()), offsetUs % durationUs);
  }
}
