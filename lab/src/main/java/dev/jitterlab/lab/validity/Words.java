package dev.jitterlab.lab.validity;

import java.util.Locale;

/** Figures as they stand in sentences. */
final class Words {
  private Words() {}

  static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.1 ? "%.2f %%" : "%.1f %%", 100 * share);
  }

  static String milliseconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f ms", 1_000 * seconds);
  }
}
