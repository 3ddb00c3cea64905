package dev.jitterlab.lab.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.report.page.ChartColours;
import dev.jitterlab.lab.report.size.SizePage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizePageTest {
  private static final long MB = 1 << 20;

  private static String page() {
    return page(new SimulatedServer(56, 50, 0.02, 6, 0.06, 3));
  }

  private static String page(SimulatedServer server) {
    SizeQuestion question =
        new SizeQuestion(4 * MB, 1024 * MB, 24, List.of(SizeLimit.parse("p99=12ms")), 1);
    return page(question, server.search(question));
  }

  private static String page(SizeQuestion question, List<SizeProbe> probes) {
    SizeState state =
        new SizeState(
            "java -Xmx${heap} -jar shop.jar",
            "${heap} in the command",
            "200 requests a second to /",
            "",
            36,
            question,
            probes,
            0,
            List.of());
    return SizePage.render(state, SizeAnswer.of(question, probes));
  }

  @Test
  void itsIntervalsAreDrawnInColoursThatThereAre() {
    String page = page();
    ChartColours.assertKnown(page);
    assertTrue(page.contains("\"mark\":\"band\""), "the interval of the model");
  }

  @Test
  void saysWithWhichHeapItFallsBehindAndWithWhichItKeepsUp() {
    String page = page(new SimulatedServer(20, 12, 0.02, 6, 0.06, 3).fallingBehindBelow(40));

    assertTrue(page.contains(", falls behind with "), page);
    assertTrue(page.contains(" (it answered only 60 % of its load), and keeps up with "), page);
    assertTrue(page.contains("\"text\":\"falls behind\""), "the line in the chart");
    ChartColours.assertKnown(page);
  }

  /** Its smallest heap that lives costs a hundredth of what the rest of it needs. */
  @Test
  void namesOnlyTheSmallestShareOfAHeapThatCostsLessThanAll() {
    String page = page(new SimulatedServer(56, 50, 0.001, 0.05, 0.02, 3));

    assertTrue(page.contains("CPU time is at most 5 % with "), page);
    assertFalse(page.contains("20 % with "), page);
    assertFalse(page.contains("10 % with "), page);
  }

  /** The run with only a bound is the slow one: without it the mean is too low. */
  @Test
  void aSizeOfWhichARunHasOnlyABoundHasOnlyABound() {
    SizeQuestion question = new SizeQuestion(4 * MB, 1024 * MB, 24, List.of(), 1);
    List<SizeProbe> probes =
        List.of(
            timed(1024, SizeProbe.P99, 0.010),
            timed(96, SizeProbe.P99, 0.020),
            timed(96, SizeProbe.atLeast(SizeProbe.P99), 0.040));
    SizeAnswer.Size small = SizeAnswer.of(question, probes).sizes().getFirst();

    assertNull(small.p99Seconds());
    assertEquals(0.030, small.p99AtLeastSeconds(), 1e-9);
    String page = page(question, probes);
    assertTrue(page.contains(">≥ 30 ms<"), "in the table");
    assertTrue(
        page.contains("Without a dot, because only a bound is known: 96 MiB ≥ 30 ms."), page);
    assertFalse(page.contains("20 ms ("), "no dot");
  }

  private static SizeProbe timed(long heapMb, String key, double seconds) {
    Map<String, Double> figures =
        Map.of(key, seconds, SizeProbe.GC_CPU, 0.1, SizeProbe.CPU, 0.5, SizeAnswer.CORES, 2.0);
    return new SizeProbe(1, heapMb * MB, SizeProbe.Fate.LIVED, "", "probes/1", figures, "G1");
  }

  @Test
  void theAnswerStandsThereOnce() {
    String page = page();
    String answer = "The smallest heap that keeps a response time p99 of at most 12 ms is";
    assertEquals(page.indexOf(answer), page.lastIndexOf(answer));
  }
}
