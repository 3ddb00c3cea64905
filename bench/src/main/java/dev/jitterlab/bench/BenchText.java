package dev.jitterlab.bench;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.util.List;
import java.util.Map;

/** The outcome of a bench as text, while it is put together. Not thread-safe. */
public final class BenchText {
  private final Terminal terminal;
  private final StringBuilder out = new StringBuilder();

  /** Nothing yet, for that terminal. */
  public BenchText(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Adds an empty line. */
  public void gap() {
    out.append('\n');
  }

  /** Adds a title, with an empty line before it. */
  public void title(String title) {
    out.append('\n').append(terminal.bold(title)).append('\n');
  }

  /** Adds the lines of a table. */
  public void table(Table table) {
    table.linesThatFit(terminal).forEach(line -> out.append(line).append('\n'));
  }

  /**
   * Adds tables with the same columns, each below its title.
   *
   * @return the columns that no table shows, for want of room
   */
  public List<String> tables(Map<String, Table> byTitle) {
    List<String> leftOut =
        byTitle.isEmpty() ? List.of() : Table.fit(List.copyOf(byTitle.values()), terminal);
    byTitle.forEach(
        (title, table) -> {
          title(title);
          table(table);
        });
    return leftOut;
  }

  /** Adds one line, however long it is. */
  void line(String text) {
    out.append(terminal.shown(text)).append('\n');
  }

  /** Adds a sentence, in as many lines as it needs. */
  public void sentence(String text) {
    TextWrap.lines(text, terminal.width()).forEach(this::line);
  }

  /** Adds a sentence that a reader should see first. */
  public void warning(String text) {
    TextWrap.lines(text, terminal.width())
        .forEach(line -> out.append(terminal.yellow(terminal.shown(line))).append('\n'));
  }

  /** A ratio and its interval, if it has one. */
  public static String interval(double ratio, Double low, Double high) {
    return low == null
        ? Units.number(ratio)
        : "%s [%s, %s]".formatted(Units.number(ratio), Units.number(low), Units.number(high));
  }

  /** Lines with a line feed at the end of each. */
  @Override
  public String toString() {
    return out.toString();
  }
}
