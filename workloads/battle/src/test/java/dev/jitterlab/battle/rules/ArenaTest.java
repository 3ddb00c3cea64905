package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ArenaTest {
  @Test
  void everyArenaHasFreePacksAndAFreeMiddle() {
    for (int number = 0; number < Arena.COUNT; number++) {
      Arena arena = new Arena(number);
      for (int pack = 0; pack < Arena.PACKS; pack++) {
        assertTrue(isFree(arena, arena.packX(pack), arena.packY(pack)));
      }
      assertTrue(isFree(arena, Arena.SIZE / 2, Arena.SIZE / 2));
    }
  }

  private static boolean isFree(Arena arena, int x, int y) {
    return arena.isFree(Fixed.ofUnits(x), Fixed.ofUnits(y), BattleRules.RADIUS);
  }

  /** The separating axes against the plain way: walking along the line in small steps. */
  @Property
  void seesExactlyWhatWalkingTheLineFinds(
      @ForAll @IntRange(max = Arena.COUNT - 1) int number,
      @ForAll @IntRange(max = Arena.SIZE) int fromX,
      @ForAll @IntRange(max = Arena.SIZE) int fromY,
      @ForAll @IntRange(max = Arena.SIZE) int toX,
      @ForAll @IntRange(max = Arena.SIZE) int toY) {
    Arena arena = new Arena(number);
    boolean sees = arena.hasLineOfSight(fromX, fromY, toX, toY);
    assertEquals(sees, arena.hasLineOfSight(toX, toY, fromX, fromY));
    int steps = 20_000;
    boolean met = false;
    for (int i = 0; i <= steps && !met; i++) {
      int x = Fixed.ofUnits(fromX) + (int) ((long) Fixed.ofUnits(toX - fromX) * i / steps);
      int y = Fixed.ofUnits(fromY) + (int) ((long) Fixed.ofUnits(toY - fromY) * i / steps);
      met = arena.blocks(x, y);
    }
    if (met) {
      assertFalse(sees, "walking met an obstacle that sight passes");
    }
  }
}
