package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.rules.ModeMix;
import dev.jitterlab.load.LevelCourse;
import dev.jitterlab.load.LevelSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BattleLevelsTest {
  private static final ModeMix ESCORT = ModeMix.parse("escort");
  private static final ModeMix BOSS = ModeMix.parse("boss");

  private final LevelTicks ticks = new LevelTicks();
  private final List<String> heard = new ArrayList<>();
  private final List<Integer> wanted = new ArrayList<>();
  private long nowNs = 1_000;
  private BattleLevels levels;

  private BattleLevels levels(List<ModeMix> modes) {
    levels =
        new BattleLevels(
            new LevelSearch(100, 4_000),
            new LevelCourse.Times(10, 4, 8),
            0.01,
            modes,
            ticks,
            wanted::add,
            mix -> heard.add(mix.equals(ESCORT) ? "escort" : "boss"));
    return levels;
  }

  /** Lets time pass, with a timer ten times a second and ticks of which so many are overdue. */
  private void pass(int seconds, int overduePerMille) {
    for (int i = 0; i < 10 * seconds; i++) {
      levels.onTimer(nowNs);
      ticks.count(1_000, overduePerMille);
      nowNs += TimeUnit.MILLISECONDS.toNanos(100);
    }
  }

  private int last() {
    return wanted.get(wanted.size() - 1);
  }

  @Test
  void warmsUpAtTheFirstLevelThenSettlesAndHoldsIt() {
    levels(List.of());
    pass(14, 900); // what happens before the hold is not judged
    assertEquals(0, levels.held());
    pass(8, 0);
    assertEquals(632, levels.held());
    pass(4, 0);
    assertEquals(0, levels.held());
    pass(1, 0);
    assertEquals(1_591, levels.held()); // the level was carried, so more battles came
  }

  @Test
  void addsBattlesInPartsWhileItSettles() {
    levels(List.of());
    pass(3, 0);
    assertEquals(31, wanted.get(0));
    assertEquals(632, last());
    assertTrue(wanted.stream().distinct().count() >= 15, wanted.toString());
  }

  @Test
  void goesDownAtOnceAfterALevelThatWasTooMuch() {
    levels(List.of());
    pass(14, 0);
    pass(8, 11);
    pass(1, 0);
    assertEquals(251, last());
  }

  @Test
  void carriesALevelAtTheLimit() {
    levels(List.of());
    pass(14, 0);
    pass(8, 10);
    pass(3, 0);
    assertEquals(1_591, last());
  }

  @Test
  void changesTheModeWithEachHoldAndEndsWithTheLastOne() {
    levels(List.of(ESCORT, BOSS));
    pass(14, 0);
    assertEquals(List.of(), heard);
    pass(1, 0);
    assertEquals(List.of("escort"), heard);
    pass(12, 0);
    assertEquals(List.of("escort", "boss"), heard);
    pass(60, 0);
    assertEquals(0, levels.held());
    assertEquals(List.of("escort", "boss"), heard);
  }

  @Test
  void doesNotCarryALevelInWhichNothingTicks() {
    levels(List.of());
    for (int i = 0; i < 230; i++) {
      levels.onTimer(nowNs);
      nowNs += TimeUnit.MILLISECONDS.toNanos(100);
    }
    assertEquals(251, last());
  }
}
