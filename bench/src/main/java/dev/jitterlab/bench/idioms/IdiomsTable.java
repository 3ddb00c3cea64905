package dev.jitterlab.bench.idioms;

import dev.jitterlab.bench.BenchJdks;
import dev.jitterlab.bench.BenchText;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a bench of idioms as text: a table for each idiom, with a column for each JDK. The
 * first line of a case has the times of the way that the others are compared with, the others have
 * ratios to it. Not thread-safe.
 */
public final class IdiomsTable {
  private static final double NS_PER_SECOND = 1e9;

  private final IdiomsResult result;
  private final Terminal terminal;
  private final BenchText text;

  private IdiomsTable(IdiomsResult result, Terminal terminal) {
    this.result = result;
    this.terminal = terminal;
    this.text = new BenchText(terminal);
  }

  /** Renders the outcome; lines with a line feed at the end of each. */
  public static String render(IdiomsResult result, Terminal terminal) {
    IdiomsTable table = new IdiomsTable(result, terminal);
    table.render();
    return table.text.toString();
  }

  private void render() {
    Map<Idiom, Table> tables = new LinkedHashMap<>();
    for (Idiom idiom : Idiom.ALL) {
      if (result.rows().stream().anyMatch(row -> row.idiom().equals(idiom.name()))) {
        tables.put(idiom, table(idiom));
      }
    }
    List<String> leftOut = Table.fit(List.copyOf(tables.values()), terminal);
    tables.forEach(
        (idiom, table) -> {
          text.title(idiom.name());
          text.sentence(idiom.question());
          text.table(table);
          shapes(idiom);
        });
    text.gap();
    text.sentence(
        "Ratios of the mean time of an operation to that of the first line, below 1 is quicker; in"
            + " brackets the 95 % interval over "
            + result.rounds()
            + " forks. A time is that of one thread's operation.");
    if (!leftOut.isEmpty()) {
      text.sentence("No room for: " + String.join(", ", leftOut) + ". They are in bench.json.");
    }
    result.notes().forEach(note -> text.sentence("Note: " + note + "."));
  }

  private Table table(Idiom idiom) {
    Table table = BenchJdks.table(result.jdks().keySet());
    for (int at : cases(idiom)) {
      for (Idiom.Way way : idiom.contenders()) {
        List<String> cells = new ArrayList<>();
        cells.add(label(idiom, at, way));
        for (int jdk : result.jdks().keySet()) {
          cells.add(
              result.row(idiom.name(), at, jdk, way.name()).map(this::cell).orElse(Units.NONE));
        }
        table.row(cells);
      }
    }
    return table;
  }

  /** Those that were measured, in the order of the idiom. */
  private List<Integer> cases(Idiom idiom) {
    return idiom.cases().stream()
        .filter(
            at ->
                result.rows().stream()
                    .anyMatch(row -> row.idiom().equals(idiom.name()) && row.at() == at))
        .toList();
  }

  private static String label(Idiom idiom, int at, Idiom.Way way) {
    return switch (idiom.unit()) {
      case Idiom.SIZE -> at + ": " + way.name();
      case Idiom.THREADS -> at + (at == 1 ? " thread: " : " threads: ") + way.name();
      default -> way.name();
    };
  }

  private String cell(IdiomsResult.Row row) {
    IdiomsResult.Ratio ratio = row.ratio();
    return ratio == null
        ? Units.seconds(row.meanNs() / NS_PER_SECOND)
        : BenchText.interval(ratio.ratio(), ratio.low(), ratio.high());
  }

  /** What the JIT made, in one line for all JDKs where it made the same. */
  private void shapes(Idiom idiom) {
    for (Idiom.Way way : idiom.contenders()) {
      Map<String, List<String>> byText = new LinkedHashMap<>();
      for (CodeShape shape : result.shapes()) {
        if (shape.idiom().equals(idiom.name()) && shape.way().equals(way.name())) {
          byText
              .computeIfAbsent(shape.text(), _ -> new ArrayList<>())
              .add(Integer.toString(shape.jdk()));
        }
      }
      byText.forEach(
          (made, jdks) ->
              text.sentence(way.name() + ", JDK " + String.join(", ", jdks) + ": " + made));
    }
  }
}
