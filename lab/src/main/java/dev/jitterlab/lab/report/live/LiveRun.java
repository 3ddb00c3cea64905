package dev.jitterlab.lab.report.live;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.progress.Progress.Doing;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.progress.Progress.Status;
import dev.jitterlab.lab.progress.Progress.Step;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A run as the live page shows it: follows its progress, and makes page and charts when somebody
 * asks for them.
 *
 * <p>The lab is a guest on the measured machine. Charts are made again at most once a second and
 * only when they are asked for, and in the long run in no more than {@link #MOST_SHARE} of one
 * core's time: if making them takes much, they come less often. What takes DuckDB is done between
 * two blocks, in the run's own thread, and only if somebody has looked in the last minute.
 * Thread-safe.
 */
public final class LiveRun {
  /** How much of one core may go into making charts. */
  static final double MOST_SHARE = 0.02;

  private static final String RUNNING = "running";
  private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOKING_NS = TimeUnit.MINUTES.toNanos(1);

  /** A page asks every second; a tab in the background, which browsers slow down, every minute. */
  private static final long GONE_NS = TimeUnit.SECONDS.toNanos(10);

  private final RunDirectory directory;
  private final LiveReport report;
  private final LiveCauses causes;
  private final Time time;
  private final LongSupplier cpuTimeNs;
  private final long startedNs;

  private volatile Step step;
  private volatile long lastLookNs;
  private volatile boolean lookedAt;
  private volatile boolean endSeen;

  /** How the run ended; null while it goes on. */
  private volatile End end;

  private final AtomicInteger page = new AtomicInteger();
  private String charts = "null";
  private int chartsNumber;
  private long nextChartsNs;
  private long lastCostNs;

  /** How a run ended. */
  private record End(String state, String text, Summary summary) {}

  /** Of a run whose directory need not be there yet. */
  public LiveRun(RunDirectory directory, Time time) {
    this(directory, time, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  /**
   * The same.
   *
   * @param cpuTimeNs how long the calling thread has run on a CPU
   */
  LiveRun(RunDirectory directory, Time time, LongSupplier cpuTimeNs) {
    this.cpuTimeNs = cpuTimeNs;
    this.directory = directory;
    this.report = new LiveReport(directory);
    this.causes = new LiveCauses(directory, time, this::isLookedAt);
    this.time = time;
    this.startedNs = time.nanoTime();
    this.nextChartsNs = startedNs;
  }

  /**
   * Whom to tell the run's progress.
   *
   * @param progress is told everything too, and stays the caller's
   */
  public Progress follow(Progress progress) {
    return new Progress() {
      @Override
      public void update(Step next) {
        Step before = step;
        step = next;
        if (next instanceof Status status
            && (before == null || !before.stage().equals(next.stage()))) {
          enter(status.phase(), progress);
        }
        progress.update(next);
      }

      @Override
      public void note(String line) {
        progress.note(line);
      }

      /** Leaves open what is the caller's. */
      @Override
      public void close() {}
    };
  }

  /** In the run's thread: in none of these phases is anything measured. */
  private void enter(Phase phase, Progress progress) {
    try {
      switch (phase) {
        case SAVING -> report.blockEnds();
        case STARTING -> {
          report.blockBegins();
          if (report.hasBegun()) {
            if (isLookedAt(LOOKING_NS)) {
              report.judge();
            }
            page.incrementAndGet();
          }
        }
        case CHECKING, WARMING_UP, MEASURING, STOPPING, LOOKING -> {}
      }
    } catch (RuntimeException e) {
      progress.note("The live page has no new figures: " + e.getMessage());
    }
  }

  /** The run is over, and its summary and report are written. */
  public void ended(Summary summary) {
    causes.close();
    end = new End("ended", "The run is over.", summary);
    page.incrementAndGet();
  }

  /** The run failed; {@code summary} is null where none could be made. */
  public void failed(String why, Summary summary) {
    causes.close();
    end = new End("failed", why, summary);
    page.incrementAndGet();
  }

  /** Whether a page has been told how the run ended. */
  public boolean endIsSeen() {
    return endSeen;
  }

  /** Whether somebody looks at the page now. */
  public boolean isLookedAt() {
    return isLookedAt(GONE_NS);
  }

  private boolean isLookedAt(long withinNs) {
    return lookedAt && time.nanoTime() - lastLookNs < withinNs;
  }

  private void looked() {
    lastLookNs = time.nanoTime();
    lookedAt = true;
  }

  /** The whole page, as HTML. */
  String page() {
    looked();
    return end != null && end.summary() != null ? report.finishedPage() : report.page();
  }

  /**
   * How the run goes, as JSON.
   *
   * @param have the number of the charts that the page has; they are left out if they are the
   *     newest
   */
  String state(int have) {
    looked();
    String newest = end == null && report.hasBegun() ? charts(have) : null;
    LiveState described = describe();
    endSeen |= !described.state().equals(RUNNING);
    String state = Json.writeCompact(described);
    return newest == null
        ? state
        : state.substring(0, state.length() - 1) + ",\"data\":" + newest + "}";
  }

  private synchronized LiveState describe() {
    End over = end;
    Summary summary = over == null ? null : over.summary();
    Step now = step;
    return new LiveState(
        over == null ? RUNNING : over.state(),
        over != null ? over.text() : now == null ? "checking the experiment" : now.text(),
        over == null ? phase(now) : null,
        over == null && now instanceof Status status ? share(status) : 1,
        summary == null ? null : summary.verdict(),
        summary == null ? null : summary.validity().status(),
        directory.root().toString(),
        summary != null && Files.exists(directory.report()) ? directory.report().toString() : null,
        ShellWord.command("resume", directory),
        over == null && report.hasBegun() ? causes.newest(report.plan()) : null,
        page.get(),
        chartsNumber);
  }

  private static String phase(Step step) {
    return switch (step) {
      case Status status -> status.phase().words();
      case Doing doing -> doing.stage();
      case null, default -> null;
    };
  }

  private double share(Status status) {
    double elapsedSeconds = (time.nanoTime() - startedNs) / 1e9;
    return elapsedSeconds / (elapsedSeconds + status.secondsLeft());
  }

  /**
   * Null if the page has the newest. The lower of the last two costs counts: the first time, most
   * of it is the loading of classes.
   */
  private synchronized String charts(int have) {
    long nowNs = time.nanoTime();
    if (nowNs - nextChartsNs >= 0) {
      long beganNs = cpuTimeNs.getAsLong();
      charts = report.charts();
      chartsNumber++;
      long costNs = cpuTimeNs.getAsLong() - beganNs;
      long pauseNs = Math.round(Math.min(costNs, lastCostNs) / MOST_SHARE);
      nextChartsNs = nowNs + Math.max(PERIOD_NS, pauseNs);
      lastCostNs = costNs;
    }
    return have == chartsNumber ? null : charts;
  }
}
