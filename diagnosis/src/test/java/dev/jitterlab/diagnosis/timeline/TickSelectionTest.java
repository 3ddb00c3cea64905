package dev.jitterlab.diagnosis.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TickSelectionTest {
  @Test
  void selectsWhatSortingWouldPutThere() {
    Random random = new Random(20261123);
    for (int length = 1; length < 200; length++) {
      int values = 1 + random.nextInt(length);
      long[] some = random.longs(length, -values, values).toArray();
      long[] sorted = some.clone();
      Arrays.sort(sorted);
      int place = random.nextInt(length);
      assertEquals(sorted[place], Selection.nth(some.clone(), length, place));
      assertEquals(sorted[place], Selection.nth(sorted.clone(), length, place));
    }
  }
}
