package dev.jitterlab.arena.trace;

import java.util.List;

/** The recorded inputs of several players. Immutable; docs/arena.md has the file's format. */
public final class Trace {
  /** What one player did, in the order of time: messages of its client, and coming and going. */
  static final class Player {
    final long[] timesUs;
    final int[] keys;
    final int[] headings;

    /** Whether it is there from that time on. */
    final boolean[] here;

    final int messages;
    final boolean isAlwaysHere;

    Player(long[] timesUs, int[] keys, int[] headings, boolean[] here, int messages) {
      this.timesUs = timesUs;
      this.keys = keys;
      this.headings = headings;
      this.here = here;
      this.messages = messages;
      boolean always = true;
      for (boolean one : here) {
        always &= one;
      }
      this.isAlwaysHere = always;
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
    return players.get(player).messages;
  }

  /** Returns whether every player is there from the beginning to the end. */
  public boolean isEverybodyAlwaysHere() {
    return players.stream().allMatch(player -> player.isAlwaysHere);
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
