package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.process.Guardian;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Processes of a run whose lab was killed: the {@link Guardian} ends them some seconds later. */
final class LeftOver {
  /** For {@link #awaitGone}: the guardian gives them two seconds before it kills. */
  static final Duration BOUND = Duration.ofSeconds(10);

  /** Between the lab's entry and the kernel's, of the start of the same process. */
  private static final double START_TOLERANCE_SECONDS = 5;

  private LeftOver() {}

  /**
   * Returns when no process of the run lives.
   *
   * @throws LabException if some do for longer than the bound
   */
  static void awaitGone(RunDirectory directory, List<Plan.Block> blocks, Duration bound)
      throws InterruptedException {
    List<ProcessHandle> living =
        records(directory, blocks).flatMap(record -> living(record).stream()).toList();
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
      throw new LabException(
          ExitCode.WRONG_EXPERIMENT,
          Problem.in(
              directory.root().toString(),
              "processes of the interrupted run still live: " + String.join(", ", pids),
              "End them with `kill -9 " + String.join(" ", pids) + "`, then resume again."));
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for a process does not fail", e);
    }
  }

  /** What became of the processes of these blocks, as far as it was written down. */
  static Stream<ProcessRecord> records(RunDirectory directory, List<Plan.Block> blocks) {
    return blocks.stream()
        .flatMap(block -> BlockFiles.ofProcesses(directory, block).stream())
        .map(RunDirectory::process)
        .filter(Files::isRegularFile)
        .flatMap(file -> read(file).stream());
  }

  /** Empty for a record that a full disk, or a power failure, has cut. */
  private static Optional<ProcessRecord> read(Path file) {
    try {
      return Optional.of(Json.read(file, ProcessRecord.class));
    } catch (UncheckedIOException e) {
      return Optional.empty();
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
