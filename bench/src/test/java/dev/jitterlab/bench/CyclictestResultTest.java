package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ticks.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CyclictestResultTest {
  /** What cyclictest 2.4 wrote after 300 loops with a histogram up to 80 µs. */
  private static final Path REAL =
      Path.of("src/test/resources/dev/jitterlab/bench/cyclictest-2.4.json");

  @TempDir private Path folder;

  @Test
  void readsEveryLatencyOfARealRun() {
    CyclictestResult result = CyclictestResult.read(REAL, "");

    assertEquals(20, result.histogram().size());
    assertEquals(38, result.histogram().get(68L));
    assertEquals(41, result.overflows());
    assertEquals(40_629, result.maxMicros());
  }

  @Test
  void givesOverflowsAsTheHighestLatency() {
    Distribution drift = CyclictestResult.read(REAL, "").drift(1_000_000);

    assertEquals(300, drift.count());
    assertMicros(70, drift.quantileNs(0.5));
    assertMicros(79, drift.quantileNs(259 / 300.0));
    assertMicros(40_629, drift.quantileNs(260 / 300.0));
    assertMicros(40_629, drift.maxNs());
  }

  /** To a thousandth: the precision of the histograms. */
  private static void assertMicros(int expected, long ns) {
    assertEquals(1, (double) ns / (1_000L * expected), 1e-3);
  }

  @Test
  void countsThePeriodsThatAreSkippedAsMissed() {
    Map<Long, Long> histogram = Map.of(60L, 500L, 999L, 5L, 1_700L, 3L, 4_500L, 1L);

    assertEquals(3 + 4, new CyclictestResult(histogram, 0, 4_500).missed(1_000));
    assertEquals(3 + 4 + 2 * 120, new CyclictestResult(histogram, 2, 120_900).missed(1_000));
  }

  /** A scheduler that catches up records the periods that it overslept: so does the control. */
  @Test
  void recordsTheLatenciesOfThePeriodsThatAreSkipped() {
    Map<Long, Long> histogram = Map.of(60L, 2L, 4_500L, 1L);
    Distribution drift = new CyclictestResult(histogram, 0, 4_500).drift(1_000);

    assertEquals(2 + 5, drift.count());
    assertMicros(60, drift.quantileNs(2 / 7.0));
    assertMicros(500, drift.quantileNs(3 / 7.0));
    assertMicros(1_500, drift.quantileNs(4 / 7.0));
    assertMicros(2_500, drift.quantileNs(5 / 7.0));
    assertMicros(3_500, drift.quantileNs(6 / 7.0));
    assertMicros(4_500, drift.maxNs());
  }

  @Test
  void recordsAsManyLatenciesMoreAsThereAreMissedPeriods() {
    CyclictestResult result = new CyclictestResult(Map.of(999L, 5L, 2_000L, 3L), 2, 120_900);

    assertEquals(5 + 3 + 2 + result.missed(1_000), result.drift(1_000).count());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"thread\": {}}",
        "{\"thread\": {\"0\": {\"cycles\": 0, \"histogram\": {}}}}",
        "{\"thread\": {\"0\": {\"cycles\": 5}}}",
        "{\"thread\": {\"0\": {\"cycles\": 5, \"histogram\": {\"a\": 5}}}}"
      })
  void refusesAFileWithoutLatencies(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("result.json"), text);
    LabException refused =
        assertThrows(LabException.class, () -> CyclictestResult.read(file, "its last words"));

    assertEquals(ExitCode.RUN_FAILED, refused.exitCode());
    assertEquals("its last words", refused.problems().getFirst().details());
  }

  @Test
  void refusesAFileThatIsNotThere() {
    assertThrows(LabException.class, () -> CyclictestResult.read(folder.resolve("none"), ""));
  }
}
