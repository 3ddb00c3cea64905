package dev.jitterlab.diagnosis.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchLineTest {
  @Test
  void readsALineWhoseNameHasCommasAndBlanks() {
    assertEquals(
        new SwitchLine(42309823361129L, 1, 17048, true, 17082, 17083, "a, b,7"),
        SwitchLine.parse("42309823361129,1,17048,1,17082,17083,a, b,7").orElseThrow());
  }

  @Test
  void namesAreInUtf8() {
    String bytes = new String("thé".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertEquals("thé", SwitchLine.parse("1,0,0,0,5,6," + bytes).orElseThrow().name());
    assertEquals("", SwitchLine.parse("1,0,0,0,5,6,").orElseThrow().name(), "without a name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        ",,,,,,",
        "1,0,0,0,5",
        "1,0,0,0,5,6",
        "-1,0,0,0,5,6,x",
        "1,-1,0,0,5,6,x",
        "1,8192,0,0,5,6,x",
        "1,99999999999,0,0,5,6,x",
        "1,0,0,2,5,6,x",
        "1,0,0,0,5,six,x",
        "1,0, 0,0,5,6,x",
        "9999999999999999999,0,0,0,5,6,x",
        "99999999999999999999,0,0,0,5,6,x",
        "1٣,0,0,0,5,6,x",
        "lost,1,0,5"
      })
  void aLineThatIsNoneIsNoSwitch(String line) {
    assertTrue(SwitchLine.parse(line).isEmpty(), line);
  }
}
