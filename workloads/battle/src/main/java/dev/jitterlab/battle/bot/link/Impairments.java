package dev.jitterlab.battle.bot.link;

import java.util.concurrent.TimeUnit;

/**
 * How bad a network is, the same in both directions. Immutable and thread-safe.
 *
 * <ul>
 *   <li>A packet is delayed by the latency, one way, give or take the jitter: a normal distribution
 *       with the jitter as its standard deviation, cut off at three of them.
 *   <li>Packets get lost independently of one another, or in bursts by Gilbert's model: a chain of
 *       a good and a bad state, in which every packet and no packet arrives. Its steps are packets;
 *       bursts have the mean length asked for, and the share of lost packets stays the same.
 *   <li>Only packets chosen for it are overtaken; jitter alone never changes the order. One that is
 *       chosen waits for one and a half times the gap to the packet before, at most {@link
 *       #LONGEST_HOLD_NS}.
 *   <li>A copy of a duplicated packet arrives right behind it.
 * </ul>
 */
public final class Impairments {
  /** No packet is held back for longer, to be overtaken. */
  static final long LONGEST_HOLD_NS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Where the distribution of the jitter is cut off, in standard deviations. */
  static final int JITTER_DEVIATIONS = 3;

  private static final long LONGEST_LATENCY_NS = TimeUnit.SECONDS.toNanos(2);
  private static final double GREATEST_RATIO = 0.9;
  private static final double LONGEST_BURST = 1_000;

  private final long latencyNs;
  private final long jitterNs;
  private final double loss;
  private final double burst;
  private final double reorder;
  private final double duplicate;

  /**
   * Creates impairments.
   *
   * @param latencyNs mean delay one way
   * @param jitterNs standard deviation of the delay
   * @param loss share of the packets that get lost
   * @param burst mean length of a series of losses in packets; 0 for independent losses
   * @param reorder share of the packets that are held back
   * @param duplicate share of the packets that arrive twice
   * @throws IllegalArgumentException if one of them is out of its range, or they contradict
   */
  public Impairments(
      long latencyNs, long jitterNs, double loss, double burst, double reorder, double duplicate) {
    this.latencyNs = latencyNs;
    this.jitterNs = jitterNs;
    this.loss = loss;
    this.burst = burst;
    this.reorder = reorder;
    this.duplicate = duplicate;
    check();
  }

  private void check() {
    require(
        latencyNs >= 0 && latencyNs <= LONGEST_LATENCY_NS,
        "--latency is 0 to 2s, one way, not " + milliseconds(latencyNs));
    require(
        jitterNs >= 0 && jitterNs <= latencyNs / JITTER_DEVIATIONS,
        "--jitter is at most a third of --latency ("
            + milliseconds(latencyNs)
            + "), since no packet arrives before it was sent, not "
            + milliseconds(jitterNs));
    requireShare("--loss", loss);
    requireShare("--reorder", reorder);
    requireShare("--duplicate", duplicate);
    require(
        burst == 0 || (burst >= 1 && burst <= LONGEST_BURST),
        "--burst is 1 to 1000 packets, not " + burst);
    require(
        burst == 0 || loss > 0, "--burst says how losses follow one another; give --loss with it");
    require(
        burst == 0 || startOfBurst() <= 1,
        "a loss of " + 100 * loss + "% takes longer bursts than --burst=" + burst);
  }

  private static void requireShare(String option, double share) {
    require(
        share >= 0 && share <= GREATEST_RATIO,
        option + " is 0% to 90% of the packets, not " + 100 * share + "%");
  }

  private static void require(boolean isRight, String message) {
    if (!isRight) {
      throw new IllegalArgumentException(message);
    }
  }

  private static String milliseconds(long ns) {
    return ns / 1e6 + "ms";
  }

  /** Returns whether a link with them differs from one without. */
  public boolean isAny() {
    return latencyNs > 0 || loss > 0 || reorder > 0 || duplicate > 0;
  }

  /** Returns the mean delay one way. */
  public long latencyNs() {
    return latencyNs;
  }

  /** Returns the longest delay one way. */
  public long longestDelayNs() {
    return latencyNs + JITTER_DEVIATIONS * jitterNs + (reorder > 0 ? LONGEST_HOLD_NS : 0);
  }

  /** Returns the standard deviation of the delay. */
  public long jitterNs() {
    return jitterNs;
  }

  /** Returns the share of the packets that get lost. */
  public double loss() {
    return loss;
  }

  /** Returns the mean length of a series of losses; 0 for independent ones. */
  public double burst() {
    return burst;
  }

  boolean isBursty() {
    return burst > 0;
  }

  /** Returns how probable a bad packet is after a good one: Gilbert's p. */
  double startOfBurst() {
    return loss / ((1 - loss) * burst);
  }

  /** Returns how probable a good packet is after a bad one: Gilbert's r. */
  double endOfBurst() {
    return 1 / burst;
  }

  /** Returns the share of the packets that are held back. */
  public double reorder() {
    return reorder;
  }

  /** Returns the share of the packets that arrive twice. */
  public double duplicate() {
    return duplicate;
  }
}
