package dev.jitterlab.lab.progress;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWidth;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * Progress for a terminal: one line, written over again at most four times a second and cut to the
 * terminal's width. It changes no setting of the terminal, so there is nothing to put back when the
 * lab ends, however it ends.
 */
public final class TerminalProgress implements Progress {
  private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(240);
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final Terminal terminal;
  private final Time time;
  private Step last;
  private long nextNs;
  private boolean drawn;
  private boolean closed;

  /** Draws on the stream, which stays the caller's and goes to that terminal. */
  public TerminalProgress(PrintStream out, Terminal terminal, Time time) {
    this.out = out;
    this.terminal = terminal;
    this.time = time;
  }

  @Override
  public synchronized void update(Step step) {
    long nowNs = time.nanoTime();
    boolean changed = last == null || !last.stage().equals(step.stage());
    if (!closed && (changed || nowNs - nextNs >= 0)) {
      draw(step);
      nextNs = nowNs + PERIOD_NS;
    }
    last = step;
  }

  @Override
  public synchronized void note(String line) {
    out.print(drawn ? ERASE_LINE : "");
    out.println(terminal.shown(line));
    drawn = false;
    if (last != null && !closed) {
      draw(last);
    }
  }

  @Override
  public synchronized void close() {
    out.print(drawn ? ERASE_LINE : "");
    out.flush();
    drawn = false;
    closed = true;
  }

  private void draw(Step step) {
    String text = terminal.shown(step.text());
    // The last column stays empty: a full line would make some terminals begin a new one.
    int width = terminal.width() - 1;
    out.print(ERASE_LINE + TextWidth.start(text, width));
    out.flush();
    drawn = true;
  }
}
