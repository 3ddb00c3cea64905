package dev.jitterlab.bench.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.bench.MedianInterval;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SocketFiguresTest {
  private static final String LINE =
      "JITTERLAB RESULT ns=2000000000 operations=10000 client-cpu-ns=500000000"
          + " server-cpu-ns=1500000000 transport=Socket@Thread";

  /** The paper's definition: 5,000 a second at 25 % and 75 % of a CPU. */
  @Test
  void scalesThroughputByTheMeanCpuUseOfBothEnds() {
    SocketFigures figures = SocketFigures.find("a warning\n" + LINE + "\n").orElseThrow();

    assertEquals(5_000, figures.throughput());
    assertEquals(0.5, figures.meanCpuUse());
    assertEquals(10_000, figures.scaledThroughput());
    assertEquals("Socket@Thread", figures.transport());
  }

  @Test
  void waitsForTheWholeLine() {
    assertTrue(SocketFigures.find("").isEmpty());
    assertTrue(SocketFigures.find(LINE.substring(0, 60)).isEmpty());
  }

  @Test
  void medianOfFewRoundsHasTheWholeRangeAndItsConfidence() {
    MedianInterval five = MedianInterval.of(List.of(5.0, 1.0, 4.0, 2.0, 3.0)).orElseThrow();
    assertEquals(new MedianInterval(3, 1, 5, 0.9375), five);

    MedianInterval nine =
        MedianInterval.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)).orElseThrow();
    assertEquals(5, nine.median());
    assertEquals(2, nine.low());
    assertEquals(8, nine.high());
    assertEquals(1 - 20.0 / 512, nine.confidence(), 1e-12);
    assertEquals(1.5, MedianInterval.of(List.of(1.0, 2.0)).orElseThrow().median());
    assertTrue(MedianInterval.of(List.of()).isEmpty());
  }

  @Test
  void countsWhatTheLongerRunMadeMore() {
    List<String> few =
        List.of(
            "% time     seconds  usecs/call     calls    errors syscall",
            "------ ----------- ----------- --------- --------- ----------------",
            " 60.00    0.010000          10       500           recvfrom",
            " 30.00    0.005000          10       700       200 futex",
            " 10.00    0.001000           1         9         9 access",
            "------ ----------- ----------- --------- --------- ----------------",
            "100.00    0.016000          10      1209       209 total");
    List<String> many =
        List.of(
            " 60.00    0.010000          10      4500           recvfrom",
            " 30.00    0.005000          10       710       200 futex",
            " 30.00    0.005000          10      2000           sendto");
    SystemCalls calls = SystemCalls.of(SystemCalls.parse(few), SystemCalls.parse(many), 4_000);

    assertEquals(Map.of("recvfrom", 1.0, "sendto", 0.5), calls.perOperation());
    assertEquals(1.5, calls.sum());
  }
}
