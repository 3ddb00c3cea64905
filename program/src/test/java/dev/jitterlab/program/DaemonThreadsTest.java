package dev.jitterlab.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.observer.UnavailableException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {
  private static void nothing() {}

  @Test
  void namesItsThreadsAndLetsTheJvmEnd() {
    ThreadFactory named = DaemonThreads.named("janitor");
    ThreadFactory numbered = DaemonThreads.numbered("loop-");
    assertEquals("janitor", named.newThread(DaemonThreadsTest::nothing).getName());
    assertEquals("janitor", named.newThread(DaemonThreadsTest::nothing).getName());
    assertEquals("loop-1", numbered.newThread(DaemonThreadsTest::nothing).getName());
    Thread second = numbered.newThread(DaemonThreadsTest::nothing);
    assertEquals("loop-2", second.getName());
    assertTrue(second.isDaemon());
  }

  @Test
  void startsAThread() throws InterruptedException {
    AtomicBoolean ran = new AtomicBoolean();
    DaemonThreads.start("once", () -> ran.set(true)).join();
    assertTrue(ran.get());
  }

  @Test
  void makesVirtualThreadsOrSaysWhatToChooseWhereTheJdkHasNone() throws Exception {
    if (Runtime.version().feature() >= 21) {
      Thread thread = DaemonThreads.virtual("another").newThread(DaemonThreadsTest::nothing);
      assertEquals(true, Thread.class.getMethod("isVirtual").invoke(thread));
      return;
    }
    UnavailableException e =
        assertThrows(UnavailableException.class, () -> DaemonThreads.virtual("another --design"));
    assertTrue(e.getMessage().endsWith("or choose another --design"), e.getMessage());
  }
}
