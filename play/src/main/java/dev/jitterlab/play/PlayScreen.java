package dev.jitterlab.play;

import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWidth;
import java.io.PrintStream;
import java.util.List;

/**
 * A play for a terminal: lines that are written over in place. It changes no setting of the
 * terminal, so there is nothing to put back when the lab ends, however it ends.
 */
public final class PlayScreen implements PlayView {
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final String ERASE_BELOW = "\r\u001b[J";
  private static final String UP = "\u001b[%dA";

  private final PrintStream out;
  private final Terminal terminal;
  private final PlayText text;
  private List<String> last = List.of();
  private boolean closed;

  /** Draws on the stream, which stays the caller's and goes to that terminal. */
  public PlayScreen(PrintStream out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
    this.text = new PlayText(terminal);
  }

  @Override
  public synchronized void starting(String service) {
    draw(List.of(terminal.shown("starting " + service + " …")));
  }

  @Override
  public synchronized void show(PlayState state, String watchUrl) {
    draw(text.lines(state, watchUrl));
  }

  private void draw(List<String> lines) {
    if (closed) {
      return;
    }
    StringBuilder drawing = new StringBuilder(toTop());
    for (String line : lines) {
      drawing.append(ERASE_LINE).append(cut(line, terminal.width() - 1)).append('\n');
    }
    out.print(drawing.append(ERASE_BELOW));
    out.flush();
    last = lines;
  }

  /** A line that the terminal broke in two could not be written over. Escapes have no width. */
  static String cut(String line, int width) {
    int shown = 0;
    int at = 0;
    while (at < line.length()) {
      int codePoint = line.codePointAt(at);
      if (codePoint == '\u001b') {
        at = line.indexOf('m', at) + 1;
      } else {
        shown += TextWidth.of(codePoint);
        if (shown > width) {
          return line.substring(0, at);
        }
        at += Character.charCount(codePoint);
      }
    }
    return line;
  }

  private String toTop() {
    return last.isEmpty() ? "" : UP.formatted(last.size());
  }

  @Override
  public synchronized void note(String note) {
    if (closed) {
      return; // it would erase what was printed since
    }
    out.print(toTop() + ERASE_BELOW);
    out.println(terminal.shown(note));
    List<String> again = last;
    last = List.of();
    draw(again);
  }

  /** The last state stays on the screen: it is part of the result. */
  @Override
  public synchronized void close() {
    out.flush();
    closed = true;
  }
}
