package dev.jitterlab.tick;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A thread of a scheduler that asks for its {@link ThreadSettings} before its first tick. */
abstract class SettledThread extends Thread {
  private final TaskContext context;
  private final int number;
  private final ThreadSettings settings;
  private final CompletableFuture<List<ThreadSettingReport>> reports = new CompletableFuture<>();

  /**
   * Creates a daemon thread.
   *
   * @param loop what it runs; null if it overrides {@link #run}
   * @param number counts the threads of a scheduler, from 0
   */
  SettledThread(
      TaskContext context, Runnable loop, String name, int number, ThreadSettings settings) {
    super(loop, context.threadName(name));
    this.context = context;
    this.number = number;
    this.settings = settings;
    setDaemon(true);
  }

  /** Waits for the thread to have asked for its settings, and returns what became of them. */
  final List<ThreadSettingReport> settingReports() {
    return reports.join();
  }

  final TaskContext context() {
    return context;
  }

  /** Asks for the settings, and opens what belongs to this thread, which calls this first. */
  final TickThread open() {
    List<ThreadSettingReport> found = List.of();
    try {
      found = settings.apply(number, OsThreads::find);
    } finally {
      reports.complete(found); // somebody may be waiting for them
    }
    return TickThread.open(context);
  }
}
