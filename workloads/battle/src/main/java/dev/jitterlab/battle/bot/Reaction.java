package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.program.DurationOption;

/** How long bots take to act upon what they see: each a time of its own within the bounds. */
final class Reaction {
  /** Bots that are no people. */
  static final Reaction AT_ONCE = new Reaction(0, 0);

  /** Slower than any player; further back no bot keeps what it has seen, see {@link Bot}. */
  private static final long SLOWEST_NS = 1_000_000_000L;

  private final long fromNs;
  private final long toNs;

  private Reaction(long fromNs, long toNs) {
    this.fromNs = fromNs;
    this.toNs = toNs;
  }

  /**
   * Reads a duration, or two joined by {@code -}.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static Reaction parse(String text) {
    String[] bounds = text.split("-", -1);
    long fromNs = DurationOption.nanos("--reaction", bounds[0]);
    long toNs = DurationOption.nanos("--reaction", bounds[bounds.length - 1]);
    if (bounds.length > 2 || fromNs > toNs || toNs > SLOWEST_NS) {
      throw new IllegalArgumentException(
          "--reaction is a time up to 1s, or the shortest and the longest, such as 150ms-350ms,"
              + " not '"
              + text
              + "'");
    }
    return new Reaction(fromNs, toNs);
  }

  /** Returns the time of the bot with that seed; all in between are equally likely. */
  long ofBotNs(long seed) {
    int steps = 1_000;
    long step = new DeterministicRandom(seed).nextInt(steps + 1);
    return fromNs + (toNs - fromNs) * step / steps;
  }
}
