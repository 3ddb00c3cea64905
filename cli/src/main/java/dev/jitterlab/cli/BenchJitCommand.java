package dev.jitterlab.cli;

import dev.jitterlab.bench.jit.JitBench;
import dev.jitterlab.bench.jit.JitChoice;
import dev.jitterlab.bench.jit.JitRecord;
import dev.jitterlab.bench.jit.JitResult;
import dev.jitterlab.bench.jit.JitTable;
import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.campaign.KeptRuns;
import dev.jitterlab.lab.progress.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab bench jit}: what the compilers of each JDK do. */
@Command(
    name = "jit",
    description = {
      "Find out what the JIT compilers of each JDK do. About three minutes.",
      "It measures what code costs at each tier, when C2 leaves out a branch, and what one wrong"
          + " guess costs. See docs/jit.md."
    })
public final class BenchJitCommand implements Callable<Integer> {
  private static final int MOST_ROUNDS = 100;
  private static final double MOST_SECONDS = 10;

  @Option(
      names = "--jdks",
      paramLabel = "FEATURE",
      split = ",",
      description = "JDKs to use (default: those of 11, 17, 21, 25 that are installed).")
  private List<Integer> jdks = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often each JDK is measured (default: 5).")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.2",
      description = "How long each JVM times its method (default: 0.2).")
  private double seconds;

  @Option(
      names = "--no-directives",
      description = "Do not try every compiler directive, which takes about a minute.")
  private boolean noDirectives;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the result, new or empty (default: runs/<time>-bench-jit).")
  private Path out;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "Append the figures to DIR/bench-jit.jsonl, such as in docs/measurements. They are"
              + " evidence for the ledger of claims (./jitterlab campaign --ledger"
              + " docs/ledger.md).")
  private Path keep;

  @Mixin private Output output;

  @Override
  public Integer call() {
    if (rounds < 1 || rounds > MOST_ROUNDS) {
      throw LabException.wrong(
          "--rounds", "expected 1 to " + MOST_ROUNDS + ", found " + rounds, "Correct the number.");
    }
    if (!(seconds >= 0.01 && seconds <= MOST_SECONDS)) {
      throw LabException.wrong(
          "--seconds", "expected 0.01 to 10, found " + seconds, "Correct the number.");
    }
    JitChoice choice = new JitChoice(jdks, rounds, seconds, !noDirectives);
    Path folder = out == null ? RunCommand.defaultFolder("bench-jit") : out;
    Instant startedAt = Instant.now();
    JitResult result;
    try (Progress progress = RunCommand.progress(output.err())) {
      result = JitBench.prepare(choice, folder, progress).run();
    }
    if (keep != null) {
      double wallSeconds = Duration.between(startedAt, Instant.now()).toMillis() / 1e3;
      JitRecord.keep(result, startedAt, wallSeconds, new KeptRuns(keep));
    }
    output.print(
        out -> {
          out.print(JitTable.render(result, output.terminal()));
          out.println("result  " + folder.resolve(JitBench.RESULT));
        },
        result);
    return ExitCode.OK.status();
  }
}
