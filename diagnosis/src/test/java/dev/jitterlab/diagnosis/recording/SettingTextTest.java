package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.EventSetting;
import java.util.OptionalLong;
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

  /** As jdk.jfr.internal.util.Rate does. */
  @ParameterizedTest
  @CsvSource({
    "300/s, 300",
    "' 20 / s ', 20",
    "2/ms, 2000",
    "600/m, 10",
    "1/m, 1",
    "7/d, 1",
    "0/s, 0"
  })
  void readsARateAsSoManyASecond(String text, long mostASecond) {
    assertEquals(OptionalLong.of(mostASecond), SettingText.perSecond(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "10 ms", "infinity", "", "/s", "-1/s", "5/week", "5/", "1/s/s"})
  void anythingElseIsNoRate(String text) {
    assertEquals(OptionalLong.empty(), SettingText.perSecond(text));
  }
}
