package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A worker's thread, which is over before anything is looked at. */
class WorkerThreadTest {
  private final List<String> events = new ArrayList<>();
  private boolean failsToStart;
  private final TaskContext context =
      new TaskContext(new ManualClock(0), tick -> {}, (tick, failure) -> null);

  /** Fails at its first steps and ends after the third. */
  private final class Failing implements WorkerThread.Worker {
    private int steps;

    @Override
    public void runsOn(TickThread thread) {
      if (failsToStart) {
        throw new OutOfMemoryError("no thread");
      }
      events.add("runs");
    }

    @Override
    public void step() {
      steps++;
      throw new StackOverflowError();
    }

    @Override
    public boolean hasEnded() {
      return steps == 3;
    }

    @Override
    public void end() {
      steps = 3;
      events.add("ended");
    }

    @Override
    public void afterLastStep() {
      events.add("last");
    }
  }

  private WorkerThread<Failing> thread(ThreadSettings settings) {
    return new WorkerThread<>(
        context, "worker", 0, settings, Parker.OF_THIS_THREAD, unpark -> new Failing());
  }

  private static void run(Thread thread) throws InterruptedException {
    thread.start();
    thread.join(60_000);
    assertFalse(thread.isAlive());
  }

  @Test
  void goesOnWhenTheUncaughtExceptionHandlerThrows() throws InterruptedException {
    WorkerThread<Failing> thread = thread(ThreadSettings.none());
    thread.setUncaughtExceptionHandler(
        (failed, error) -> {
          events.add("told");
          throw new IllegalStateException("handler");
        });
    run(thread);

    assertEquals(List.of("runs", "told", "told", "told", "last"), events);
    assertEquals(List.of(), thread.settingReports());
  }

  @Test
  void endsItsWorkerAndItsReportWhenItCannotStart() throws InterruptedException {
    failsToStart = true;
    WorkerThread<Failing> thread = thread(ThreadSettings.none());
    thread.setUncaughtExceptionHandler((failed, error) -> events.add(error.getMessage()));
    run(thread);

    assertEquals(List.of("ended", "last", "no thread"), events);
    assertTrue(thread.settingReports().isEmpty());
  }
}
