package dev.jitterlab.idioms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RepetitionTest {
  /** Two threads repeat every kind of work; what they count only grows, and then stands still. */
  @ParameterizedTest
  @EnumSource
  void countsAndUsesEveryOperation(IdiomWork work) throws InterruptedException {
    Repetition repetition = new Repetition(work, 2);
    assertEquals(0, repetition.operations());
    repetition.start();
    while (repetition.operations() < 1000) {
      Thread.onSpinWait();
    }
    assertNotEquals(0, repetition.end());
    long operations = repetition.operations();
    assertEquals(0, operations % 100);
    assertEquals(operations, repetition.operations());
  }
}
