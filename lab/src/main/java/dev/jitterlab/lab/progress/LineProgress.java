package dev.jitterlab.lab.progress;

import dev.jitterlab.lab.Time;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** Progress for pipes and CI logs: a line at every change of stage, and every ten seconds. */
public final class LineProgress implements Progress {
  private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(10);

  private final PrintStream out;
  private final Time time;
  private Step last;
  private long nextNs;

  /** Prints to the stream, which stays the caller's. */
  public LineProgress(PrintStream out, Time time) {
    this.out = out;
    this.time = time;
  }

  @Override
  public synchronized void update(Step step) {
    long nowNs = time.nanoTime();
    boolean changed = last == null || !last.stage().equals(step.stage());
    if (changed || nowNs - nextNs >= 0) {
      out.println(step.text());
      nextNs = nowNs + PERIOD_NS;
    }
    last = step;
  }

  @Override
  public synchronized void note(String line) {
    out.println(line);
  }

  @Override
  public void close() {
    out.flush();
  }
}
