package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;

/** Between which bounds the number of an option must be. */
final class NumberBounds {
  private NumberBounds() {}

  /** Refuses another number, and one that is none. */
  static void require(String option, double number, double least, double most) {
    if (!(number >= least && number <= most)) {
      throw LabException.wrong(
          option,
          "expected %.0f to %.0f, found %s"
              .formatted(
                  least,
                  most,
                  number == Math.rint(number) ? "%.0f".formatted(number) : "" + number),
          "Correct the number.");
    }
  }
}
