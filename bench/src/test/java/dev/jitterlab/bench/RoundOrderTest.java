package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundOrderTest {
  private static final int ROUNDS = 2_000;

  private static List<Integer> items(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 8})
  void putsEachItemAtEachPlaceEquallyOften(int count) {
    int[][] times = new int[count][count];
    for (int round = 1; round <= ROUNDS; round++) {
      List<Integer> order = RoundOrder.of(items(count), 1, round);
      IntStream.range(0, count).forEach(place -> times[order.get(place)][place]++);
    }
    double expected = (double) ROUNDS / count;
    double fourDeviations = 4 * Math.sqrt(expected * (1 - 1.0 / count));
    for (int[] item : times) {
      for (int seen : item) {
        assertEquals(expected, seen, fourDeviations);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void doesNotLeaveTheSameItemLastInAFewRounds(int count) {
    long last =
        IntStream.rangeClosed(1, 15)
            .map(round -> RoundOrder.of(items(count), 1, round).getLast())
            .distinct()
            .count();
    assertEquals(count, last, 3);
  }

  @Test
  void dependsOnTheSeedAndOnEachPartOfThePlace() {
    List<Integer> order = RoundOrder.of(items(20), 1, 2, 3);

    assertEquals(order, RoundOrder.of(items(20), 1, 2, 3));
    assertNotEquals(order, RoundOrder.of(items(20), 2, 2, 3));
    assertNotEquals(order, RoundOrder.of(items(20), 1, 3, 3));
    assertNotEquals(order, RoundOrder.of(items(20), 1, 2, 4));
  }
}
