package dev.jitterlab.battle.server;

/**
 * How many battles a server keeps running whose players it plays itself: so many from the start,
 * and perhaps so many more every few seconds, until the server can carry no more. Immutable and
 * thread-safe.
 */
final class ServerBattles {
  /** None, as on a server for people. */
  static final ServerBattles NONE = new ServerBattles(0, 0, 0);

  private static final int MOST = 10_000;

  private final int first;
  private final int more;
  private final int everySeconds;

  private ServerBattles(int first, int more, int everySeconds) {
    this.first = first;
    this.more = more;
    this.everySeconds = everySeconds;
  }

  /** Returns a number that stays. */
  static ServerBattles of(int count) {
    if (count < 0 || count > MOST) {
      throw new IllegalArgumentException("--server-battles is 0 to 10000, not " + count);
    }
    return new ServerBattles(count, 0, 0);
  }

  /**
   * Returns a number that rises from this one.
   *
   * @param rise such as {@code 20:2}, 20 more every 2 seconds
   */
  ServerBattles rising(String rise) {
    if (!rise.matches("[1-9]\\d{0,3}:[1-9]\\d{0,3}")) {
      throw new IllegalArgumentException(
          "--server-battles-rise is COUNT:SECONDS, such as 20:2, not '" + rise + "'");
    }
    int colon = rise.indexOf(':');
    return new ServerBattles(
        first,
        Integer.parseInt(rise.substring(0, colon)),
        Integer.parseInt(rise.substring(colon + 1)));
  }

  /** Returns how many there are at the start. */
  int first() {
    return first;
  }

  /** Returns whether more come later. */
  boolean isRising() {
    return more > 0;
  }

  /** Returns how many come at the next rise, when there are that many. */
  int more(int running) {
    return Math.min(more, MOST - running);
  }

  /** Returns the seconds from one rise to the next. */
  int everySeconds() {
    return everySeconds;
  }
}
