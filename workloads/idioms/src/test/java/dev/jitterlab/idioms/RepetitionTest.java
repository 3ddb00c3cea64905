package dev.jitterlab.idioms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
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
    assertEquals(operations, repetition.operations());
  }

  /** A loop that looked once in a while could be unrolled, and its locked sections merged. */
  @Test
  void looksBeforeEveryOperationWhetherItIsToEnd() throws InterruptedException {
    Thread ending = Thread.currentThread();
    CountDownLatch inTheMiddle = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    IntSupplier operation =
        () -> {
          if (calls.incrementAndGet() == 150) {
            inTheMiddle.countDown();
            while (ending.getState() != Thread.State.TIMED_WAITING) { // in end()
              Thread.onSpinWait();
            }
          }
          return 1;
        };
    Repetition repetition = new Repetition(List.of(operation));
    repetition.start();
    inTheMiddle.await();

    assertEquals(150, repetition.end());
    assertEquals(150, repetition.operations());
  }
}
