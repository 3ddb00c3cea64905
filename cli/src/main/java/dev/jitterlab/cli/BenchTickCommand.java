package dev.jitterlab.cli;

import dev.jitterlab.bench.BenchChoice;
import dev.jitterlab.bench.BenchTable;
import dev.jitterlab.bench.TickBench;
import dev.jitterlab.lab.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab bench tick}: every scheduler against cyclictest, in one table. */
@Command(
    name = "tick",
    description =
        "Measure how late every tick scheduler starts its ticks, compared with cyclictest.")
public final class BenchTickCommand implements Callable<Integer> {
  private static final int MOST_ROUNDS = 10_000;
  private static final int MOST_SECONDS = 86_400;
  private static final int MOST_FIFO_PRIORITY = 99;
  private static final int MOST_NICE = 19;

  @Option(
      names = "--scenarios",
      paramLabel = "NAME",
      split = ",",
      description = "Scenarios to run, see docs/bench.md (default: all except overload).")
  private List<String> scenarios = List.of();

  @Option(
      names = "--schedulers",
      paramLabel = "NAME",
      split = ",",
      description =
          "Schedulers to run, including c-loop (default: all of the tick library). cyclictest"
              + " always runs if it is installed.")
  private List<String> schedulers = List.of();

  @Option(
      names = "--peers",
      paramLabel = "JAR",
      split = ",",
      description = {
        "Jars with schedulers of other libraries to measure as well."
            + " benchmarks/target/jitterlab-benchmarks.jar has Netty's, Agrona's, and loops like"
            + " those of two game servers."
      })
  private List<Path> peers = List.of();

  @Option(
      names = "--waiting",
      paramLabel = "WAY",
      split = ",",
      description =
          "How partitioned waits, one row for each: park, park-spin, spin (default: park-spin).")
  private List<String> waiting = List.of();

  @Option(
      names = "--fifo",
      paramLabel = "PRIORITY",
      description =
          "Also measure partitioned, scheduled-pool, c-loop and cyclictest at SCHED_FIFO, at this"
              + " priority from 1 to 99.")
  private Integer fifo;

  @Option(
      names = "--pin",
      description = "Also measure partitioned with one CPU for each of its workers.")
  private boolean pinned;

  @Option(
      names = "--compiler-nice",
      paramLabel = "N",
      description =
          "Also measure partitioned and scheduled-pool in a JVM whose compiler threads have this"
              + " nice value, from 1 to 19.")
  private Integer compilerNice;

  @Option(
      names = "--zgc",
      description =
          "Also measure partitioned and scheduled-pool in a JVM with ZGC, whose ticks allocate 100"
              + " MB a second. In all other rows hardly anything is collected.")
  private boolean zgc;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often everything runs (default: as often as 5 minutes allow, at most 5).")
  private Integer rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "2",
      description = "Measured time of each scheduler, scenario and round (default: 2).")
  private int seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "3",
      description =
          "How long each server runs before its measurement (default: 3, the start-up of its JVM)."
              + " A longer one shows its steady state; the table says whether it did.")
  private int warmup;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Decides the order in each round, and when tasks start (default: 1).")
  private long seed;

  @Option(
      names = "--causes",
      description =
          "Say why ticks were late, in a table for each scheduler. The servers then record every"
              + " tick, and the JVM logs its pauses and compilations.")
  private boolean causes;

  @Option(
      names = "--add-to",
      paramLabel = "DIR",
      description =
          "Folder of an earlier bench with the same flags: the rounds are added to its own, in one"
              + " table.")
  private Path addTo;

  @Mixin private BenchOptions bench;
  @Mixin private Output output;

  @Override
  public Integer call() throws InterruptedException {
    if (addTo != null) {
      bench.into("--add-to", addTo);
    }
    BenchChoice choice = choice();
    return bench.run(
        (folder, progress) -> TickBench.prepare(choice, folder, addTo != null, progress).run(),
        output,
        BenchTable::render);
  }

  private BenchChoice choice() {
    NumberBounds.require("--seconds", seconds, 1, MOST_SECONDS);
    NumberBounds.require("--warmup", warmup, 1, MOST_SECONDS);
    for (Path jar : peers) {
      if (!Files.isRegularFile(jar)) {
        throw LabException.wrong(
            "--peers",
            "there is no file " + jar,
            "Correct the path. `mvn -pl benchmarks -am package -DskipTests` builds the benchmarks'"
                + " jar.");
      }
    }
    return new BenchChoice(
        scenarios,
        schedulers,
        peers,
        waiting,
        NumberBounds.optional("--fifo", fifo, 1, MOST_FIFO_PRIORITY),
        pinned,
        NumberBounds.optional("--compiler-nice", compilerNice, 1, MOST_NICE),
        zgc,
        NumberBounds.optional("--rounds", rounds, 1, MOST_ROUNDS),
        seconds,
        warmup,
        seed,
        causes);
  }
}
