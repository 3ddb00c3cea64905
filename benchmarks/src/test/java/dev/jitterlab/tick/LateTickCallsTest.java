package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.tick.LateTickCalls.Case;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LateTickCallsTest {
  /** Ticks that are read as samples, one in 256, and calls of the JVM itself. */
  private static final double BESIDE = 0.1;

  @Test
  void aLateTickTakesTwoCallsAndOneThatIsLongAndAloneFour()
      throws IOException, InterruptedException {
    assumeTrue(mayTrace(), "needs `strace -o /dev/null true`: apt-get install strace");

    Map<Case, Map<String, Integer>> calls = LateTickCalls.count();

    assertEquals(2, LateTickCalls.perTick(calls.get(Case.LATE)), BESIDE, calls::toString);
    assertEquals(2, LateTickCalls.perTick(calls.get(Case.LATE_IN_A_ROW)), BESIDE, calls::toString);
    assertEquals(4, LateTickCalls.perTick(calls.get(Case.LATE_AND_LONG)), BESIDE, calls::toString);
    assertTrue(
        LateTickCalls.perTick(calls.get(Case.ON_TIME)) <= 2 + BESIDE,
        "a reading before each wait, since they are 50 ms apart: " + calls);
  }

  private static boolean mayTrace() throws InterruptedException {
    try {
      Process strace = new ProcessBuilder("strace", "-o", "/dev/null", "true").start();
      return strace.waitFor(10, TimeUnit.SECONDS) && strace.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void countsTheCallsOfTheMarkedThreadBetweenTheMarks() {
    List<String> trace =
        List.of(
            "7 pread64(3, \"1\", 128, 0) = 1",
            "7 access(\"/jitterlab-mark/LATE\", F_OK) = -1 ENOENT (No such file or directory)",
            "7 pread64(3, \"1\", 128, 0) = 1",
            "8 futex(0x7f, FUTEX_WAIT_PRIVATE, 0, NULL <unfinished ...>",
            "7 clock_gettime(CLOCK_THREAD_CPUTIME_ID,  <unfinished ...>",
            "8 <... futex resumed>) = 0",
            "7 <... clock_gettime resumed>{tv_sec=0, tv_nsec=1}) = 0",
            "7 pread64(3, \"1\", 128, 0) = 1",
            "7 access(\"/jitterlab-mark/end\", F_OK) = -1 ENOENT (No such file or directory)",
            "7 pread64(3, \"1\", 128, 0) = 1");

    assertEquals(
        Map.of(Case.LATE, Map.of("pread64", 2, "clock_gettime", 1)), LateTickCalls.calls(trace));
  }
}
