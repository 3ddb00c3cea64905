package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.EventSetting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTextTest {
  /** As jdk.jfr.internal.util.ValueParser does. */
  @ParameterizedTest
  @CsvSource({
    "20 ms, 20000000",
    "20ms, 20000000",
    "10  us, 10000",
    "0 ns, 0",
    "7ns, 7",
    "1s, 1000000000",
    "2 m, 120000000000",
    "1h, 3600000000000",
    "1 d, 86400000000000",
    "' 5 ms ', 5000000"
  })
  void readsATimeSpanWithABlankOrWithout(String text, long ns) {
    assertEquals(ns, SettingText.nanos(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"infinity", " infinity", "200000 d"})
  void whatNothingReachesIsInfinite(String text) {
    assertEquals(EventSetting.INFINITE, SettingText.nanos(text));
  }

  /** A rate fixes no period. */
  @ParameterizedTest
  @ValueSource(strings = {"500/s", "0/s", "off", "everyChunk", "endChunk", "", "ms", "20", "-5 ms"})
  void anythingElseIsUnknown(String text) {
    assertEquals(0, SettingText.nanos(text));
  }
}
