package dev.jitterlab.lab.campaign;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Runs that are not measured but written: each has the outcome that the test asked for. */
final class FakeRuns implements RunLauncher {
  /** What becomes of a run. */
  enum Fate {
    VALID,
    WEAK,
    /** Ends with an exit status and without a summary. */
    FAILS,
    /** Ends early with a summary of the blocks that had finished. */
    FAILS_EARLY,
    /** All is measured, and a full disk keeps it from its summary. */
    WITHOUT_SUMMARY,
    /** The kernel kills it while it is under way, and not the campaign. */
    KILLED,
    /** The campaign is killed while the run is under way. */
    CAMPAIGN_KILLED,
    /** The run ends, and the campaign is killed before it has kept the record. */
    CAMPAIGN_KILLED_AT_THE_END,
    /** Ctrl-C. */
    INTERRUPTED,
    /** SIGTERM, while the run makes its report. */
    TERMINATED,
    /** The experiment is wrong; or, of a run that shall go on, that it cannot. */
    REFUSED,
    /** It cannot go on at present. */
    NOT_NOW
  }

  /** What stands for {@code kill -9}. */
  static final class Killed extends RuntimeException {}

  final List<String> calls = new ArrayList<>();
  final Deque<Fate> fates = new ArrayDeque<>();
  double ratio = 0.5;
  double wallSeconds = 60;
  double estimatedSeconds;
  List<RunState.Resumption> resumptions = List.of();
  Runnable whileRunning = () -> {};

  @Override
  public int run(Path experiment, Path directory) {
    calls.add("run " + directory.getFileName());
    return become(directory);
  }

  @Override
  public int resume(Path directory) {
    calls.add("resume " + directory.getFileName());
    return become(directory);
  }

  @Override
  public double estimateSeconds(Path experiment) {
    return estimatedSeconds;
  }

  private int become(Path directory) {
    whileRunning.run();
    RunDirectory run = new RunDirectory(directory);
    switch (fates.isEmpty() ? Fate.VALID : fates.removeFirst()) {
      case VALID -> write(run, "complete", "valid");
      case WEAK -> write(run, "complete", "weak");
      case FAILS -> {
        return ExitCode.RUN_FAILED.status();
      }
      case FAILS_EARLY -> {
        write(run, "failed", "invalid");
        return ExitCode.RUN_FAILED.status();
      }
      case WITHOUT_SUMMARY -> {
        state(run, "complete");
        return ExitCode.RUN_FAILED.status();
      }
      case KILLED -> {
        state(run, "running");
        return 137;
      }
      case CAMPAIGN_KILLED -> {
        state(run, "running");
        throw new Killed();
      }
      case CAMPAIGN_KILLED_AT_THE_END -> {
        write(run, "complete", "valid");
        throw new Killed();
      }
      case INTERRUPTED -> {
        state(run, "interrupted");
        return ExitCode.INTERRUPTED.status();
      }
      case TERMINATED -> {
        state(run, "complete");
        return 143;
      }
      case REFUSED -> {
        return ExitCode.WRONG_EXPERIMENT.status();
      }
      case NOT_NOW -> {
        return ExitCode.NOT_NOW.status();
      }
    }
    return ExitCode.OK.status();
  }

  private void state(RunDirectory run, String state) {
    try {
      Files.createDirectories(run.root());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Json.write(
        run.runState(),
        new RunState(
            state,
            null,
            1_700_000_000,
            state.equals("complete") || state.equals("failed") ? 1_700_000_000 + wallSeconds : null,
            List.of(),
            null,
            resumptions,
            null,
            List.of()));
  }

  private void write(RunDirectory run, String state, String validity) {
    state(run, state);
    Json.write(
        run.environment(),
        new Environment(
            "Linux 6",
            "AMD EPYC",
            2,
            null,
            null,
            Map.of(),
            null,
            null,
            null,
            null,
            null,
            0.25,
            null,
            Map.of("25", "25.0.3"),
            "25",
            null,
            "abc",
            null,
            null));
    Json.write(
        run.summary(),
        Map.of(
            "verdict",
            "new is better",
            "baseline",
            "old",
            "primary_metric",
            "cpu_load",
            "validity",
            Map.of(
                "status",
                validity,
                "checks",
                List.of(
                    Map.of("name", "good", "status", "valid", "why", "all is well"),
                    Map.of(
                        "name", "stalls", "status", validity, "why", "see " + run.root() + "/x"))),
            "groups",
            List.of(
                Map.of(
                    "name",
                    "new",
                    "instances",
                    List.of(instance(0.2, false), instance(0.4, false), instance(9, true)))),
            "comparisons",
            List.of(
                Map.of("metric", "zeros", "group", "new", "baseline", "old", "decision", "higher"),
                Map.of(
                    "metric",
                    "cpu_load",
                    "group",
                    "new",
                    "baseline",
                    "old",
                    "ratio",
                    ratio,
                    "low",
                    ratio * 0.9,
                    "high",
                    ratio * 1.1,
                    "p_holm",
                    0.001234567),
                Map.of("metric", "ticks", "group", "new", "baseline", "old"))));
  }

  private static Map<String, Object> instance(double cpu, boolean nullified) {
    return Map.of(
        "nullified",
        nullified,
        "metrics",
        Map.of(
            "cpu_load",
            cpu,
            "tick_drift_seconds",
            Map.of("p99", cpu / 100),
            "own",
            Map.of("scraped", Map.of("bytes", 7), "capacity", 120)));
  }
}
