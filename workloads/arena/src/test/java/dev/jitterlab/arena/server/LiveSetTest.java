package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveSetTest {
  private static final int UPDATES = 16;

  /** Each update is looked at by itself, as two objects of one may take the same place. */
  @ParameterizedTest
  @CsvSource({"1, 8", "2, 16"}) // KiB with each update, and how many objects of 16 updates stay
  void oneObjectInSixteenReplacesALiveOneHoweverFewAnUpdateMakes(int garbageKib, int expected) {
    LiveSet set = new LiveSet(1, garbageKib, tick -> {});
    int replaced = 0;
    for (int i = 0; i < UPDATES; i++) {
      List<byte[]> before = set.living();
      set.onTick(null);
      List<byte[]> after = set.living();
      for (int j = 0; j < before.size(); j++) {
        replaced += before.get(j) == after.get(j) ? 0 : 1;
      }
    }

    assertEquals(expected, replaced);
  }
}
