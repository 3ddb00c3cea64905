package dev.jitterlab.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulingTest {
  @ParameterizedTest
  @ValueSource(strings = {"fifo:1", "fifo:99", "rr:10", "batch", "idle"})
  void isShownAsItIsAskedFor(String text) {
    assertEquals(text, Scheduling.parse(text).orElseThrow().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"fifo", "fifo:0", "fifo:100", "fifo:01", "batch:1", "other", "deadline", "FIFO:1"})
  void refusesWhatChrtCannotDoAlone(String text) {
    assertTrue(Scheduling.parse(text).isEmpty(), text);
  }

  @Test
  void isSetByChrt() {
    assertEquals(
        List.of("chrt", "--fifo", "10"), Scheduling.parse("fifo:10").orElseThrow().command());
    assertEquals(List.of("chrt", "--idle", "0"), Scheduling.parse("idle").orElseThrow().command());
  }

  @Test
  void knowsTheKernelsNumbers() {
    assertEquals("fifo:10", Scheduling.of(1, 10).toString());
    assertEquals("other", Scheduling.of(0, 0).toString());
    assertEquals("idle", Scheduling.of(5, 0).toString());
  }
}
