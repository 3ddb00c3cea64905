package dev.jitterlab.diagnosis.rule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What figures of a rule are written in. Times count in nanoseconds, sizes in bytes. */
public enum RuleUnit {
  /** No unit. */
  NONE("", 1),
  /** Nanoseconds. */
  NS("ns", 1),
  /** Microseconds. */
  US("us", 1e3),
  /** Milliseconds. */
  MS("ms", 1e6),
  /** Seconds. */
  S("s", 1e9),
  /** Bytes. */
  B("B", 1),
  /** 1,024 bytes. */
  KIB("KiB", 1 << 10),
  /** 1,024 KiB. */
  MIB("MiB", 1 << 20),
  /** 1,024 MiB. */
  GIB("GiB", 1 << 30),
  /** Hundredths. */
  PERCENT("%", 0.01);

  private final String word;
  private final double base;

  RuleUnit(String word, double base) {
    this.word = word;
    this.base = base;
  }

  /** How it is written. */
  public String word() {
    return word;
  }

  /** The units, as a list in a sentence. */
  public static String words() {
    List<String> words = Arrays.stream(values()).skip(1).map(RuleUnit::word).toList();
    return String.join(", ", words);
  }

  /** The unit of that word. */
  public static Optional<RuleUnit> of(String word) {
    return Arrays.stream(values()).filter(unit -> unit.word.equals(word)).findFirst();
  }

  /** So many of the unit, in what figures are counted in. */
  public double toBase(double number) {
    return number * base;
  }

  /** The reverse of {@link #toBase}. */
  public double fromBase(double number) {
    return number / base;
  }

  /** A figure with its unit, such as {@code 12.5 ms}. */
  public String text(double number) {
    double shown = fromBase(number);
    String digits =
        shown == Math.rint(shown) && Math.abs(shown) < 1e15
            ? String.format(Locale.ROOT, "%.0f", shown)
            : String.format(Locale.ROOT, Math.abs(shown) >= 100 ? "%.0f" : "%.3g", shown);
    return word.isEmpty() ? digits : digits + " " + word;
  }

  /** Whether the unit is one of times. */
  public boolean isTime() {
    return this == NS || this == US || this == MS || this == S;
  }

  /** Whether figures of one can be shown in the other. */
  public boolean isLike(RuleUnit other) {
    return isTime() == other.isTime() && isSize() == other.isSize();
  }

  private boolean isSize() {
    return this == B || this == KIB || this == MIB || this == GIB;
  }
}
