package dev.jitterlab.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lock.LockModel.Defect;
import dev.jitterlab.lock.LockModel.Manner;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockModelTest {
  private static final Manner[] ONE_GIVES_UP = {Manner.WAITS, Manner.GIVES_UP, Manner.WAITS};
  private static final Manner[] ONE_TRIES = {Manner.WAITS, Manner.GIVES_UP, Manner.TRIES};

  private static LockModel waiting(int k, Defect defect, int... rounds) {
    return new LockModel(
        IntStream.range(0, rounds.length).mapToObj(i -> Manner.WAITS).toArray(Manner[]::new),
        k,
        rounds,
        defect);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void keepsItsBoundAndNobodySleepsForEver(int k) {
    assertMany(waiting(k, Defect.NONE, 3, 3));
    assertMany(waiting(k, Defect.NONE, 2, 2, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void keepsThemWithFourThreads(int k) {
    assertMany(waiting(k, Defect.NONE, 1, 1, 1, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void keepsThemWithWaitersThatGiveUpAndThreadsThatOnlyTry(int k) {
    assertMany(new LockModel(ONE_GIVES_UP, k, new int[] {2, 1, 1}, Defect.NONE));
    assertMany(new LockModel(ONE_TRIES, k, new int[] {2, 1, 2}, Defect.NONE));
  }

  private static void assertMany(LockModel model) {
    int states = model.search();

    assertTrue(states > 10_000, "so few states are no search: " + states);
  }

  @Test
  void theBoundIsTight() {
    LockModel model = waiting(2, Defect.NONE, 4, 4);
    assertMany(model);

    assertEquals(3, model.mostOvertaken(), "(p + 1)(k + 1) with p = 0 and k = 2");
  }

  /** So the search reaches the steps that are there for those who meet at a reserved lock. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void givesBackInSomeState(int k) {
    LockModel model = new LockModel(ONE_GIVES_UP, k, new int[] {2, 1, 1}, Defect.NONE);
    assertMany(model);

    assertTrue(model.gaveBack());
  }

  private static String found(LockModel model) {
    return assertThrows(AssertionError.class, model::search).getMessage();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theSearchFindsAnOvershoot(int k) {
    String found =
        found(
            new LockModel(
                ONE_GIVES_UP, k, new int[] {3, 1, 1}, Defect.KEEPS_WHAT_IT_MUST_GIVE_BACK));

    assertTrue(found.startsWith("the longest waiter is overtaken"), found);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theSearchFindsALostWakeUp(int k) {
    String found =
        found(new LockModel(ONE_GIVES_UP, k, new int[] {2, 1, 1}, Defect.GIVES_BACK_SILENTLY));

    assertTrue(found.startsWith("sleeps for ever"), found);
  }

  @Test
  void theSearchFindsACounterThatNobodyLooksBehind() {
    String found = found(waiting(1, Defect.NEVER_LOOKS, 3, 3));

    assertTrue(found.startsWith("the longest waiter is overtaken"), found);
  }

  /** Why the lock with k = 0 is never open: one could come between the look and the release. */
  @Test
  void theSearchFindsAStrictLockThatIsOpen() {
    String found = found(waiting(0, Defect.OPENS_ALTHOUGH_STRICT, 3, 3));

    assertTrue(found.startsWith("the longest waiter is overtaken"), found);
  }
}
