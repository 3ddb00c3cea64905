package dev.jitterlab.tick;

/**
 * How late a tick is, by its total time in periods. A <em>late tick</em> is one above {@link
 * #X1_1}: 55 ms at 20 Hz; the thesis also counts 70, 100 and 200 ms (sections 6.1.4 and 6.3).
 */
public enum LateThreshold {
  /** Above 1.1 periods: late. */
  X1_1(11, "1.1"),
  /** Above 1.4 periods. */
  X1_4(14, "1.4"),
  /** Above 2 periods: at least one update was missed from the player's point of view. */
  X2(20, "2"),
  /** Above 4 periods. */
  X4(40, "4");

  private final long tenths;
  private final String label;

  LateThreshold(long tenths, String label) {
    this.tenths = tenths;
    this.label = label;
  }

  /** Returns the threshold in periods, as metrics and reports write it. */
  public String label() {
    return label;
  }

  /** Returns whether {@code totalNs} is above this many periods. */
  public boolean isExceededBy(long totalNs, long periodNs) {
    return totalNs * 10 > periodNs * tenths;
  }
}
