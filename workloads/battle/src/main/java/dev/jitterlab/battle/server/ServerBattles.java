package dev.jitterlab.battle.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many battles a server keeps running whose players it plays itself: so many from the start,
 * and perhaps some per cent more every few seconds, until the server can carry no more. Immutable
 * and thread-safe.
 */
final class ServerBattles {
  /** None, as on a server for people. */
  static final ServerBattles NONE = new ServerBattles(0, 0, 0, false);

  private static final int MOST = 10_000;
  private static final Pattern RISE = Pattern.compile("([1-9]\\d{0,2})%:([1-9]\\d{0,3})");

  private final int first;
  private final int percent;

  /** The seconds from one rise to the next. */
  final int everySeconds;

  /** Whether their ticks make states that nobody is sent. */
  final boolean states;

  private ServerBattles(int first, int percent, int everySeconds, boolean states) {
    this.first = first;
    this.percent = percent;
    this.everySeconds = everySeconds;
    this.states = states;
  }

  /** Returns a number that stays. */
  static ServerBattles of(int count) {
    if (count < 0 || count > MOST) {
      throw new IllegalArgumentException("--server-battles is 0 to 10000, not " + count);
    }
    return new ServerBattles(count, 0, 0, false);
  }

  /**
   * Returns a number that rises from this one.
   *
   * @param rise such as {@code 5%:2}, 5 % more every 2 seconds
   */
  ServerBattles rising(String rise) {
    Matcher matcher = RISE.matcher(rise);
    if (!matcher.matches() || first == 0) {
      throw new IllegalArgumentException(
          "--server-battles-rise is PERCENT%:SECONDS, such as 5%:2, and needs --server-battles to"
              + " rise from, not '"
              + rise
              + "' from "
              + first);
    }
    return new ServerBattles(
        first, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), states);
  }

  /** Returns the same battles, whose ticks make states for their players or do not. */
  ServerBattles withStates(boolean newStates) {
    return new ServerBattles(first, percent, everySeconds, newStates);
  }

  /** Returns how many begin in one of several steps, of those that are there from the start. */
  int first(int step, int steps) {
    return first * (step + 1) / steps - first * step / steps;
  }

  /** Returns whether more come later. */
  boolean isRising() {
    return percent > 0;
  }

  /** Returns how many come at the next rise, when there are that many. */
  int more(int running) {
    return Math.min(Math.max(1, running * percent / 100), MOST - running);
  }
}
