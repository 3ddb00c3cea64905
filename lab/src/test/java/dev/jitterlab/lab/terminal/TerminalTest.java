package dev.jitterlab.lab.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
  @Test
  void coloursOnlyForPeopleWhoWantThem() {
    assertTrue(terminal(true, Map.of()).color());
    assertTrue(terminal(true, Map.of("NO_COLOR", "")).color());
    assertFalse(terminal(true, Map.of("NO_COLOR", "1")).color());
    assertFalse(terminal(true, Map.of("TERM", "dumb")).color());
    assertFalse(terminal(false, Map.of()).color());
  }

  @Test
  void aDumbTerminalCannotWriteALineOver() {
    assertTrue(terminal(true, Map.of("TERM", "xterm", "NO_COLOR", "1")).interactive());
    assertFalse(terminal(true, Map.of("TERM", "dumb")).interactive());
    assertFalse(terminal(false, Map.of("TERM", "xterm")).interactive());
  }

  @ParameterizedTest
  @CsvSource({"0, 80", "3, 20", "72, 72", "9999, 120"})
  void widthStaysWithinWhatCanBeRead(int columns, int expected) {
    assertEquals(expected, Terminal.of(true, columns, Map.of(), "UTF-8").width());
  }

  @Test
  void sendsOnlyAsciiWhereTheLocaleKnowsNoMore() {
    String text = "✔ 12 µs, 5 × 2, “x”";
    assertEquals(text, Terminal.of(true, 80, Map.of(), "UTF-8").shown(text));
    assertEquals("+ 12 us, 5 x 2, ?x?", Terminal.of(true, 80, Map.of(), "US-ASCII").shown(text));
  }

  /** A question mark is the mark of what is not decided. */
  @Test
  void aBoundIsOneWhereTheLocaleKnowsNoMoreThanAscii() {
    Terminal ascii = Terminal.of(true, 80, Map.of(), "US-ASCII");
    assertEquals(">= 500 battles", ascii.shown("≥ 500 battles"));
    assertEquals("one -> other  --o--", ascii.shown("one → other  ──●──"));
  }

  /** A process may call itself what it likes, and a thread in a recording too. */
  @Test
  void noControlCharacterOfATextReachesTheTerminal() {
    String hostile = "a\u001b]0;title\u0007b\r\u007f\u009bc\u0000";
    for (String encoding : List.of("UTF-8", "US-ASCII")) {
      Terminal terminal = Terminal.of(true, 80, Map.of(), encoding);
      assertEquals("a?]0;title?b???c?", terminal.shown(hostile), encoding);
      assertEquals("a line\nand another", terminal.shown("a\tline\nand another"), encoding);
    }
  }

  /** A group may be called what its author likes: no emoji is cut in half. */
  @Test
  void cutsByColumnsAndNotWithinALetter() {
    Terminal terminal = Terminal.of(true, 80, Map.of(), "UTF-8");
    assertEquals("abcd", terminal.cut("abcd", 4));
    assertEquals("abc…", terminal.cut("abcde", 4));
    assertEquals("日本", terminal.cut("日本", 4));
    assertEquals("日…", terminal.cut("日本語", 4));
    assertEquals("a😀…", terminal.cut("a😀😀😀", 4));
    assertEquals("…", terminal.cut("😀😀", 2));
  }

  @ParameterizedTest
  @CsvSource({"abc, 3", "µ–≥█•✔⚠, 7", "日本, 4", "한국, 4", "ｆｕ, 4", "😀🚀, 4", "e\u0301, 1", "𝕏, 1"})
  void lettersOfEastAsiaAndEmojiTakeTwoColumns(String text, int columns) {
    assertEquals(columns, TextWidth.of(text));
  }

  private static Terminal terminal(boolean isTerminal, Map<String, String> environment) {
    return Terminal.of(isTerminal, 80, environment, "UTF-8");
  }
}
