package dev.jitterlab.lab.report;

import dev.jitterlab.lab.summary.Summary;

/** What the 95 % interval of a ratio says; the point estimate alone decides nothing. */
enum Decision {
  /** The whole interval is below 1. */
  LOWER("lower", "▼"),
  /** The whole interval is above 1. */
  HIGHER("higher", "▲"),
  /** The interval contains 1, or there is none. */
  NOT_DECIDED("not decided", "○");

  private final String word;
  private final String mark;

  Decision(String word, String mark) {
    this.word = word;
    this.mark = mark;
  }

  static Decision of(Summary.Comparison comparison) {
    if (comparison.low() == null || comparison.high() == null) {
      return NOT_DECIDED;
    }
    if (comparison.high() < 1) {
      return LOWER;
    }
    return comparison.low() > 1 ? HIGHER : NOT_DECIDED;
  }

  /** The word in the tables; also the CSS class, with a hyphen for the space. */
  String word() {
    return word;
  }

  /** A shape that tells the decisions apart without colour. */
  String mark() {
    return mark;
  }
}
