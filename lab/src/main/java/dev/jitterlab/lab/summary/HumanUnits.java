package dev.jitterlab.lab.summary;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Figures with three significant digits and the unit that suits them. */
final class HumanUnits {
  private HumanUnits() {}

  static String seconds(double seconds) {
    double magnitude = Math.abs(seconds);
    if (magnitude >= 1) {
      return number(seconds) + " s";
    }
    return magnitude >= 1e-3 ? number(seconds * 1e3) + " ms" : number(seconds * 1e6) + " µs";
  }

  static String percent(double share) {
    return number(100 * share) + " %";
  }

  /** Without an exponent, and without zeros at the end. */
  static String number(double value) {
    return value == 0
        ? "0"
        : String.format(
            Locale.ROOT,
            "%s",
            new BigDecimal(value, new MathContext(3)).stripTrailingZeros().toPlainString());
  }
}
