package dev.jitterlab.cli;

import dev.jitterlab.bench.ArenaRecord;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.run.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code jitterlab bench arena}: the arena's model alone; the arena's own program does the work.
 */
@Command(
    name = "arena",
    description = {
      "Measure the arena's execution models without a network. About two minutes.",
      "It prints updates a second as a ratio to the main loop and as a share of what the machine"
          + " can do, the ideal number of clients, a simulation of more workers, and allocation."
    })
public final class BenchArenaCommand implements Callable<Integer> {
  /** As of the arena's server. */
  private static final int MOST_TERRAIN = 10_000_000;

  private static final int MOST_SIGHT = 100_000;

  @Option(names = "--players", paramLabel = "N", description = "Number of fighters (default: 200).")
  private Integer players;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often everything runs, after one time that does not count (default: 3).")
  private Integer rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Measured seconds of each run (default: 2).")
  private Double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      description = "Seconds before each of them (default: 1.5).")
  private Double warmup;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of workers (default: one per processor).")
  private Integer threads;

  @Option(
      names = "--terrain",
      paramLabel = "N",
      description = "Work of each update, whatever it sees (default: 1000).")
  private Integer terrain;

  @Option(
      names = "--sight",
      paramLabel = "N",
      description = "Work for each fighter seen (default: 10).")
  private Integer sight;

  @Option(
      names = "--twins",
      paramLabel = "NAMES",
      description = "Execution models to run (default: all).")
  private String twins;

  @Mixin private KeepOption keep;

  @Override
  public Integer call() throws InterruptedException {
    List<String> arguments = new ArrayList<>();
    WorkloadProgram.add(arguments, "--players", players);
    WorkloadProgram.add(arguments, "--rounds", rounds);
    WorkloadProgram.add(arguments, "--seconds", seconds);
    WorkloadProgram.add(arguments, "--warmup", warmup);
    WorkloadProgram.add(arguments, "--threads", threads);
    WorkloadProgram.add(arguments, "--terrain", terrain, 0, MOST_TERRAIN);
    WorkloadProgram.add(arguments, "--sight", sight, 0, MOST_SIGHT);
    WorkloadProgram.add(arguments, "--twins", twins);
    return keep.isGiven() ? runAndKeep(arguments) : run(arguments);
  }

  private static int run(List<String> arguments) throws InterruptedException {
    return WorkloadProgram.run("arena", "dev.jitterlab.arena.tool.ArenaBench", arguments);
  }

  /** The file of figures is deleted only when they are kept: the bench took minutes. */
  private int runAndKeep(List<String> arguments) throws InterruptedException {
    keep.requireWritable();
    Instant startedAt = Instant.now();
    Environment environment = new EnvironmentProbe(Path.of("/")).probe(Map.of());
    try {
      Path figures = Files.createTempFile("jitterlab-bench-arena", ".json");
      WorkloadProgram.add(arguments, "--json", figures);
      int status = run(arguments);
      if (status == 0) {
        keep.keep(() -> ArenaRecord.read(figures, environment), startedAt, figures);
      }
      Files.deleteIfExists(figures);
      return status;
    } catch (IOException e) {
      throw LabException.failed(
              "--keep", "the figures could not be written", "Check that there is room on the disk.")
          .because(e);
    }
  }
}
