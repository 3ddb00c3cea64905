package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowRequestLogTest {
  private static final long MS = 1_000_000L;
  private static final long EPOCH = 1_700_000_000_000_000_000L;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 70 * MS);
  private final long zero = clock.nanoTime();

  @TempDir Path folder;

  private SlowRequestLog log(Path file) throws IOException {
    return SlowRequestLog.start(50 * MS, clock, () -> EPOCH + (clock.nanoTime() - zero), file);
  }

  @Test
  void aSlowRequestHasItsTimesOnTheClockOfAllProcesses() throws IOException {
    Path file = folder.resolve("slow-requests.csv");
    try (SlowRequestLog log = log(file)) {
      assertFalse(log.isSlow(50 * MS - 1));
      assertTrue(log.isSlow(50 * MS));
      clock.advance(100 * MS); // the clock has overflowed
      log.ended(
          "gc=g1,jdk=25/1", zero + 10 * MS, zero + 20 * MS, zero + 30 * MS, 4711, "200", "buy/pay");
    }

    assertEquals(
        List.of(
            "id,target,intended_start_ns,sent_ns,ended_ns,connection,status,step,began_ns,left_out",
            "1,gc=g1%2Cjdk=25/1,1700000000010000000,1700000000030000000,1700000000100000000,"
                + "4711,200,buy/pay,1700000000020000000,0"),
        Files.readAllLines(file));
  }

  @Test
  void isBoundedAndCountsWhatIsLeftOut() throws IOException {
    Path file = folder.resolve("slow-requests.csv");
    try (SlowRequestLog log = log(file)) {
      for (int i = 0; i < SlowRequestLog.MOST_A_SECOND + 5; i++) {
        log.ended("a/1", zero, zero, zero, 1, "timeout", "");
      }
      clock.advance(1_000 * MS);
      log.ended("a/1", zero, zero, zero, 1, "timeout", "");
      String metrics = log.collect().toString();
      assertEquals(2, log.collect().size(), metrics);
    }
    List<String> lines = Files.readAllLines(file);
    assertEquals(1 + SlowRequestLog.MOST_A_SECOND + 1, lines.size());
    assertTrue(lines.get(lines.size() - 1).startsWith("106,"), lines.get(lines.size() - 1));
    assertTrue(
        lines.get(lines.size() - 1).endsWith(",5"),
        "says how many are left out: " + lines.get(lines.size() - 1));
  }

  /** Nothing came after those that were left out; of ten, nine are missing. */
  @Test
  void saysAtTheEndHowManyWereLeftOutLast() throws IOException {
    Path file = folder.resolve("slow-requests.csv");
    try (SlowRequestLog log = log(file)) {
      for (int i = 0; i < SlowRequestLog.MOST_A_SECOND + 10; i++) {
        log.ended("a/1", zero, zero, zero, 1, "timeout", "");
      }
      log.ended("b/1", zero, zero, zero, 1, "200", "");
    }
    List<String> lines = Files.readAllLines(file);
    assertEquals(1 + SlowRequestLog.MOST_A_SECOND + 2, lines.size());
    assertTrue(lines.get(lines.size() - 1).startsWith("110,a/1,"), lines.get(lines.size() - 1));
    assertTrue(lines.get(lines.size() - 1).endsWith(",9"), lines.get(lines.size() - 1));
  }

  @Test
  void aServerWithManySlowRequestsLeavesRoomForThoseOfAnother() throws IOException {
    Path file = folder.resolve("slow-requests.csv");
    try (SlowRequestLog log = log(file)) {
      for (int i = 0; i < SlowRequestLog.MOST_A_SECOND + 5; i++) {
        log.ended("a/1", zero, zero, zero, 1, "200", "");
      }
      log.ended("b/1", zero, zero, zero, 1, "200", "");
    }
    List<String> lines = Files.readAllLines(file);
    assertEquals(1 + SlowRequestLog.MOST_A_SECOND + 2, lines.size());
    assertTrue(lines.get(lines.size() - 2).startsWith("106,b/1,"), lines.toString());
  }

  @Test
  void saysWhichFileCannotBeWritten() {
    Path file = folder.resolve("missing/slow.csv");
    String message = assertThrows(IOException.class, () -> log(file)).getMessage();
    assertTrue(message.contains(file.toString()), message);
  }
}
