package dev.jitterlab.cli;

import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.summary.RecordedCosts;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jitterlab cost FILE}: BP$ of recorded figures, a table for each load level. */
@Command(
    name = "cost",
    description = "Compare price and performance (BP$) of recorded figures, such as the thesis's.")
public final class CostCommand implements Runnable {
  @Parameters(
      paramLabel = "FILE",
      description =
          "A comma-separated file: load_level, group, price_per_hour, then figures of which less"
              + " is better. The first line of a level is its baseline.")
  private Path file;

  @Mixin private Output output;

  @Override
  public void run() {
    RecordedCosts costs = RecordedCosts.read(file);
    output.print(out -> costs.levels().forEach(level -> print(out, costs.figures(), level)), costs);
  }

  private void print(PrintWriter out, List<String> figures, RecordedCosts.Level level) {
    List<String> head = new ArrayList<>(List.of("at " + level.loadLevel(), "price/h"));
    figures.forEach(figure -> head.addAll(List.of(figure, "BP$")));
    Table table = Table.plain("lr" + "rr".repeat(figures.size()), head);
    for (RecordedCosts.Group group : level.groups()) {
      List<String> cells = new ArrayList<>(List.of(group.group(), plain(group.pricePerHour())));
      for (String figure : figures) {
        cells.add(plain(group.figures().get(figure)));
        cells.add(String.format(Locale.ROOT, "%.2f", group.bangPerDollar().get(figure)));
      }
      table.row(cells);
    }
    table.linesThatFit(output.terminal()).forEach(out::println);
    out.println();
  }

  /** All digits that the file has. */
  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
