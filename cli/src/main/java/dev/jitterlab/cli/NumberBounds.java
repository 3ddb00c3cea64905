package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import java.util.OptionalInt;

/** Between which bounds the number of an option must be. */
final class NumberBounds {
  private NumberBounds() {}

  /** Refuses another number, and one that is none. */
  static void require(String option, double number, double least, double most) {
    if (!(number >= least && number <= most)) {
      throw LabException.wrong(
          option,
          "expected %s to %s, found %s".formatted(plain(least), plain(most), plain(number)),
          "Correct the number.");
    }
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? "%.0f".formatted(number) : "" + number;
  }

  /** The same of a number that may be left out. */
  static OptionalInt optional(String option, Integer number, int least, int most) {
    if (number == null) {
      return OptionalInt.empty();
    }
    require(option, number, least, most);
    return OptionalInt.of(number);
  }
}
