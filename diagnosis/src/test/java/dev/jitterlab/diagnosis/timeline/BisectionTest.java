package dev.jitterlab.diagnosis.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BisectionTest {
  /** Wherever the search begins and ends, and whatever the test holds for. */
  @Test
  void findsWhatALookAtEveryPlaceFinds() {
    for (int from = 0; from <= 5; from++) {
      for (int to = from; to <= from + 20; to++) {
        for (int first = 0; first <= to + 3; first++) {
          int holdsBelow = first;
          int expected = Math.min(to, Math.max(from, holdsBelow));
          assertEquals(
              expected, Bisection.firstNot(from, to, place -> place < holdsBelow), "of " + to);
        }
      }
    }
  }
}
