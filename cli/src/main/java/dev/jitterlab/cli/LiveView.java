package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.live.LiveRun;
import dev.jitterlab.lab.report.live.LiveServer;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;

/** Where a run is shown while it goes on; this one nowhere. For the command's own thread. */
sealed class LiveView implements AutoCloseable {
  /**
   * In the browser, at once.
   *
   * @param notes is told the address
   */
  static LiveView serving(RunDirectory directory, int port, Progress notes) {
    return new Serving(directory, port, notes);
  }

  /** Whom to tell the run's progress: the view, and through it {@code progress}. */
  Progress follow(Progress progress) {
    return progress;
  }

  /** The run failed; returns when a page has been told, or there is none. */
  void failed(LabException failure) throws InterruptedException {}

  /** The run is over, with its report written; returns when nobody looks at it any more. */
  void ended(ExitCode outcome) throws InterruptedException {}

  @Override
  public void close() {}

  private static final class Serving extends LiveView {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long FAILURE_SHOWN_NS = TimeUnit.SECONDS.toNanos(3);

    private final RunDirectory directory;
    private final Progress notes;
    private final Time time = Time.system();
    private final LiveRun run;
    private final LiveServer server;

    Serving(RunDirectory directory, int port, Progress notes) {
      this.directory = directory;
      this.notes = notes;
      this.run = new LiveRun(directory, time);
      this.server = new LiveServer(port, run, directory);
      notes.note("watch it at " + server.uri());
    }

    @Override
    Progress follow(Progress progress) {
      return run.follow(progress);
    }

    @Override
    void failed(LabException failure) throws InterruptedException {
      run.failed(failure.getMessage(), summary());
      long untilNs = time.nanoTime() + FAILURE_SHOWN_NS;
      while (run.isLookedAt() && !run.endIsSeen() && time.nanoTime() - untilNs < 0) {
        time.sleepUntil(time.nanoTime() + LOOK_NS);
      }
      if (run.endIsSeen()) {
        time.sleepUntil(time.nanoTime() + LOOK_NS); // the answer may still be on its way
      }
    }

    /** Everything is measured and written: Ctrl-C ends the page and takes nothing back. */
    @Override
    void ended(ExitCode outcome) throws InterruptedException {
      run.ended(summary());
      if (!run.isLookedAt()) {
        return;
      }
      notes.note("The page stays until it is closed, or until Ctrl-C.");
      Thread hook = new Thread(() -> Runtime.getRuntime().halt(outcome.status()), "lab-live-end");
      Runtime.getRuntime().addShutdownHook(hook);
      while (run.isLookedAt()) {
        time.sleepUntil(time.nanoTime() + LOOK_NS);
      }
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shutdownHasBegun) {
        notes.close(); // the hook decides the exit status
      }
    }

    private Summary summary() {
      return Files.isRegularFile(directory.summary()) ? ReportDataReader.summary(directory) : null;
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
