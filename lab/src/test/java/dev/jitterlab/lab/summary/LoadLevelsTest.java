package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.statistics.LoadedTicks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadLevelsTest {
  private static final Map<Double, Double> LOAD = Map.of(0.0, 100.0, 1.0, 110.0, 2.0, 120.0);

  @Test
  void areWhatHappenedBetweenTwoScrapes() {
    assertEquals(
        List.of(new LoadedTicks(105, 50, 1), new LoadedTicks(115, 70, 0)),
        levels(List.of(1_000.0, 1_050.0, 1_120.0), List.of(3.0, 4.0, 4.0)));
  }

  @Test
  void leaveOutAScrapeThatAnotherHasOvertaken() {
    assertEquals(
        List.of(new LoadedTicks(110, 120, 1)),
        levels(List.of(1_000.0, 990.0, 1_120.0), List.of(3.0, 3.0, 4.0)));
    assertEquals(
        List.of(new LoadedTicks(110, 120, 1)),
        levels(List.of(1_000.0, 1_050.0, 1_120.0), List.of(3.0, 0.0, 4.0)));
  }

  @Test
  void leaveOutWhereTheLoadIsZeroBecauseItChanges() {
    Map<Double, Double> held = Map.of(0.0, 400.0, 1.0, 400.0, 2.0, 0.0, 3.0, 800.0, 4.0, 800.0);
    List<Point> ticks = new ArrayList<>();
    Map<Double, Double> late = new HashMap<>();
    for (double at = 0; at <= 4; at++) {
      ticks.add(new Point(at, 100 * at));
      late.put(at, 7 * at);
    }
    assertEquals(
        List.of(new LoadedTicks(400, 100, 7), new LoadedTicks(800, 100, 7)),
        LoadLevels.levels(ticks, late, held));
  }

  @Test
  void haveNoMoreLateTicksThanTicks() {
    assertEquals(
        List.of(new LoadedTicks(105, 5, 5), new LoadedTicks(115, 5, 1)),
        levels(List.of(1_000.0, 1_005.0, 1_010.0), List.of(0.0, 7.0, 8.0)));
  }

  private static List<LoadedTicks> levels(List<Double> ticks, List<Double> late) {
    return LoadLevels.levels(
        List.of(new Point(0, ticks.get(0)), new Point(1, ticks.get(1)), new Point(2, ticks.get(2))),
        Map.of(0.0, late.get(0), 1.0, late.get(1), 2.0, late.get(2)),
        LOAD);
  }
}
