package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BusiestSecondTest {
  private static Optional<Double> rate(MeasuredWindows windows, Map<Double, Double> samples) {
    return BusiestSecond.rate(new TreeMap<>(samples), windows);
  }

  @Test
  void findsTheSecondInWhichACounterGrewMost() {
    assertEquals(
        Optional.of(170.0),
        rate(MeasuredWindows.of(0, 10), Map.of(1.0, 0.0, 2.0, 100.0, 3.0, 270.0, 4.0, 300.0)));
  }

  /** A sample at the bounds is a tenth of a second behind another: no second. */
  @Test
  void takesNoShorterTimeForASecond() {
    assertEquals(
        Optional.of(100.0),
        rate(MeasuredWindows.of(0, 10), Map.of(1.0, 0.0, 2.0, 90.0, 2.1, 200.0, 3.0, 190.0)));
    assertEquals(Optional.empty(), rate(MeasuredWindows.of(0, 10), Map.of(1.0, 0.0, 1.9, 100.0)));
    assertEquals(Optional.empty(), rate(MeasuredWindows.of(0, 10), Map.of()));
  }

  /** Of a server that is measured in turns, between which it rests. */
  @Test
  void doesNotLookAcrossAPause() {
    MeasuredWindows windows = new MeasuredWindows(List.of(new Window(0, 2), new Window(9, 11)));
    assertEquals(
        Optional.of(20.0), rate(windows, Map.of(1.0, 0.0, 2.0, 10.0, 9.5, 900.0, 10.5, 920.0)));
  }
}
