package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DeadlineHeapTest {
  private final ManualClock clock = new ManualClock(0);
  private final TaskContext context = new TaskContext(clock, tick -> {}, (tick, failure) -> null);

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

  @Test
  void looksNotBelowATaskThatIsFreeAndOverdue() {
    DeadlineHeap heap = new DeadlineHeap();
    OwnedTask below = task();
    clock.advance(1_000);
    OwnedTask first = task();
    heap.put(first, first.readyNs());
    heap.put(below, first.readyNs() + 1); // it is ready before that: so it would be found

    assertSame(first, found(heap, first.readyNs() + 2).task());
  }

  @Test
  void looksBelowATaskThatIsRunOrWasTakenOver() {
    DeadlineHeap heap = new DeadlineHeap();
    OwnedTask runs = task();
    clock.advance(1_000);
    OwnedTask wasTakenOver = task();
    OwnedTask free = task();
    assertTrue(runs.claim());
    heap.put(runs, runs.readyNs());
    heap.put(wasTakenOver, runs.readyNs());
    heap.put(free, free.readyNs());
    assertTrue(wasTakenOver.claim());
    boolean unused = wasTakenOver.runTick(new TickThread());
    wasTakenOver.release(); // ready a second later, but the heap has not heard of it

    assertSame(free, found(heap, free.readyNs()).task());
  }

  @Test
  void saysWhenTheNextOneIsReadyIfNoneIsOverdue() {
    DeadlineHeap heap = new DeadlineHeap();
    OwnedTask runs = task();
    assertTrue(runs.claim());
    heap.put(runs, runs.readyNs());
    for (long laterNs : new long[] {9_000, 5_000, 7_000}) {
      heap.put(task(), runs.readyNs() + laterNs);
    }
    Overdue found = found(heap, runs.readyNs());

    assertNull(found.task());
    assertEquals(runs.readyNs() + 5_000, found.soonestOr(Long.MAX_VALUE / 2));
    assertEquals(runs.readyNs() + 1_000, found.soonestOr(runs.readyNs() + 1_000));
  }

  private static Overdue found(DeadlineHeap heap, long limitNs) {
    Overdue found = new Overdue();
    heap.findOverdue(found, limitNs, limitNs + 1_000_000_000);
    return found;
  }
}
