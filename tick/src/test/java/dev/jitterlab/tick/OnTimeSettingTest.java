package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnTimeSettingTest {
  @ParameterizedTest
  @CsvSource({
    "0 ms, 0",
    "1 ms, 1000000",
    "500us, 500000",
    "2 s, 2000000000",
    "7 ns, 7",
    "1 m, 60000000000",
    "2h, 7200000000000",
    "1 d, 86400000000000",
    "infinity, 9223372036854775807",
    "soon, 1000000",
    "3 weeks, 1000000",
    "'', 1000000"
  })
  void readsTimeSpansAndTakesTheDefaultForAnythingElse(String text, long expectedNs) {
    assertEquals(expectedNs, OnTimeSetting.parseNs(text));
  }

  @Test
  void obeysTheRecordingThatAsksForMost() {
    OnTimeSetting setting = new OnTimeSetting();
    setting.setValue(setting.combine(Set.of("infinity", "2 ms", "300 us")));

    assertEquals(300_000, setting.shortestNs());
  }
}
