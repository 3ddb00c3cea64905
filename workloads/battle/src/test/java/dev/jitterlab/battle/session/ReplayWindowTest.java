package dev.jitterlab.battle.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
  /** Against the plain way, a set of everything accepted. */
  @Property
  void acceptsEachNumberOnceWithinTheWindow(
      @ForAll @IntRange(min = 1) int first,
      @ForAll short[] jumps,
      @ForAll @IntRange(min = 1, max = 64) int scale) {
    ReplayWindow window = new ReplayWindow();
    Set<Long> accepted = new HashSet<>();
    long latest = first;
    window.accept(first);
    accepted.add(latest);
    for (short jump : jumps) {
      long number = Math.max(0, latest + jump / scale);
      boolean expected =
          number > 0 && number > latest - ReplayWindow.SIZE && !accepted.contains(number);
      assertEquals(expected, window.isNew((int) number));
      if (expected) {
        window.accept((int) number);
        accepted.add(number);
        latest = Math.max(latest, number);
      }
    }
  }

  @Test
  void numbersFarAheadOfAllOthersAreNotPlausible() {
    ReplayWindow window = new ReplayWindow();
    assertTrue(window.isPlausible(ReplayWindow.MAX_AHEAD));
    assertFalse(window.isPlausible(ReplayWindow.MAX_AHEAD + 1));
    assertFalse(window.isPlausible(-1));
    window.accept(1_000);
    assertTrue(window.isPlausible(1_000 + ReplayWindow.MAX_AHEAD));
    assertTrue(window.isPlausible(1));
    window.accept(-10);
    assertTrue(window.isPlausible(-1));
  }

  @Test
  void numbersDoNotWrapAround() {
    ReplayWindow window = new ReplayWindow();
    window.accept(-1); // 2^32 - 1
    assertFalse(window.isNew(-1));
    assertTrue(window.isNew(-256));
    assertFalse(window.isNew(-257));
    assertFalse(window.isNew(0));
    assertFalse(window.isNew(1));
  }
}
