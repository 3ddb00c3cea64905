package dev.jitterlab.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Turns base units into what a person reads: three significant digits and the unit that keeps them
 * short. Report and terminal both format with it, so that they never disagree.
 *
 * <p>Number and unit are joined by a no-break space, and the minus sign is U+2212; a terminal that
 * cannot show these replaces them.
 */
public final class Units {
  /** What is shown where there is no figure. */
  public static final String NONE = "–";

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final String SPACE = "\u00a0";

  private Units() {}

  /** A time: {@code 65 µs}, {@code 1.02 ms}, {@code 28 s}, {@code 10 min}. */
  public static String seconds(double seconds) {
    double magnitude = rounded(Math.abs(seconds));
    if (magnitude == 0) {
      return "0" + SPACE + "s";
    }
    if (magnitude < 1e-6) {
      return number(seconds * 1e9) + SPACE + "ns";
    }
    if (magnitude < 1e-3) {
      return number(seconds * 1e6) + SPACE + "µs";
    }
    if (magnitude < 1) {
      return number(seconds * 1e3) + SPACE + "ms";
    }
    return magnitude < 180 ? number(seconds) + SPACE + "s" : number(seconds / 60) + SPACE + "min";
  }

  /** A share of a whole: {@code 0.0021} is {@code 0.21 %}; exactly zero is {@code 0 %}. */
  public static String share(double ratio) {
    return number(ratio * 100) + SPACE + "%";
  }

  /** A size: {@code 312 MiB}. */
  public static String bytes(double bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    double value = bytes;
    while (rounded(Math.abs(value)) >= 1000 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return number(value) + SPACE + units[unit];
  }

  /** A count, with thin spaces between thousands: {@code 28 000}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count).replace(',', '\u202f').replace('-', '−');
  }

  /** A number without unit, such as a ratio: three significant digits, never in E notation. */
  public static String number(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    BigDecimal shortened = new BigDecimal(value).round(THREE_DIGITS);
    if (shortened.precision() - shortened.scale() > 3) {
      shortened = shortened.setScale(0, RoundingMode.HALF_UP);
    }
    if (shortened.signum() == 0) {
      return "0";
    }
    return shortened.stripTrailingZeros().toPlainString().replace('-', '−');
  }

  private static double rounded(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(THREE_DIGITS).doubleValue() : value;
  }
}
