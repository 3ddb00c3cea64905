package dev.jitterlab.business.drive;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.tick.NanoClock;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The auto-server mode of pBOB, as Dimpsey, Arora and Kuiper describe it (2000): each new warehouse
 * brings 25 threads with think times; it ends when the throughput falls below a minimum that
 * follows from the number of threads. It never ends by time.
 *
 * <p>The paper gives neither the think time nor the minimum. Here the minimum is a share of what
 * the threads would make if transactions took no time: threads divided by the mean time to think.
 * It also ends before a level that would leave less of the heap free than its rules ask for, judged
 * by what the last ones took: a heap that runs out inside a transaction would end the process or
 * leave its books wrong. Rules that ask for nothing leave the end to the throughput, and to the
 * first allocation that fails. Not thread-safe.
 */
public final class AutoServer {
  /**
   * A concurrent collector tells what lives only at times: then one level seems to take nothing.
   */
  private static final int LEVELS_REMEMBERED = 3;

  /** What it raises and reads. */
  interface Stage {
    /**
     * Adds warehouses with their terminals.
     *
     * @return whether there was room for all of them
     */
    boolean grow(int warehouses) throws StoreException;

    int warehouses();

    int terminals();

    /** Returns how many transactions have ended since the start. */
    long completed();

    /** Returns whether the heap had no room for something. */
    boolean isHeapFull();

    /** Returns the CPU time of this process since its start. */
    long cpuNs();

    /** Returns how many bytes the last collection left in use. */
    long usedAfterCollectionBytes();

    /** Ends all terminals, collects, and returns what is left. */
    long endAndCollect();

    long heapBytes();

    int cpus();

    /** Lets the others work; returns early when the process ends, and then false. */
    boolean pause(long ns);
  }

  /** How it goes about it. */
  public static final class Rules {
    private final int step;
    private final long thinkNs;
    private final double minimumShare;
    private final double roomShare;
    private final long settleNs;
    private final long holdNs;

    /**
     * Creates them.
     *
     * @param step how many warehouses each level adds
     * @param minimumShare of what terminals would make that only think
     * @param roomShare of the heap that the next level must leave free; with 0 the heap never ends
     *     it before an allocation fails
     * @param settleNs after each step, before it counts
     * @param holdNs how long it counts
     */
    public Rules(
        int step, long thinkNs, double minimumShare, double roomShare, long settleNs, long holdNs) {
      this.step = step;
      this.thinkNs = thinkNs;
      this.minimumShare = minimumShare;
      this.roomShare = roomShare;
      this.settleNs = settleNs;
      this.holdNs = holdNs;
    }

    double minimumPerSecond(int terminals) {
      return minimumShare * terminals * 1e9 / thinkNs;
    }
  }

  private final Stage stage;
  private final Rules rules;
  private final NanoClock clock;
  private final LoadFigures figures;
  private final Consumer<String> lines;
  private final Deque<Long> grownByBytes = new ArrayDeque<>();
  private long usedBytes;

  /** Creates it. */
  AutoServer(
      Stage stage, Rules rules, NanoClock clock, LoadFigures figures, Consumer<String> lines) {
    this.stage = stage;
    this.rules = rules;
    this.clock = clock;
    this.figures = figures;
    this.lines = lines;
  }

  /** Adds warehouses until the throughput is below the minimum, or the process ends. */
  void run() throws StoreException {
    int carried = 0;
    double peak = 0;
    double endPerSecond = Double.NaN; // unknown where no level kept its terminals to its end
    double endCpu = Double.NaN;
    while (true) {
      figures.set(LoadFigures.LEVEL, 0);
      boolean hasRoom = stage.grow(rules.step);
      if (!stage.pause(rules.settleNs)) {
        return;
      }
      figures.set(LoadFigures.LEVEL, stage.warehouses());
      // In a full heap this reading may wait for room, so the clock is read after it.
      long cpuBeforeNs = stage.cpuNs();
      long beganNs = clock.nanoTime();
      long before = stage.completed();
      if (!stage.pause(rules.holdNs)) {
        return;
      }
      double seconds = (clock.nanoTime() - beganNs) / (double) TimeUnit.SECONDS.toNanos(1);
      double perSecond = (stage.completed() - before) / seconds;
      double minimum = rules.minimumPerSecond(stage.terminals());
      double cpuNs = (double) (stage.cpuNs() - cpuBeforeNs);
      double cpu = cpuNs / (clock.nanoTime() - beganNs) / stage.cpus();
      peak = Math.max(peak, perSecond);
      say(perSecond, minimum, cpu);
      boolean isFull = !hasRoom || stage.isHeapFull(); // then nobody works any more
      boolean isCarried = !isFull && perSecond >= minimum;
      if (isCarried) {
        carried = stage.warehouses();
      }
      if (!isFull) {
        endPerSecond = perSecond;
        endCpu = cpu;
      }
      if (!isCarried || !hasRoomForAnotherLevel()) {
        figures.set(LoadFigures.CARRIED_WAREHOUSES, carried);
        figures.set(LoadFigures.PEAK, peak);
        if (!Double.isNaN(endCpu)) {
          figures.set(LoadFigures.END_RATE, endPerSecond);
          figures.set(LoadFigures.END_CPU, endCpu);
        }
        figures.set(LoadFigures.LEVEL, 0);
        long liveBytes = stage.endAndCollect();
        figures.set(LoadFigures.END_LIVE, liveBytes / (double) stage.heapBytes());
        figures.set(LoadFigures.ENDED, 1);
        lines.accept(
            String.format(
                Locale.ROOT,
                "JITTERLAB AUTO carried=%d live=%d heap=%d because=%s",
                carried,
                liveBytes,
                stage.heapBytes(),
                !isFull && perSecond < minimum ? "throughput" : "heap"));
        return;
      }
    }
  }

  /**
   * Whether what lives would fit if the next level took as much as the largest of the last. The
   * transactions need room, too: in a heap that is almost full of living objects, the parallel
   * collector does nothing but full collections, and the server cannot even end by itself.
   */
  private boolean hasRoomForAnotherLevel() {
    if (rules.roomShare <= 0) {
      return true;
    }
    long nowBytes = stage.usedAfterCollectionBytes();
    grownByBytes.addLast(nowBytes - usedBytes);
    usedBytes = nowBytes;
    if (grownByBytes.size() > LEVELS_REMEMBERED) {
      grownByBytes.removeFirst();
    }
    return nowBytes + Collections.max(grownByBytes) <= (1 - rules.roomShare) * stage.heapBytes();
  }

  private void say(double perSecond, double minimum, double cpu) {
    lines.accept(
        String.format(
            Locale.ROOT,
            "JITTERLAB LEVEL warehouses=%d terminals=%d per_second=%.1f minimum=%.1f cpu=%.3f"
                + " used_after_collection=%d",
            stage.warehouses(),
            stage.terminals(),
            perSecond,
            minimum,
            cpu,
            stage.usedAfterCollectionBytes()));
  }
}
