package dev.jitterlab.lab.process;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.run.ProcessRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Processes of a run whose lab was killed: the {@link Guardian} ends them some seconds later. */
final class LeftOver {
  /** Between the lab's entry and the kernel's, of the start of the same process. */
  private static final double START_TOLERANCE_SECONDS = 5;

  private LeftOver() {}

  /**
   * Returns when none of the processes lives.
   *
   * @param run where messages say that they belong
   * @throws LabException if some do for longer than the bound
   */
  static void awaitGone(List<ProcessRecord> records, String run, Duration bound)
      throws InterruptedException {
    List<ProcessHandle> living =
        records.stream().flatMap(record -> living(record).stream()).toList();
    CompletableFuture<?> allGone =
        CompletableFuture.allOf(
            living.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new));
    try {
      allGone.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      List<String> pids =
          living.stream()
              .filter(ProcessHandle::isAlive)
              .map(process -> Long.toString(process.pid()))
              .toList();
      throw LabException.notNow(
          run,
          "processes of the interrupted run still live: " + String.join(", ", pids),
          "End them with `kill -9 " + String.join(" ", pids) + "`, then resume again.");
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for a process does not fail", e);
    }
  }

  /** The process itself, not a later one with the same id. */
  private static Optional<ProcessHandle> living(ProcessRecord record) {
    return record.fate().exitedAt() != null
        ? Optional.empty()
        : ProcessHandle.of(record.pid())
            .filter(process -> process.info().startInstant().filter(started(record)).isPresent());
  }

  private static Predicate<Instant> started(ProcessRecord record) {
    return at -> Math.abs(at.toEpochMilli() / 1e3 - record.startedAt()) < START_TOLERANCE_SECONDS;
  }
}
