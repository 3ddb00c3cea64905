package dev.jitterlab.cli;

import dev.jitterlab.bench.jit.JitBench;
import dev.jitterlab.bench.jit.JitChoice;
import dev.jitterlab.bench.jit.JitRecord;
import dev.jitterlab.bench.jit.JitTable;
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

  @Mixin private BenchOptions bench;
  @Mixin private KeepOption keep;
  @Mixin private Output output;

  @Override
  public Integer call() throws InterruptedException {
    JitChoice choice = choice();
    return bench.run(
        (folder, progress) -> JitBench.prepare(choice, folder, progress).run(),
        output,
        JitTable::render,
        keep,
        JitRecord::of);
  }

  private JitChoice choice() {
    NumberBounds.require("--rounds", rounds, 1, MOST_ROUNDS);
    NumberBounds.require("--seconds", seconds, 0.01, MOST_SECONDS);
    return new JitChoice(jdks, rounds, seconds, !noDirectives);
  }
}
