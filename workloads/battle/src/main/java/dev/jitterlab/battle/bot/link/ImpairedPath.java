package dev.jitterlab.battle.bot.link;

import dev.jitterlab.battle.rules.DeterministicRandom;

/**
 * Decides what becomes of each packet in one direction of a link. Each impairment draws from a
 * sequence of its own, once a packet: the same seed loses the same packets whatever the jitter is.
 * Not thread-safe.
 */
final class ImpairedPath {
  private final Impairments impairments;
  private final DeterministicRandom losses;
  private final DeterministicRandom delays;
  private final DeterministicRandom orders;
  private final DeterministicRandom copies;
  private boolean isInBurst;
  private boolean isFirst = true;
  private long lastSentNs;
  private long lastDueNs;

  private boolean isLost;
  private boolean isHeldBack;
  private boolean isDuplicated;
  private long dueNs;

  ImpairedPath(Impairments impairments, long seed) {
    this.impairments = impairments;
    DeterministicRandom seeds = new DeterministicRandom(seed);
    losses = new DeterministicRandom(seeds.nextLong());
    delays = new DeterministicRandom(seeds.nextLong());
    orders = new DeterministicRandom(seeds.nextLong());
    copies = new DeterministicRandom(seeds.nextLong());
  }

  /** Decides about the next packet; the decision is in the getters until the next. */
  void decide(long nowNs) {
    long gapNs = isFirst ? 0 : nowNs - lastSentNs;
    long arrivalNs = nowNs + delayNs();
    isLost = nextLoss();
    isHeldBack = uniform(orders) < impairments.reorder() && gapNs > 0 && !isLost;
    isDuplicated = uniform(copies) < impairments.duplicate() && !isLost;
    // Jitter alone lets no packet overtake another.
    dueNs = isFirst || arrivalNs - lastDueNs > 0 ? arrivalNs : lastDueNs;
    if (isHeldBack) {
      dueNs += Math.min(gapNs + gapNs / 2, Impairments.LONGEST_HOLD_NS);
    } else if (!isLost) {
      lastDueNs = dueNs;
      isFirst = false;
    }
    lastSentNs = nowNs;
  }

  private boolean nextLoss() {
    double draw = uniform(losses);
    if (!impairments.isBursty()) {
      return draw < impairments.loss();
    }
    isInBurst = isInBurst ? draw >= impairments.endOfBurst() : draw < impairments.startOfBurst();
    return isInBurst;
  }

  private long delayNs() {
    return impairments.latencyNs() + (long) (impairments.jitterNs() * cutNormal());
  }

  /**
   * Draws from the normal distribution by the polar method (Marsaglia, Bray, SIAM Review 1964), and
   * again until it is within the cut. The second number of each pair is not used.
   */
  private double cutNormal() {
    while (true) {
      double x = 2 * uniform(delays) - 1;
      double y = 2 * uniform(delays) - 1;
      double squared = x * x + y * y;
      if (squared > 0 && squared < 1) {
        double normal = x * StrictMath.sqrt(-2 * StrictMath.log(squared) / squared);
        if (Math.abs(normal) <= Impairments.JITTER_DEVIATIONS) {
          return normal;
        }
      }
    }
  }

  /** Draws from 0 to below 1, in steps of 2⁻⁵³. */
  private static double uniform(DeterministicRandom random) {
    return (random.nextLong() >>> 11) * 0x1p-53;
  }

  /** Returns whether the packet never arrives. */
  boolean isLost() {
    return isLost;
  }

  /** Returns whether the packet waits, so that the next one can overtake it. */
  boolean isHeldBack() {
    return isHeldBack;
  }

  /** Returns whether the packet arrives twice. */
  boolean isDuplicated() {
    return isDuplicated;
  }

  /** Returns when the packet arrives. */
  long dueNs() {
    return dueNs;
  }
}
