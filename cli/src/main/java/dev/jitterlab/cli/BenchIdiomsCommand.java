package dev.jitterlab.cli;

import dev.jitterlab.bench.idioms.IdiomsBench;
import dev.jitterlab.bench.idioms.IdiomsChoice;
import dev.jitterlab.bench.idioms.IdiomsRecord;
import dev.jitterlab.bench.idioms.IdiomsTable;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab bench idioms}: which old tricks still pay, on each JDK. */
@Command(
    name = "idioms",
    description = {
      "Compare several ways to do the same small thing in Java, on several JDKs, with JMH.",
      "It prints ratios with 95 % intervals, and what the JIT compiler made of each way. It takes"
          + " at most ten minutes unless you ask for more rounds."
    })
public final class BenchIdiomsCommand implements Callable<Integer> {
  private static final int MOST_ROUNDS = 1_000;
  private static final double MOST_SECONDS = 60;
  private static final double QUICK_SECONDS = 0.05;

  @Option(
      names = "--idioms",
      paramLabel = "NAME",
      split = ",",
      description = "Idioms to compare, see docs/idioms.md (default: all).")
  private List<String> idioms = List.of();

  @Option(
      names = "--jdks",
      paramLabel = "FEATURE",
      split = ",",
      description =
          "JDKs to compare them on (default: those of 11, 17, 21, 25 that are installed).")
  private List<Integer> jdks = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Number of forks of each way (default: as many as ten minutes allow, at least 2).")
  private Integer rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Measured time of each fork (default: 0.15, with --quick 0.05).")
  private Double seconds;

  @Option(names = "--seed", defaultValue = "1", description = "Decides the order (default: 1).")
  private long seed;

  @Option(
      names = "--quick",
      description =
          "Take about a minute: only the lab's JDK, two short forks of each way, fewer sizes.")
  private boolean quick;

  @Mixin private BenchOptions bench;
  @Mixin private KeepOption keep;
  @Mixin private Output output;

  @Override
  public Integer call() throws InterruptedException {
    IdiomsChoice choice = choice();
    return bench.run(
        (folder, progress) -> IdiomsBench.prepare(choice, folder, progress).run(),
        output,
        IdiomsTable::render,
        keep,
        IdiomsRecord::of);
  }

  private IdiomsChoice choice() {
    double each = seconds == null ? quick ? QUICK_SECONDS : IdiomsChoice.SECONDS : seconds;
    NumberBounds.require("--seconds", each, 0.01, MOST_SECONDS);
    return new IdiomsChoice(
        idioms, jdks, NumberBounds.optional("--rounds", rounds, 1, MOST_ROUNDS), each, seed, quick);
  }
}
