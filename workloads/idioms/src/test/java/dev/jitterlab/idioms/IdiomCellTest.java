package dev.jitterlab.idioms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class IdiomCellTest {
  @Test
  void readsALine() {
    IdiomCell cell = IdiomCell.parse("c7\tCharCopyIdiom.loop\t10\t4\t150\t-Xint -XX:+UseSerialGC");
    assertEquals("c7", cell.id);
    assertEquals("dev.jitterlab.idioms.CharCopyIdiom.loop", cell.benchmark());
    assertEquals(OptionalInt.of(10), cell.size);
    assertEquals(4, cell.threads);
    assertEquals(150, cell.measuredMs);
    assertEquals(List.of("-Xint", "-XX:+UseSerialGC"), cell.flags);
  }

  @Test
  void readsALineWithoutSizeAndFlags() {
    IdiomCell cell = IdiomCell.parse("c1\tNothingIdiom.nothing\t-\t1\t150\t");
    assertEquals(OptionalInt.empty(), cell.size);
    assertEquals(List.of(), cell.flags);
  }

  @Test
  void refusesAnythingElse() {
    assertThrows(IllegalArgumentException.class, () -> IdiomCell.parse("c1\tNothingIdiom"));
  }
}
