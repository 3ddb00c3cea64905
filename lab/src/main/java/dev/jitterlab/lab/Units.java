package dev.jitterlab.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns base units into what a person reads: three significant digits and the unit that keeps them
 * short. All texts are formatted with it, so that summary, report and terminal never disagree.
 *
 * <p>Spaces and the minus sign are those of ASCII, so that figures can be searched for.
 */
public final class Units {
  /** What is shown where there is no figure. */
  public static final String NONE = "–";

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

  /** What is nearer to 1 than this comes of the arithmetic. */
  private static final BigDecimal NEAREST = new BigDecimal("1e-6");

  /** The same of a share, of which one of millions may be missing. */
  private static final double NEAREST_WHOLE = 1e-10;

  private Units() {}

  /** A time: {@code 65 µs}, {@code 1.02 ms}, {@code 28 s}, {@code 10 min}. */
  public static String seconds(double seconds) {
    double magnitude = rounded(Math.abs(seconds));
    if (magnitude == 0) {
      return "0 s";
    }
    if (magnitude < 1e-6) {
      return number(seconds * 1e9) + " ns";
    }
    if (magnitude < 1e-3) {
      return number(seconds * 1e6) + " µs";
    }
    if (magnitude < 1) {
      return number(seconds * 1e3) + " ms";
    }
    return magnitude < 180 ? number(seconds) + " s" : number(seconds / 60) + " min";
  }

  /** A stretch of time to wait for: {@code 45 s}, {@code 3 min 45 s}, {@code 10 min}. */
  public static String duration(double seconds) {
    if (seconds < 60) {
      return seconds(seconds);
    }
    long whole = Math.round(seconds);
    return Stream.of(
            part(whole / 3_600, " h"), part(whole / 60 % 60, " min"), part(whole % 60, " s"))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static String part(long count, String unit) {
    return count == 0 ? "" : count + unit;
  }

  /**
   * A share of a whole: {@code 0.0021} is {@code 0.21 %}. Only zero is {@code 0 %}, and only all is
   * {@code 100 %}: {@code 0.99996} is {@code 99.996 %}.
   */
  public static String share(double ratio) {
    String percent = number(ratio * 100);
    return (percent.equals("100") && !isWhole(ratio) ? nearHundred(ratio) : percent) + " %";
  }

  /**
   * A share with so many decimals; with those of {@link #share(double)} where it would read as
   * nothing or as all, and is neither.
   */
  public static String share(double ratio, int decimals) {
    String percent = String.format(Locale.ROOT, "%." + decimals + "f", ratio * 100);
    double shown = Double.parseDouble(percent);
    boolean isHidden = (shown == 0 && ratio != 0) || (shown == 100 && !isWhole(ratio));
    return isHidden ? share(ratio) : percent + " %";
  }

  private static boolean isWhole(double ratio) {
    return Math.abs(ratio - 1) < NEAREST_WHOLE;
  }

  private static String nearHundred(double ratio) {
    BigDecimal difference = new BigDecimal(ratio).subtract(BigDecimal.ONE).round(TWO_DIGITS);
    return BigDecimal.ONE.add(difference).scaleByPowerOfTen(2).stripTrailingZeros().toPlainString();
  }

  /** A size: {@code 312 MiB}. */
  public static String bytes(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    double value = (double) bytes;
    while (rounded(Math.abs(value)) >= 1000 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return number(value) + " " + units[unit];
  }

  /** A count, with spaces between thousands: {@code 28 000}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
  }

  /** How many of something whose plural ends in s: {@code 1 run}, {@code 28 000 runs}. */
  public static String count(long count, String one) {
    return count(count) + " " + one + (count == 1 ? "" : "s");
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
    return shortened.signum() == 0 ? "0" : shortened.stripTrailingZeros().toPlainString();
  }

  /**
   * A ratio: its {@link #number}, but one that is not 1 does not read as 1. Then two digits of the
   * difference are shown: {@code 1.0012}.
   */
  public static String ratio(double value) {
    String number = number(value);
    if (!number.equals("1")) {
      return number;
    }
    BigDecimal difference = new BigDecimal(value).subtract(BigDecimal.ONE);
    return difference.abs().compareTo(NEAREST) < 0
        ? number
        : BigDecimal.ONE.add(difference.round(TWO_DIGITS)).stripTrailingZeros().toPlainString();
  }

  private static double rounded(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(THREE_DIGITS).doubleValue() : value;
  }
}
