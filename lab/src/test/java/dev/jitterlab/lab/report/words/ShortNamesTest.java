package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShortNamesTest {
  private static final String SKIP = "temurin-25.0.1-parallel-heap-2g-workers-4-late-skip";
  private static final String CATCH_UP = "temurin-25.0.1-parallel-heap-2g-workers-4-late-catch-up";

  @Test
  void whatAllNamesBeginWithIsLeftOut() {
    assertEquals(List.of("…skip", "…catch-up"), ShortNames.besideRows(List.of(SKIP, CATCH_UP)));
  }

  @Test
  void namesThatFitStayWhole() {
    List<String> names = List.of("g1-heap-2g", "g1-heap-4g");
    assertEquals(names, ShortNames.besideRows(names));
  }

  @Test
  void namesThatBeginDifferentlyStayWhole() {
    assertEquals(List.of("pool", SKIP), ShortNames.besideRows(List.of("pool", SKIP)));
    assertEquals(List.of(SKIP), ShortNames.of(List.of(SKIP)));
    assertEquals(List.of(SKIP, SKIP), ShortNames.of(List.of(SKIP, SKIP)));
  }

  @Test
  void eachNameKeepsItsLastPart() {
    assertEquals(List.of("…4", "…4-late"), ShortNames.of(List.of("pool-4", "pool-4-late")));
    assertEquals(List.of("…4-", "…4-late"), ShortNames.of(List.of("pool-4-", "pool-4-late")));
  }
}
