package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.SERVERS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A finding reads the same on every machine. */
class PatternWordsTest {
  /** A report reads the same on every machine. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "allocation_stalls",
        "slow_time_to_safepoint",
        "mixed_collections",
        "blocking_call_in_tick",
        "pinned_virtual_threads"
      })
  void figuresHaveAPointInEachLocale(String name) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      Server server = new Server();
      SERVERS.get(name).accept(server);
      String text = found(server, name).getFirst().text();
      assertTrue(text.contains("65.0 ms"), text);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void timesAreReadable() {
    assertEquals("30 µs", PatternWords.time(30_000));
    assertEquals("0.3 ms", PatternWords.time(300_000));
    assertEquals("9.9 ms", PatternWords.time(9_940_000));
    assertEquals("10 ms", PatternWords.time(9_960_000));
    assertEquals("1978 ms", PatternWords.time(1_978 * MS));
  }
}
