package dev.jitterlab.cli;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.statistics.SpreadParts;
import dev.jitterlab.lab.summary.RunSpread;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jitterlab spread DIR}: what would narrow the intervals of a run. */
@Command(
    name = "spread",
    description =
        "Show where the spread between a run's instances comes from, and what would narrow its"
            + " intervals.")
public final class SpreadCommand implements Runnable {
  @Parameters(paramLabel = "DIR", description = "The run directory.")
  private Path directory;

  @Mixin private Output output;

  @Override
  public void run() {
    RunSpread spread = RunSpread.of(new RunDirectory(directory));
    output.print(out -> print(out, spread), spread);
  }

  private void print(PrintWriter out, RunSpread spread) {
    SpreadParts parts = spread.parts();
    out.printf(
        "%s, %d rounds of %d groups, in %d slices of the measured time%n%n",
        spread.metric(), spread.rounds(), spread.groups(), parts.slices());
    Table table = Table.plain("lrl", "an instance's figure varies", "by", "what narrows it");
    table.row("between JVMs of a group", deviation(parts.jvm()), "more instances");
    table.row("within a JVM", deviation(parts.within()), "a longer duration, or more instances");
    table.row(
        "with the seconds it shares",
        spread.together() ? deviation(parts.sameSeconds()) : "not seen",
        spread.together()
            ? "cancels: all groups of a round have it"
            : "no two servers were measured at once");
    table.row(
        "from round to round", deviation(parts.rounds()), "cancels: all groups of a round have it");
    table.row(
        "from begin to end",
        Units.share(Math.abs(Math.expm1(parts.trend()))),
        "a longer warmup, if it should be steady");
    table.linesThatFit(output.terminal()).forEach(out::println);
    out.printf(
        "%nTwice the instances would narrow the interval of a ratio to 71 %% of its width, twice"
            + " the duration to %s.%n",
        Units.share(parts.widthWithTimesTheDuration(2)));
  }

  /** A standard deviation of the logarithm as a share of the figure. */
  private static String deviation(double variance) {
    return Units.share(Math.expm1(Math.sqrt(variance)));
  }
}
