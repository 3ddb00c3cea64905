package dev.jitterlab.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lock.LockModel.Defect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LockModelTest {
  @ParameterizedTest
  @CsvSource({"2,0,3", "2,1,3", "2,2,3", "3,0,2", "3,1,2", "3,2,2", "4,0,1", "4,1,1"})
  void keepsItsBoundAndNobodySleepsForEver(int threads, int k, int rounds) {
    int states = new LockModel(threads, k, rounds, Defect.NONE).search();

    assertTrue(states > 100, "so few states are no search: " + states);
  }

  @Test
  void theBoundIsTight() {
    LockModel model = new LockModel(2, 2, 4, Defect.NONE);
    int unused = model.search();

    assertEquals(3, model.mostOvertaken(), "(p + 1)(k + 1) with p = 0 and k = 2");
  }

  @Test
  void theSearchFindsAnOvershoot() {
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> new LockModel(3, 1, 2, Defect.KEEPS_WHAT_IT_MUST_GIVE_BACK).search());

    assertTrue(error.getMessage().startsWith("the longest waiter is overtaken"), error.toString());
  }

  @Test
  void theSearchFindsALostWakeUp() {
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> new LockModel(3, 1, 2, Defect.GIVES_BACK_SILENTLY).search());

    assertTrue(error.getMessage().startsWith("sleeps for ever"), error.toString());
  }
}
