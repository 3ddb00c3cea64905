package dev.jitterlab.lab.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.size.SizeProbe.Fate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeLimitTest {
  @ParameterizedTest
  @CsvSource({
    "p99=20ms, response_seconds.p99, 0.02",
    "max=1.5s, response_seconds.max, 1.5",
    "p999=800us, response_seconds.p999, 0.0008",
    "cpu=30%, cpu_load, 0.3",
    "cpu=0.3, cpu_load, 0.3",
    "gc=5%, gc_cpu_ratio, 0.05",
    "gc_pause_length_seconds.max=10ms, gc_pause_length_seconds.max, 0.01",
    "gc_full_collections=2, gc_full_collections, 2"
  })
  void readsALimit(String text, String metric, double atMost) {
    SizeLimit limit = SizeLimit.parse(text);

    assertEquals(metric, limit.metric());
    assertEquals(atMost, limit.atMost(), 1e-12);
  }

  @Test
  void aServerThatNeverCollectedHoldsAnyPause() {
    SizeLimit pause = SizeLimit.parse("gc_pause_length_seconds.max=10ms");

    assertTrue(pause.isHeld(probe(Fate.LIVED, Map.of())));
    assertFalse(pause.isHeld(probe(Fate.LIVED, Map.of(pause.metric(), 0.011))));
    assertFalse(pause.isHeld(probe(Fate.DIED, Map.of())));
  }

  /** A server that hangs at the end: nobody knows how long its last requests would have taken. */
  @Test
  void aResponseTimeThatIsAtLeastSoMuchShowsNoLimitKept() {
    SizeLimit limit = SizeLimit.parse("p99=20ms");
    SizeProbe below = probe(Fate.LIVED, Map.of(SizeProbe.atLeast(limit.metric()), 0.010));
    SizeProbe above = probe(Fate.LIVED, Map.of(SizeProbe.atLeast(limit.metric()), 0.030));

    assertTrue(limit.isToldBy(below));
    assertFalse(limit.isHeld(below));
    assertFalse(limit.isClear(below));
    assertFalse(limit.isHeld(above));
    assertTrue(limit.isClear(above));
  }

  @Test
  void aLimitOnWhatNobodyMeasuredIsFound() {
    SizeLimit pause = SizeLimit.parse("gc_pause_length_seconds.max=10ms");
    SizeLimit response = SizeLimit.parse("p99=20ms");
    SizeQuestion question = new SizeQuestion(1, 2, 9, List.of(pause, response), 1);
    SizeProbe dead = probe(Fate.DIED, Map.of());
    SizeProbe untold = probe(Fate.LIVED, Map.of());
    SizeProbe told = probe(Fate.LIVED, Map.of(response.metric(), 0.1));

    assertEquals(Optional.empty(), question.untold(List.of(dead)));
    assertEquals(Optional.of(response), question.untold(List.of(dead, untold)));
    assertEquals(Optional.empty(), question.untold(List.of(told, untold)));
  }

  private static SizeProbe probe(Fate fate, Map<String, Double> figures) {
    return new SizeProbe(1, 1 << 20, fate, "", "001", figures, "G1");
  }

  @ParameterizedTest
  @CsvSource({
    "p99, expected a limit such as p99=20ms",
    "p98=20ms, `p98` is not a metric",
    "p99=20, expected a time such as 20ms",
    "p99=20%, expected a time such as 20ms",
    "cpu=20ms, expected a share such as 30%",
    "cpu=0%, expected a share such as 30%",
    "cpu=30, expected a share such as 30%",
    "gc_full_collections=2%, expected a number such as 2 for"
  })
  void saysWhatIsWrongWithOne(String text, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> SizeLimit.parse(text));
    assertTrue(e.getMessage().contains(message), e::getMessage);
  }
}
