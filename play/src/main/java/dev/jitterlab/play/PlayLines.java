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
  private long nextNs;

  /** Prints to the stream, which stays the caller's. */
  public PlayLines(PrintStream out, Time time) {
    this.out = out;
    this.time = time;
  }

  @Override
  public synchronized void starting(String service) {
    out.println("starting " + service);
  }

  @Override
  public synchronized void show(PlayState state, String watchUrl) {
    long nowNs = time.nanoTime();
    if (!shown) {
      out.println("watch it at " + watchUrl);
    }
    if (!shown || nowNs - nextNs >= 0) {
      out.println(PlayText.line(state));
      nextNs = nowNs + PERIOD_NS;
    }
    shown = true;
  }

  @Override
  public synchronized void note(String text) {
    out.println(text);
  }

  @Override
  public void close() {
    out.flush();
  }
}
