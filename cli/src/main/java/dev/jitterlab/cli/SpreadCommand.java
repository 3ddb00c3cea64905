package dev.jitterlab.cli;

import static dev.jitterlab.lab.statistics.SpreadParts.deviation;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.statistics.SpreadParts;
import dev.jitterlab.lab.summary.RunSpread;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "The run directory; of several, one table with a line for each.")
  private List<Path> directories;

  @Mixin private Output output;

  @Override
  public void run() {
    Map<String, RunSpread> spreads = new LinkedHashMap<>();
    directories.forEach(
        directory -> spreads.put(directory.toString(), RunSpread.of(new RunDirectory(directory))));
    if (spreads.size() == 1) {
      RunSpread spread = spreads.values().iterator().next();
      output.print(out -> print(out, spread), spread);
    } else {
      output.print(out -> print(out, spreads), spreads);
    }
  }

  private void print(PrintWriter out, Map<String, RunSpread> spreads) {
    Table table =
        Table.plain(
            "llrrrrrr",
            "run",
            "metric",
            "between JVMs",
            "within a JVM",
            "with shared seconds",
            "from round to round",
            "begin to end",
            "JVM's part of the interval");
    spreads.forEach(
        (run, spread) ->
            table.row(
                output.terminal().shown(run),
                spread.metric(),
                deviation(spread.parts().jvm()),
                deviation(spread.parts().within()),
                spread.together() ? deviation(spread.parts().sameSeconds()) : "not seen",
                deviation(spread.parts().rounds()),
                trend(spread.parts()),
                ofTheJvm(spread.parts())));
    table.linesThatFit(output.terminal()).forEach(out::println);
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
    table.row("from begin to end", trend(parts), "a longer warmup, if it should be steady");
    table.linesThatFit(output.terminal()).forEach(out::println);
    out.printf(
        "%n%s of the variance in the interval of a ratio lies between JVMs, the rest within them.%n"
            + "Twice the instances would narrow the interval of a ratio to 71 %% of its width, twice"
            + " the duration to %s.%n",
        ofTheJvm(parts), Units.share(parts.widthWithTimesTheDuration(2)));
  }

  private static String trend(SpreadParts parts) {
    return Units.share(Math.abs(Math.expm1(parts.trend())));
  }

  private static String ofTheJvm(SpreadParts parts) {
    return parts.ofAnInstance() == 0 ? Units.NONE : Units.share(parts.jvm() / parts.ofAnInstance());
  }
}
