package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.Rate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskGroupTest {
  @Test
  void readsGroupsOfDifferentRates() {
    List<TaskGroup> groups = TaskGroup.parse("500@20, 1@30000/1001");

    assertEquals(2, groups.size());
    assertEquals(500, groups.get(0).count());
    assertEquals(Rate.hz(20), groups.get(0).rate());
    assertEquals(1, groups.get(1).count());
    assertEquals(Rate.of(30_000, 1_001), groups.get(1).rate());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "500", "@20", "0@20", "5@0", "5@20/0", "5@20,", "-5@20", "5@2.5"})
  void namesThePartThatIsNoGroup(String text) {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> TaskGroup.parse("1@1," + text));

    assertTrue(refused.getMessage().startsWith("--tasks: "), refused.getMessage());
  }

  @Test
  void boundsTheTasksOfAllGroupsTogether() {
    assertEquals(1, TaskGroup.parse("1000000@1").size());
    assertThrows(IllegalArgumentException.class, () -> TaskGroup.parse("1000000@1,1@1"));
  }
}
