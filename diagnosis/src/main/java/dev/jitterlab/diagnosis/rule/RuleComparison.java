package dev.jitterlab.diagnosis.rule;

import java.util.Arrays;
import java.util.Locale;

/** How a rule compares. */
public enum RuleComparison {
  /** Not less. */
  AT_LEAST(">="),
  /** Not more. */
  AT_MOST("<="),
  /** Different. */
  NOT("!="),
  /** More. */
  ABOVE(">"),
  /** Less. */
  BELOW("<"),
  /** The same. */
  IS("="),
  /** A text within a text, whatever the case. */
  CONTAINS("contains"),
  /** A text at the start of a text, whatever the case. */
  BEGINS("begins");

  private final String sign;

  RuleComparison(String sign) {
    this.sign = sign;
  }

  /** The comparison of that sign. */
  static RuleComparison of(String sign) {
    return Arrays.stream(values()).filter(one -> one.sign.equals(sign)).findFirst().orElseThrow();
  }

  /** How it is written. */
  public String sign() {
    return sign;
  }

  /** Whether it is a word, and for texts only. */
  boolean isOfTexts() {
    return this == CONTAINS || this == BEGINS;
  }

  /** Of numbers; not a number is never anything. */
  boolean holds(double left, double right) {
    return switch (this) {
      case AT_LEAST -> left >= right;
      case AT_MOST -> left <= right;
      case ABOVE -> left > right;
      case BELOW -> left < right;
      case IS -> left == right;
      case NOT -> left < right || left > right;
      case CONTAINS, BEGINS -> false;
    };
  }

  /** Of texts. */
  boolean holds(String left, String right) {
    return switch (this) {
      case IS -> left.equals(right);
      case NOT -> !left.equals(right);
      case CONTAINS -> left.toLowerCase(Locale.ROOT).contains(right.toLowerCase(Locale.ROOT));
      case BEGINS -> left.toLowerCase(Locale.ROOT).startsWith(right.toLowerCase(Locale.ROOT));
      case AT_LEAST, AT_MOST, ABOVE, BELOW -> false;
    };
  }

  /** Whether a figure goes further than another one; not a number goes nowhere. */
  boolean isBeyond(double mine, double theirs) {
    if (Double.isNaN(mine) || Double.isNaN(theirs)) {
      return !Double.isNaN(mine);
    }
    return isUpwards() ? mine > theirs : mine < theirs;
  }

  /** Whether a larger figure rather fulfils it. */
  boolean isUpwards() {
    return this == AT_LEAST || this == ABOVE || this == NOT;
  }
}
