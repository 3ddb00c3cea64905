package dev.jitterlab.lab.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextWrapTest {
  @Test
  void noLineEndsWithinAFigure() {
    assertEquals(
        List.of("first in", "95.6 % of", "27 105", "events"),
        TextWrap.lines("first in 95.6 %\n of 27 105  events", 9));
    assertEquals(List.of("a of 5", "2026 b"), TextWrap.lines("a of 5 2026 b", 8));
  }

  @Test
  void aLineIsAsWideAsItLooks() {
    assertEquals(List.of("日本 x", "日本"), TextWrap.lines("日本 x 日本", 8));
    assertEquals("日本  x", TextWrap.ends("日本", "x", 7));
  }
}
