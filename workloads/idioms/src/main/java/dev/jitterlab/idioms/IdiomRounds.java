package dev.jitterlab.idioms;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures cells in the order given, each in a JVM of its own, which JMH starts from the JDK that
 * runs this. The arguments are a file of {@link IdiomCell} lines and the file for the results: a
 * line for each cell, as soon as it is measured, with its id, a tab, and the nanoseconds of one
 * operation, or {@code !} and why there are none.
 *
 * <p>A fork warms up for two iterations and measures three, each a third of the time. Its figure is
 * that of the iteration in the middle: one stall of the machine does not move it.
 */
public final class IdiomRounds {
  private static final int WARMUP_ITERATIONS = 2;
  private static final int ITERATIONS = 3;
  private static final long LEAST_WARMUP_MS = 80;
  private static final long TIMEOUT_SECONDS = 20;

  /**
   * Of every fork. Whoever calls a method often enough waits for its compilation: else a fork of a
   * fifth of a second would measure code that is not compiled yet, some forks more than others.
   */
  private static final List<String> JVM =
      List.of("-Xms128m", "-Xmx128m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xbatch");

  private IdiomRounds() {}

  /** Measures all cells of a file. */
  public static void main(String[] arguments) throws IOException {
    // Another program of JMH's elsewhere on this machine is none of our concern.
    System.setProperty("jmh.ignoreLock", "true");
    try (BufferedWriter results =
        Files.newBufferedWriter(
            Path.of(arguments[1]), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (String line : Files.readAllLines(Path.of(arguments[0]))) {
        IdiomCell cell = IdiomCell.parse(line);
        results.write(cell.id + "\t" + measured(cell) + "\n");
        results.flush();
      }
    }
  }

  private static String measured(IdiomCell cell) {
    List<String> flags = new ArrayList<>(JVM);
    flags.addAll(cell.flags);
    long iterationMs = Math.max(1, cell.measuredMs / ITERATIONS);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(cell.benchmark()) + "$")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .forks(1)
            .warmupForks(0)
            .warmupIterations(WARMUP_ITERATIONS)
            .warmupTime(TimeValue.milliseconds(Math.max(LEAST_WARMUP_MS, iterationMs)))
            .measurementIterations(ITERATIONS)
            .measurementTime(TimeValue.milliseconds(iterationMs))
            .timeout(TimeValue.seconds(TIMEOUT_SECONDS))
            .threads(cell.threads)
            .jvmArgs(flags.toArray(String[]::new))
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    cell.size.ifPresent(size -> options.param("size", Integer.toString(size)));
    try {
      Collection<RunResult> runs = new Runner(options.build()).run();
      return Double.toString(middle(runs));
    } catch (RunnerException e) {
      return "!" + firstLine(e);
    }
  }

  private static double middle(Collection<RunResult> runs) {
    List<Double> iterations = new ArrayList<>();
    for (RunResult run : runs) {
      for (BenchmarkResult fork : run.getBenchmarkResults()) {
        for (IterationResult iteration : fork.getIterationResults()) {
          iterations.add(iteration.getPrimaryResult().getScore());
        }
      }
    }
    return iterations.stream().sorted().skip(iterations.size() / 2).findFirst().orElseThrow();
  }

  private static String firstLine(RunnerException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("").replace('\t', ' ');
  }
}
