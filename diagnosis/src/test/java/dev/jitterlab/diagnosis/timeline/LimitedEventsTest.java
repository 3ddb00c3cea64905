package dev.jitterlab.diagnosis.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class LimitedEventsTest {
  private static final String READ = "jdk.FileRead";

  private final TimelineBuilder timeline = new TimelineBuilder();

  private Coverage io(EventSetting read) {
    Cause.IO.events().forEach(event -> timeline.setting(event, new EventSetting(true, 0, 0)));
    timeline.setting(READ, read);
    return timeline.build().coverage(Cause.IO);
  }

  @Test
  void anEventThatCameAsOftenAsItsRateAllowsIsMissingInPart() {
    assertEquals(Optional.empty(), io(new EventSetting(true, 0, 0)).gap());

    Coverage limited = io(new EventSetting(true, 0, 0, 300));
    assertTrue(limited.recorded());
    assertEquals("jdk.FileRead was limited to 300 a second, so some may be missing", limited.why());
    assertEquals("Record jdk.FileRead with throttle=off.", limited.remedy());
  }

  @Test
  void aThresholdAndARateAreBothNamed() {
    Coverage both = io(new EventSetting(true, 20_000_000, 0, 300));
    assertEquals(
        "jdk.FileRead was recorded from 20 ms on only,"
            + " and jdk.FileRead was limited to 300 a second, so some may be missing",
        both.why());
    assertTrue(both.remedy().startsWith(Cause.IO.remedy()), both.remedy());
  }
}
