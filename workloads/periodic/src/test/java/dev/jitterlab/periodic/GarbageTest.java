package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GarbageTest {
  private static final int TICKS = 1_000;

  /** The smallest object is 16 bytes, so a few bytes more than asked for are possible. */
  @ParameterizedTest
  @ValueSource(ints = {1_000, 16_384, 100_000})
  void allocatesWhatItIsToldTo(int bytes) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Garbage garbage = new Garbage(bytes);
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    for (int i = 0; i < TICKS; i++) {
      garbage.run();
    }
    long perTick =
        (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before) / TICKS;

    assertTrue(perTick >= bytes && perTick < bytes * 1.05 + 64, "allocated " + perTick);
  }

  @Test
  void keepsAFewForAWhileAndNoMore() {
    Garbage garbage = new Garbage(1_000);
    garbage.run();
    int afterOne = garbage.surviving();
    for (int i = 0; i < TICKS * 10; i++) {
      garbage.run();
    }

    assertTrue(afterOne > 0 && afterOne < 3, "kept " + afterOne);
    assertEquals(Garbage.SURVIVORS, garbage.surviving());
  }
}
