package dev.jitterlab.bench;

import dev.jitterlab.bench.BenchResult.Row;
import dev.jitterlab.bench.BenchResult.Spread;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The outcome of a bench as text, a table for each scenario. Where the terminal is too narrow, the
 * columns that tell least are left out, and named. Not thread-safe.
 */
public final class BenchTable {
  /** A column; the greater its rank, the sooner it is left out. */
  private record Column(String title, int rank, Function<Row, String> cell) {}

  private final BenchResult result;
  private final Terminal terminal;

  private BenchTable(BenchResult result, Terminal terminal) {
    this.result = result;
    this.terminal = terminal;
  }

  /** Renders the outcome; lines with a line feed at the end of each. */
  public static String render(BenchResult result, Terminal terminal) {
    return new BenchTable(result, terminal).render();
  }

  private String render() {
    StringBuilder out = new StringBuilder();
    List<Column> columns = columnsThatFit();
    Map<String, List<Row>> byScenario =
        result.rows().stream()
            .collect(Collectors.groupingBy(Row::scenario, LinkedHashMap::new, Collectors.toList()));
    byScenario.forEach(
        (scenario, rows) -> {
          out.append('\n').append(terminal.bold(scenario)).append('\n');
          table(columns, rows).forEach(line -> out.append(line).append('\n'));
        });
    out.append('\n');
    legend(columns).forEach(line -> out.append(terminal.shown(line)).append('\n'));
    return out.toString();
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("drift of", 0, this::who));
    columns.add(time("p50", 0, row -> row.driftSeconds().p50()));
    columns.add(time("p90", 6, row -> row.driftSeconds().p90()));
    columns.add(time("p99", 0, row -> row.driftSeconds().p99()));
    columns.add(time("p99.9", 5, row -> row.driftSeconds().p999()));
    columns.add(time("max", 3, row -> row.driftSeconds().max()));
    columns.add(new Column("missed", 2, row -> Units.count(row.missed())));
    if (result.rows().stream().anyMatch(row -> row.scenario().equals(Scenario.OVERLOAD))) {
      columns.add(new Column("missed by task", 1, BenchTable::missRates));
    }
    columns.add(new Column("CPU", 0, row -> Units.share(row.cpuCores())));
    columns.add(
        new Column(
            "switches/s", 4, row -> Units.count(Math.round(row.contextSwitchesPerSecond()))));
    for (String control : controls()) {
      int rank = control.equals(BenchResult.CONTROLS.getFirst()) ? 0 : 7;
      columns.add(new Column("p99 / " + control, rank, row -> ratio(row, control)));
    }
    return columns;
  }

  /** The scheduler; where it has several rows, also what tells them apart. */
  private String who(Row row) {
    List<Row> sameScheduler =
        result.rows().stream()
            .filter(other -> other.scenario().equals(row.scenario()))
            .filter(other -> other.scheduler().equals(row.scheduler()))
            .toList();
    StringBuilder who = new StringBuilder(row.scheduler());
    if (sameScheduler.stream().map(Row::waiting).distinct().count() > 1) {
      who.append(", ").append(row.waiting());
    }
    if (sameScheduler.stream().map(Row::policy).distinct().count() > 1) {
      who.append(", ").append(row.policy().substring("SCHED_".length()));
    }
    if (row.pinned()) {
      who.append(", pinned");
    }
    return who.toString();
  }

  private static String missRates(Row row) {
    return row.missRates() == null
        ? Units.NONE
        : Units.share(row.missRates().lowest()) + "–" + Units.share(row.missRates().highest());
  }

  /** The controls that any row was compared with. */
  private List<String> controls() {
    Set<String> compared =
        result.rows().stream()
            .flatMap(row -> row.ratioTo().keySet().stream())
            .collect(Collectors.toSet());
    return BenchResult.CONTROLS.stream().filter(compared::contains).toList();
  }

  private static Column time(String title, int rank, Function<Row, Double> seconds) {
    return new Column(title, rank, row -> Units.seconds(seconds.apply(row)));
  }

  private String ratio(Row row, String control) {
    BenchResult.Ratios ratios = row.ratioTo().get(control);
    if (ratios == null || ratios.p99() == null) {
      return Units.NONE;
    }
    Spread p99 = ratios.p99();
    if (result.rounds() == 1) {
      return Units.number(p99.median());
    }
    return "%s (%s–%s)"
        .formatted(
            Units.number(p99.median()), Units.number(p99.lowest()), Units.number(p99.highest()));
  }

  /** The same columns for all scenarios, so that the tables can be compared. */
  private List<Column> columnsThatFit() {
    List<Column> columns = new ArrayList<>(columns());
    while (isTooWide(columns)) {
      int rank = columns.stream().mapToInt(Column::rank).max().orElse(0);
      if (rank == 0) {
        return columns;
      }
      columns.removeIf(column -> column.rank() == rank);
    }
    return columns;
  }

  private boolean isTooWide(List<Column> columns) {
    int width = columns.stream().mapToInt(column -> 2 + widest(column)).sum() - 2;
    return width > terminal.width();
  }

  private int widest(Column column) {
    return result.rows().stream()
        .mapToInt(row -> column.cell().apply(row).length())
        .reduce(column.title().length(), Math::max);
  }

  private List<String> table(List<Column> columns, List<Row> rows) {
    Table table =
        Table.plain(
            "l" + "r".repeat(columns.size() - 1), columns.stream().map(Column::title).toList());
    for (Row row : rows) {
      table.row(columns.stream().map(column -> column.cell().apply(row)).toList());
    }
    return table.linesThatFit(terminal);
  }

  private List<String> legend(List<Column> shown) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "drift: start − schedule; rounds: %d, measured %d s in each"
            .formatted(result.rounds(), result.secondsPerRound()));
    SpinGaps stalls = result.machineStalls();
    lines.add(
        "the machine itself: threads that only spin lose %s of their time, at worst %s at once;"
            .formatted(Units.share(stalls.lostRatio()), Units.seconds(stalls.longestSeconds())));
    lines.add(
        "a core stalls for over 0.5 ms %s times a second"
            .formatted(Units.number(stalls.over500usPerSecond())));
    if (result.rounds() > 1) {
      lines.add("ratios: median (lowest–highest) of the rounds");
    }
    List<String> missing =
        columns().stream()
            .map(Column::title)
            .filter(title -> shown.stream().noneMatch(column -> column.title().equals(title)))
            .toList();
    if (!missing.isEmpty()) {
      lines.add("too narrow for: " + String.join(", ", missing) + " (--format json has all)");
    }
    for (BenchResult.Failure failure : result.leftOut()) {
      lines.add(
          "left out: %s in %s, for it failed in round %d: %s"
              .formatted(
                  failure.contender(), failure.scenario(), failure.round(), failure.reason()));
    }
    lines.addAll(result.notes());
    return lines;
  }
}
