package dev.jitterlab.lab.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ManualTime;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.progress.Progress.Status;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final Status MEASURING =
      new Status(
          Phase.MEASURING, 2, 5, 125.2, OptionalLong.of(3), OptionalLong.of(400), Optional.empty());
  private static final Status STOPPING =
      new Status(
          Phase.STOPPING, 2, 5, 90, OptionalLong.empty(), OptionalLong.of(400), Optional.empty());

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final ManualTime time = new ManualTime();

  private static Terminal terminal(int width) {
    return new Terminal(true, false, true, width);
  }

  private String printed() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  @Test
  void saysWhatIsGoingOnInOneLine() {
    assertEquals(
        "block 2 of 5, measuring, 2 min 6 s left, 400 players, 3 late ticks",
        StatusText.of(MEASURING));
    assertEquals(
        "measuring, 1 s left",
        StatusText.of(
            new Status(
                Phase.MEASURING,
                1,
                1,
                1,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty())),
        "nobody counts late ticks");
    assertEquals(
        "starting, 59 s left",
        StatusText.of(
            new Status(
                Phase.STARTING,
                1,
                1,
                58.2,
                OptionalLong.empty(),
                OptionalLong.of(0),
                Optional.empty())));
    assertEquals(
        "warming up, 1 min left, 9 players",
        StatusText.of(
            new Status(
                Phase.WARMING_UP,
                1,
                1,
                59.5,
                OptionalLong.empty(),
                OptionalLong.of(9),
                Optional.empty())));
    assertEquals(
        "measuring, 1 min left, 1 player, 1 late tick",
        StatusText.of(
            new Status(
                Phase.MEASURING,
                1,
                1,
                59.5,
                OptionalLong.of(1),
                OptionalLong.of(1),
                Optional.empty())));
    assertEquals(
        "warming up, 1 min left",
        StatusText.of(
            new Status(
                Phase.WARMING_UP,
                1,
                1,
                59.5,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty())));
  }

  @Test
  void printsALineAtEveryChangeOfPhaseAndEveryTenSeconds() {
    try (LineProgress progress = new LineProgress(out, time)) {
      progress.update(MEASURING);
      time.advanceMillis(9_999);
      progress.update(MEASURING);
      assertEquals(List.of(StatusText.of(MEASURING)), printed().lines().toList());
      time.advanceMillis(1);
      progress.update(MEASURING);
      progress.update(STOPPING);
      assertEquals(
          List.of(StatusText.of(MEASURING), StatusText.of(STOPPING)), printed().lines().toList());
    }
  }

  @Test
  void writesTheTerminalsLineOverAtMostFourTimesASecond() {
    try (TerminalProgress progress = new TerminalProgress(out, terminal(100), time)) {
      progress.update(MEASURING);
      assertEquals("\r\u001b[K" + StatusText.of(MEASURING), printed());
      time.advanceMillis(239);
      progress.update(MEASURING);
      assertEquals("", printed());
      time.advanceMillis(1);
      progress.update(MEASURING);
      assertFalse(printed().isEmpty());
      progress.update(STOPPING);
      assertTrue(printed().contains("stopping"), "a new phase shows at once");
    }
  }

  @Test
  void cutsTheLineToTheTerminalsWidth() {
    try (TerminalProgress progress = new TerminalProgress(out, terminal(12), time)) {
      progress.update(MEASURING);
      assertEquals("\r\u001b[Kblock 2 of ", printed());
    }
  }

  @Test
  void keepsNotesOutOfTheLine() {
    try (TerminalProgress progress = new TerminalProgress(out, terminal(100), time)) {
      progress.update(MEASURING);
      printed();
      progress.note("Warning: x");
      assertEquals(
          "\r\u001b[KWarning: x" + System.lineSeparator() + "\r\u001b[K" + StatusText.of(MEASURING),
          printed());
    }
  }

  @Test
  void leavesAnEmptyLineAndDrawsNothingAfterwards() {
    TerminalProgress progress = new TerminalProgress(out, terminal(100), time);
    progress.update(MEASURING);
    printed();
    progress.close();
    assertEquals("\r\u001b[K", printed());
    progress.update(STOPPING);
    assertEquals("", printed());
    progress.note("The end.");
    assertEquals("The end." + System.lineSeparator(), printed());
  }
}
