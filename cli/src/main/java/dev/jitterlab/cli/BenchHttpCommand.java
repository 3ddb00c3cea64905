package dev.jitterlab.cli;

import dev.jitterlab.bench.http.HttpBench;
import dev.jitterlab.bench.http.HttpBenchChoice;
import dev.jitterlab.bench.http.HttpBenchRecord;
import dev.jitterlab.bench.http.HttpBenchTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab bench http}: our HTTP load beside wrk, h2load and oha. */
@Command(
    name = "http",
    description = {
      "Compare Jitterlab's HTTP load with wrk, h2load and oha at one fast server.",
      "It prints requests a second per core, and whether the generators agree about p50 and p99 at"
          + " half load. See docs/load.md."
    })
public final class BenchHttpCommand implements Callable<Integer> {
  private static final int MOST_ROUNDS = 1_000;
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int MOST_RATE = 1_000_000;
  private static final double MOST_SECONDS = 3_600;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description = "Connections to the server (default: 64).")
  private int connections;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Requests a second of the second part (default: half of the rate of the slowest"
              + " generator).")
  private Integer rate;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often everything runs (default: 5; with fewer rounds nothing is decided).")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "3",
      description = "Measured time of each generator in each part of a round (default: 3).")
  private double seconds;

  @Option(names = "--seed", defaultValue = "1", description = "Decides the order (default: 1).")
  private long seed;

  @Mixin private BenchOptions bench;
  @Mixin private KeepOption keep;
  @Mixin private Output output;

  @Override
  public Integer call() throws InterruptedException {
    HttpBenchChoice choice = choice();
    return bench.run(
        (folder, progress) -> HttpBench.prepare(choice, folder, progress).run(),
        output,
        HttpBenchTable::render,
        keep,
        result -> HttpBenchRecord.of(result, choice.rate()));
  }

  private HttpBenchChoice choice() {
    NumberBounds.require("--connections", connections, 1, MOST_CONNECTIONS);
    NumberBounds.require("--rounds", rounds, 1, MOST_ROUNDS);
    NumberBounds.require("--seconds", seconds, 1, MOST_SECONDS);
    return new HttpBenchChoice(
        connections, NumberBounds.optional("--rate", rate, 1, MOST_RATE), rounds, seconds, seed);
  }
}
