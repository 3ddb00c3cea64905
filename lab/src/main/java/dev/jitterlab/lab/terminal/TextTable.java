package dev.jitterlab.lab.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Columns of text, each as wide as its widest cell; the first row is the head and is underlined.
 * Not thread-safe.
 */
public final class TextTable {
  private static final String GAP = "  ";

  /** The first column is never cut shorter than this. */
  private static final int LEAST_FIRST = 8;

  private final Terminal terminal;
  private final List<Boolean> rightAligned;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Creates a table.
   *
   * @param alignment one letter a column: {@code l} or {@code r}
   */
  public TextTable(Terminal terminal, String alignment) {
    this.terminal = terminal;
    this.rightAligned = alignment.chars().mapToObj(c -> c == 'r').toList();
  }

  /** Adds a row; it has as many cells as the table has columns. */
  public void row(List<String> cells) {
    rows.add(cells.stream().map(terminal::shown).toList());
  }

  /** Adds a row; it has as many cells as the table has columns. */
  public void row(String... cells) {
    row(List.of(cells));
  }

  /** The head, the rule below it, then the other rows; as wide as the cells need. */
  public List<String> lines() {
    return lines(widths());
  }

  /** The same lines within the terminal's width: where need be, the first column is cut. */
  public List<String> linesThatFit() {
    int[] widths = widths();
    int tooWide = IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
    int room = widths[0] - Math.max(0, tooWide - terminal.width());
    widths[0] = Math.min(widths[0], Math.max(LEAST_FIRST, room));
    return lines(widths);
  }

  private int[] widths() {
    int[] widths = new int[rightAligned.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private List<String> lines(int[] widths) {
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(line(row, widths)));
    int longest = lines.stream().mapToInt(String::length).max().orElse(0);
    lines.set(0, terminal.dim(lines.getFirst()));
    lines.add(1, terminal.dim(terminal.shown("─".repeat(longest))));
    return lines;
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cut(row.get(i), widths[i]);
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(i == 0 ? "" : GAP).append(rightAligned.get(i) ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private String cut(String cell, int width) {
    if (cell.length() <= width) {
      return cell;
    }
    return cell.substring(0, width - 1) + (terminal.unicode() ? "…" : ".");
  }
}
