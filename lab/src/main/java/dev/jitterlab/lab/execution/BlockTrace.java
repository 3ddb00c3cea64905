package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collector.PerfSwitches;
import dev.jitterlab.lab.collector.SchedulerTrace;
import dev.jitterlab.lab.host.GracefulStop;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Launch;
import dev.jitterlab.lab.host.Readiness;
import dev.jitterlab.lab.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The scheduler's trace of one block, from before the measurement to its end, and what is made of
 * it. The process that records it is none of those that the block needs: if it ends, the block goes
 * on. For one thread; a signal may end the {@link #processes} from another one at any time.
 */
final class BlockTrace {
  private final RunContext run;
  private final int block;
  private final Path folder;
  private final List<LabProcess> recorders = new CopyOnWriteArrayList<>();
  private boolean isReady;

  BlockTrace(RunContext run, Plan.Block block) {
    this.run = run;
    this.block = block.number();
    this.folder = run.directory().scheduler(block.number());
  }

  /** What records; nothing before {@link #start}. */
  List<LabProcess> processes() {
    return List.copyOf(recorders);
  }

  /** Starts to record. */
  void start() {
    try {
      recorders.add(
          LabProcess.start(
              Launch.foreign(
                  SchedulerTrace.id(block),
                  block,
                  SchedulerTrace.recordCommand(),
                  folder,
                  new Readiness.Line(SchedulerTrace.isReady(), Map.of()),
                  true),
              run.host(),
              run.time()));
    } catch (LabException e) {
      run.tracing().giveUp(e.getMessage());
    }
  }

  /** Whether it records by now, or never will. */
  boolean isSettled() {
    isReady = !recorders.isEmpty() && recorders.stream().allMatch(LabProcess::isReady);
    return isReady || recorders.stream().noneMatch(LabProcess::isAlive);
  }

  /** Gives up, if it does not record by now. */
  void require() throws InterruptedException {
    if (recorders.isEmpty()) {
      return; // it was not even started, and that was said
    }
    if (!isSettled() || !isReady) {
      String words = recorders.getFirst().lastWords().strip();
      GracefulStop.end(processes(), run.time());
      run.tracing()
          .giveUp(
              "perf does not record%s See %s."
                  .formatted(
                      words.isEmpty() ? "." : ", and says: " + lastLine(words),
                      folder.resolve("stdout.log")));
      isReady = false;
    }
  }

  private static String lastLine(String words) {
    String last =
        words.lines().filter(line -> !line.isBlank()).reduce("", (_, line) -> line).strip();
    return last.endsWith(".") ? last : last + ".";
  }

  /** The measurement is over. */
  void end() throws InterruptedException {
    if (isReady && recorders.stream().noneMatch(LabProcess::isAlive)) {
      run.tracing()
          .note(
              "The scheduler's trace of block %d ends before the measurement does (perf's file may have %s at most)."
                  .formatted(block, SchedulerTrace.MOST_BYTES));
    }
    GracefulStop.end(processes(), run.time());
  }

  /** Turns what was recorded into what the diagnosis reads; after the block is over. */
  void convert() throws IOException {
    Path raw = SchedulerTrace.raw(folder);
    if (!isReady || !Files.isRegularFile(raw)) {
      Files.deleteIfExists(raw);
      return;
    }
    try {
      PerfSwitches.Outcome outcome = PerfSwitches.convert(raw, SchedulerTrace.file(folder));
      if (outcome.lost() > 0 || outcome.notUnderstood() > 0) {
        run.tracing()
            .note(
                "The scheduler's trace of block %d has %d switches; the kernel lost %d events, and %d lines of perf were not understood."
                    .formatted(block, outcome.switches(), outcome.lost(), outcome.notUnderstood()));
      }
    } catch (IOException e) {
      Files.deleteIfExists(SchedulerTrace.file(folder));
      run.tracing()
          .note("Block %d has no trace of the scheduler: %s.".formatted(block, e.getMessage()));
    } finally {
      Files.deleteIfExists(raw);
    }
  }
}
