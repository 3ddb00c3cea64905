package dev.jitterlab.play;

import dev.jitterlab.lab.Time;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** A play for pipes and CI logs: a line for each service, and then one every ten seconds. */
public final class PlayLines implements PlayView {
  private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(10);

  private final PrintStream out;
  private final Time time;
  private boolean shown;
  private boolean closed;
  private long nextNs;

  /** Prints to the stream, which stays the caller's. */
  public PlayLines(PrintStream out, Time time) {
    this.out = out;
    this.time = time;
  }

  @Override
  public synchronized void starting(String service) {
    note("starting " + service);
  }

  @Override
  public synchronized void show(PlayState state, String watchUrl) {
    long nowNs = time.nanoTime();
    if (!shown) {
      note("watch it at " + watchUrl);
    }
    if (!shown || nowNs - nextNs >= 0) {
      note(PlayText.line(state));
      nextNs = nowNs + PERIOD_NS;
    }
    shown = true;
  }

  @Override
  public synchronized void note(String text) {
    if (!closed) { // a signal closes it while the play goes on for a moment
      out.println(text);
    }
  }

  @Override
  public synchronized void close() {
    out.flush();
    closed = true;
  }
}
