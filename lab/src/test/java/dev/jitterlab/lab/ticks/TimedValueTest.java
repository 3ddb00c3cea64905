package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimedValueTest {
  /** One a second from 0 to {@code seconds}; the i-th is i, of i + 1 values. */
  private static List<TimedValue> series(int seconds) {
    return IntStream.range(0, seconds)
        .mapToObj(i -> new TimedValue(new Window(i, i + 1), i, i + 1))
        .toList();
  }

  @Test
  void takesWhatLiesInTheWindow() {
    assertEquals(
        series(6).subList(2, 5),
        TimedValue.within(series(6), MeasuredWindows.of(new Window(1.5, 5.5)), 100));
    assertEquals(
        List.of(), TimedValue.within(series(6), MeasuredWindows.of(new Window(7, 8)), 100));
  }

  @Test
  void weighsNeighboursOfALongSeriesByTheirCounts() {
    List<TimedValue> shorter =
        TimedValue.within(series(5), MeasuredWindows.of(new Window(0, 5)), 3);

    assertEquals(3, shorter.size());
    assertEquals(new TimedValue(new Window(0, 2), 2.0 / 3, 3), shorter.getFirst());
    assertEquals(new TimedValue(new Window(4, 5), 4, 5), shorter.getLast());
  }

  /** Such a recording must stay readable. */
  @Test
  void takesNeighboursTogetherBetweenWhichTheClockWasSetBack() {
    List<TimedValue> setBack =
        List.of(
            new TimedValue(new Window(8, 9), 1, 1),
            new TimedValue(new Window(3, 4), 3, 1),
            new TimedValue(new Window(4, 5), 5, 1));

    assertEquals(
        List.of(new TimedValue(new Window(8, 8), 3, 3)),
        TimedValue.within(setBack, MeasuredWindows.of(0, 10), 1));
  }
}
