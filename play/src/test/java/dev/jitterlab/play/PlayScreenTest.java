package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PlayScreenTest {
  private static final PlayState STATE =
      new PlayState(
          65,
          List.of("login", "bots"),
          List.of(
              new PlayState.Server(
                  "battle-1", "old", true, 3, 30, 7, 20_000, 12, OptionalDouble.of(0.005)),
              new PlayState.Server(
                  "battle-2", "new", false, 0, 0, 2, 900, 1, OptionalDouble.empty())),
          OptionalLong.of(4),
          OptionalDouble.of(2),
          OptionalLong.of(9),
          30,
          OptionalLong.of(28));

  @Test
  void writesOverWhatItDrewBefore() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(true, false, true, 90);
    int lines = new PlayText(terminal).lines(STATE, "http://x").size();
    try (PlayScreen screen =
        new PlayScreen(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal)) {
      screen.show(STATE, "http://x");
      screen.show(STATE, "http://x");
    }
    String drawn = bytes.toString(StandardCharsets.UTF_8);

    assertEquals(2, drawn.split("http://x", -1).length - 1);
    assertTrue(drawn.contains("\u001b[" + lines + "A"), drawn);
    assertTrue(drawn.contains("gone"), "the server that died stays in sight");
  }

  /** A signal closes a view while the play goes on for a moment, and prints the summary. */
  @Test
  void nothingIsDrawnOverTheSummary() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    PlayScreen screen = new PlayScreen(out, new Terminal(true, false, true, 90));
    PlayLines lines = new PlayLines(out, Time.system());
    screen.show(STATE, "http://x");
    screen.close();
    lines.close();
    bytes.reset();

    for (PlayView view : List.of(screen, lines)) {
      view.note("battle-1 died, and is started again");
      view.show(STATE, "http://x");
    }

    assertEquals("", bytes.toString(StandardCharsets.UTF_8));
  }

  @Test
  void cutsWhatIsWiderThanTheTerminalAndCountsNoEscapes() {
    assertEquals("abc", PlayScreen.cut("abcdef", 3));
    assertEquals("\u001b[1mabc\u001b[0m", PlayScreen.cut("\u001b[1mabc\u001b[0mdef", 3));
    assertEquals("ab", PlayScreen.cut("ab", 3));
    assertEquals("a", PlayScreen.cut("a😀b", 2));
  }
}
