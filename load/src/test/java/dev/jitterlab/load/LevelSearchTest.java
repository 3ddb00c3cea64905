package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LevelSearchTest {
  /** The levels of a search on a server that carries so many. */
  private static List<Integer> levels(int least, int most, int carries, int count) {
    LevelSearch search = new LevelSearch(least, most);
    List<Integer> levels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      levels.add((int) Math.round(search.level()));
      search.judge(Math.round(search.level()) <= carries);
    }
    return levels;
  }

  @Test
  void halvesTheBracketOnTheLogarithmicScale() {
    assertEquals(List.of(632, 1591, 1003, 1263), levels(100, 4_000, 1_200, 4));
  }

  @ParameterizedTest
  @ValueSource(ints = {110, 250, 700, 1_999, 3_700})
  void comesWithinATenthOfWhatIsCarriedAndStaysThere(int carries) {
    List<Integer> levels = levels(100, 4_000, carries, 30);
    for (int level : levels.subList(8, 30)) {
      assertTrue(level > carries / 1.25 && level < carries * 1.25, levels.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({"50, 100", "9000, 4000"})
  void staysInItsRange(int carries, int end) {
    assertEquals(end, levels(100, 4_000, carries, 20).get(19));
  }

  @Test
  void walksAwayFromALevelThatWasMisjudged() {
    LevelSearch search = new LevelSearch(100, 4_000);
    search.judge(false); // the machine stalled at 632
    for (int i = 0; i < 30; i++) {
      search.judge(search.level() <= 1_000);
    }
    assertTrue(search.level() > 850 && search.level() < 1_200, "" + search.level());
  }

  /** In steps of a tenth it would need 20 levels. */
  @Test
  void walksFarFromAFirstLevelThatWasMisjudged() {
    LevelSearch search = new LevelSearch(200, 8_000);
    search.judge(false); // a cold server missed its promise at 1265
    int levels = 1;
    while (search.level() < 4_500) {
      search.judge(search.level() <= 5_000);
      levels++;
    }
    assertTrue(levels <= 15, "" + levels);
    for (int i = 0; i < 6; i++) {
      search.judge(search.level() <= 5_000);
      assertTrue(search.level() > 4_000 && search.level() < 6_500, "" + search.level());
    }
    assertEquals(5_000, search.capacity().orElseThrow(), 500, "not the mean of the way there");
  }

  @Test
  void hasNoCapacityWhereEachLevelWasCarriedOrNone() {
    for (boolean carries : new boolean[] {true, false}) {
      LevelSearch search = new LevelSearch(100, 4_000);
      assertEquals(OptionalDouble.empty(), search.capacity());
      for (int i = 0; i < 20; i++) {
        search.judge(carries);
      }
      assertEquals(OptionalDouble.empty(), search.capacity());
      search.judge(!carries);
      assertTrue(search.capacity().isPresent());
    }
  }

  @Test
  void refusesARangeThatIsNone() {
    assertThrows(IllegalArgumentException.class, () -> new LevelSearch(0, 10));
    assertThrows(IllegalArgumentException.class, () -> new LevelSearch(10, 10));
  }
}
