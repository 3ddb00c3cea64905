package dev.jitterlab.arena.tool;

import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.settings.JarVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that measures the arena's model alone, without a network, in interleaved rounds. */
@Command(
    name = "bench arena",
    description = {
      "Measure how many updates a second each execution model does when all cores are busy, without"
          + " a network,",
      "as a ratio to the main loop in the same round; and the ideal beside it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class ArenaBench implements Callable<Integer> {
  private static final int SIMULATED = 200_000;

  /** As of the lab: a file could not be written, which is no defect. */
  private static final int EXIT_NOT_WRITTEN = 3;

  @Spec private CommandSpec spec;

  @Option(names = "--players", description = "Fighters, replayed from the trace.")
  private int players = 200;

  @Option(
      names = "--rounds",
      description = "Rounds in which every twin runs once, after one that does not count.")
  private int rounds = 3;

  @Option(names = "--seconds", description = "Measured seconds of each run.")
  private double seconds = 2;

  @Option(names = "--warmup", description = "Seconds before them.")
  private double warmup = 1.5;

  @Option(names = "--terrain", description = "Linear work: elements for each update.")
  private int terrain = 1_000;

  @Option(names = "--sight", description = "Quadratic work: elements for each fighter seen.")
  private int sight = 10;

  @Option(
      names = "--threads",
      description = "Workers. Default: as many as processors.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private Integer threads;

  @Option(
      names = "--twins",
      split = ",",
      defaultValue = "single,lockless,paper,rw-locks,global-lock",
      description = "Which to run; single is always among them.")
  private List<String> twins;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "File for the figures of each round, as JSON.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private Path json;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ArenaBench()).execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    int workers = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    if (players < 2
        || players > 10_000
        || rounds < 1
        || workers < 1
        || workers > 1_024
        || !(seconds > 0)
        || !(warmup >= 0)) {
      throw new ParameterException(
          spec.commandLine(),
          "--players is 2 to 10000, --rounds at least 1, --threads 1 to 1024, --seconds above 0");
    }
    List<Twin> run;
    try {
      run = twins.stream().map(Twin::labelled).collect(Collectors.toCollection(ArrayList::new));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    run.remove(Twin.SINGLE);
    run.add(0, Twin.SINGLE);
    PrintWriter out = spec.commandLine().getOut();
    ModelRun model = new ModelRun(TraceFile.shipped(), terrain, sight, workers);
    out.printf(
        Locale.ROOT,
        "%d fighters, %d workers on %d processors, terrain %d, sight %d%n",
        players,
        workers,
        Runtime.getRuntime().availableProcessors(),
        terrain,
        sight);
    int cores = Math.min(workers, Runtime.getRuntime().availableProcessors());
    ModelFigures figures = new ModelFigures(players, cores);
    List<Measuring> all = all(run, model, cores);
    double roundSeconds = all.size() * (warmup + seconds);
    for (int round = 0; round <= rounds; round++) {
      progress(out, round, (rounds + 1 - round) * roundSeconds);
      // After the first round the JIT compiler has seen the classes of all twins.
      ModelFigures into = round == 0 ? new ModelFigures(players, cores) : figures;
      for (Measuring one : inOrder(all, round)) {
        one.into(into);
      }
    }
    out.printf(
        Locale.ROOT,
        "%n%-12s %10s %21s %11s %11s%n",
        "twin",
        "updates/s",
        "ratio to single",
        "of machine",
        "cache line");
    for (Twin twin : run) {
      out.printf(
          Locale.ROOT,
          "%-12s %10.0f %6.2f (%.2f to %.2f) %9.0f %% %8.0f ns%n",
          twin.label(),
          median(figures.speeds(twin)),
          median(figures.ratios(twin)),
          Collections.min(figures.ratios(twin)),
          Collections.max(figures.ratios(twin)),
          100 * median(figures.sharesOfTheMachine(twin)),
          median(figures.linesNs(twin)));
    }
    out.printf(
        "Cache line: how long a line that one core wrote takes to another. It says whether the"
            + " cores were near each other before that twin ran.%n");
    out.printf(
        Locale.ROOT,
        "The machine: %d separate worlds that share nothing, each with a main loop of its own, do"
            + " %.2f (%.2f to %.2f) times the updates of one.%n",
        cores,
        median(figures.mostOfTheMachine()),
        Collections.min(figures.mostOfTheMachine()),
        Collections.max(figures.mostOfTheMachine()));
    ideal(out, figures, run, workers);
    simulation(out, model, run, figures, workers);
    out.printf(
        Locale.ROOT,
        "%nallocated per client and update: %.0f bytes%n",
        model.bytesPerUpdate(players));
    return written(figures, workers);
  }

  /** Measures one thing of a round. */
  private interface Measuring {
    void into(ModelFigures figures) throws InterruptedException;
  }

  private List<Measuring> all(List<Twin> run, ModelRun model, int cores) {
    List<Measuring> all = new ArrayList<>();
    for (Twin twin : run) {
      all.add(
          figures -> {
            double lineNs = CacheLine.transferNs();
            figures.add(twin, model.updatesPerSecond(twin, players, warmup, seconds), lineNs);
          });
    }
    all.add(
        figures ->
            figures.addOfSeparateWorlds(model.ofSeparateWorlds(cores, players, warmup, seconds)));
    all.add(
        figures ->
            figures.addOfFew(model.updatesPerSecond(Twin.SINGLE, figures.few(), warmup, seconds)));
    return all;
  }

  /**
   * Returns the items in the order of that round, so that none is always first. {@link
   * SplittableRandom} seeds the draw, because {@link Random} draws nearly alike for neighbouring
   * seeds.
   */
  static <T> List<T> inOrder(List<T> items, int round) {
    List<T> drawn = new ArrayList<>(items);
    Collections.shuffle(drawn, new Random(new SplittableRandom(round).nextLong()));
    return drawn;
  }

  private void progress(PrintWriter out, int round, double secondsLeft) {
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        Locale.ROOT,
        "%s, %.0f s left for all%n",
        round == 0 ? "a round that does not count" : "round " + round + " of " + rounds,
        secondsLeft);
    err.flush();
  }

  /** Writes the figures, if that was asked for; returns the exit status. */
  int written(ModelFigures figures, int workers) {
    if (json == null) {
      return CommandLine.ExitCode.OK;
    }
    try {
      figures.write(
          json,
          String.format(
              Locale.ROOT,
              "%d fighters, %d workers, terrain %d, sight %d",
              players,
              workers,
              terrain,
              sight));
      return CommandLine.ExitCode.OK;
    } catch (IOException e) {
      spec.commandLine()
          .getErr()
          .println("--json: " + json + " cannot be written (" + e + "); name another file.");
      return EXIT_NOT_WRITTEN;
    }
  }

  private static void ideal(PrintWriter out, ModelFigures figures, List<Twin> run, int workers) {
    double ideal = median(figures.ideal());
    out.printf(
        Locale.ROOT,
        "%n%.0f %% of the work grows with the square of the clients. With %d times the work the"
            + " ideal is %.2f times the clients at an equal response.%n",
        100 * median(figures.quadraticShares()),
        Math.min(workers, Runtime.getRuntime().availableProcessors()),
        ideal);
    for (Twin twin : run) {
      if (twin != Twin.SINGLE) {
        out.printf(
            Locale.ROOT,
            "%-12s %8.2f times the clients, %.0f %% of the ideal%n",
            twin.label(),
            median(figures.clients(twin)),
            100 * median(figures.sharesOfIdeal(twin)));
      }
    }
  }

  /**
   * What an empty update costs in a twin, more than in the main loop, is what the twin itself
   * takes: its scheduler, its locks, its queues.
   */
  private void simulation(
      PrintWriter out, ModelRun model, List<Twin> run, ModelFigures figures, int workers)
      throws InterruptedException {
    double empty =
        1e9 / model.empty(Twin.SINGLE, players, warmup / 2, seconds / 2).updatesPerSecond();
    double update = 1e9 / median(figures.speeds(Twin.SINGLE));
    out.printf(
        Locale.ROOT,
        "%nSIMULATED, not measured: updates a second with more workers, as a ratio to the main"
            + " loop. From the measured cost of an update (%.1f us), and of what the twin adds to"
            + " an empty update, which takes an input, moves and reads %d positions. One figure"
            + " is if what the twin adds excluded all other workers, the other if it excluded"
            + " none.%n",
        update / 1e3,
        players);
    out.printf(
        Locale.ROOT, "%-12s %18s %16s %16s%n", "twin", "added ns", "8 workers", "32 workers");
    for (Twin twin : run) {
      if (twin == Twin.SINGLE) {
        continue;
      }
      double cost = 1e9 / model.empty(twin, players, warmup / 2, seconds / 2).updatesPerSecond();
      TwinCost added =
          new TwinCost(
              update,
              empty,
              cost,
              workers,
              Runtime.getRuntime().availableProcessors(),
              twin == Twin.GLOBAL_LOCK);
      out.printf(
          Locale.ROOT,
          "%-12s %18.0f %16s %16s%n",
          twin.label(),
          added.addedNs(),
          bounds(added, 8),
          bounds(added, 32));
    }
  }

  private static String bounds(TwinCost cost, int workers) {
    double excludingAll = cost.speedupIfAllExcludes(workers, SIMULATED);
    double excludingNone = cost.speedupIfNoneExcludes(workers, SIMULATED);
    return String.format(
        Locale.ROOT,
        "%.1f to %.1f",
        Math.min(excludingAll, excludingNone),
        Math.max(excludingAll, excludingNone));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().collect(Collectors.toList());
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
