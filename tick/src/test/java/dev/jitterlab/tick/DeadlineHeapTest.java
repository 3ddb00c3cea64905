package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class DeadlineHeapTest {
  private final TaskContext context =
      new TaskContext(new ManualClock(0), tick -> {}, (tick, failure) -> null);

  private OwnedTask task() {
    return new OwnedTask(null, context, "t", Rate.hz(1), TaskOptions.defaults(), tick -> {});
  }

  /** Puts, moves and removes as the numbers say, beside a sorted list. */
  @Property
  void keepsTheEarliestFirstAlsoAcrossTheClocksOverflow(
      @ForAll long startNs,
      @ForAll @Size(max = 300) List<@LongRange(min = 0, max = 1_000_000) Long> numbers) {
    DeadlineHeap heap = new DeadlineHeap();
    List<OwnedTask> expected = new ArrayList<>();
    for (long number : numbers) {
      long keyNs = startNs + number;
      if (number % 5 == 0 && !expected.isEmpty()) {
        heap.remove(expected.remove((int) (number % expected.size())));
      } else if (number % 5 == 1 && !expected.isEmpty()) {
        heap.put(expected.get((int) (number % expected.size())), keyNs);
      } else {
        OwnedTask task = task();
        heap.put(task, keyNs);
        expected.add(task);
      }
      expected.sort(Comparator.comparingLong(task -> task.keyNs - startNs));
      assertEquals(expected.size(), heap.size());
      for (int i = 0; i < heap.size(); i++) {
        assertEquals(i, heap.peek(i).heapIndex);
      }
      if (!expected.isEmpty()) {
        assertEquals(expected.get(0).keyNs, heap.first().keyNs);
      }
    }
    for (OwnedTask task : expected) {
      assertEquals(task.keyNs, heap.first().keyNs);
      heap.remove(heap.first());
    }

    assertNull(heap.first());
    assertSame(null, heap.peek(0));
  }
}
