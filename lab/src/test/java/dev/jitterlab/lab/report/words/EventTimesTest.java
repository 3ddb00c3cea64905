package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventTimesTest {
  private static final double AT = 1_763_811_667.793;
  private static final double HALF_DAY = 12 * 3600;

  @Test
  void saysTheZone() {
    assertEquals("11:41:07.793 UTC", EventTimes.of(Stream.of()).text(AT));
    assertEquals("11:41:07.793 UTC", EventTimes.of(Stream.of(AT, AT + HALF_DAY)).text(AT));
  }

  @Test
  void saysTheDayWhereTimesAloneWouldMislead() {
    EventTimes times = EventTimes.of(Stream.of(AT + HALF_DAY + 1, AT));

    assertEquals("11-22 11:41:07.793 UTC", times.text(AT));
    assertEquals("11-22 23:41:08.793 UTC", times.text(AT + HALF_DAY + 1));
  }
}
