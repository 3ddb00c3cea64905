package dev.jitterlab.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilentQueueTest {
  private final SilentQueue<String> silent = new SilentQueue<>();
  private final List<String> taken = new ArrayList<>();

  @Test
  void theOldestThatAreOverAreTakenOut() {
    List.of("a", "b", "c", "d").forEach(silent::add);
    silent.takeWhile(one -> !one.equals("c"), taken::add);

    assertEquals(List.of("a", "b"), taken);
    assertEquals("c", silent.poll());
    silent.spoke("d");
    assertNull(silent.poll());
  }

  /** Another thread takes the oldest one out while this one looks at it. */
  @Test
  void oneThatIsNotOverIsNotTakenForOneThatIs() {
    List.of("a", "b").forEach(silent::add);
    silent.takeWhile(
        one -> {
          if (one.equals("a")) {
            silent.spoke(one);
          }
          return one.equals("a");
        },
        taken::add);

    assertEquals(List.of(), taken, "who took it out looks after it");
    assertEquals("b", silent.poll(), "it is still looked after");
  }
}
