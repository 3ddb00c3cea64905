package dev.jitterlab.lab.report;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as their widest cell; the first is left-aligned, numbers right. */
final class TextTable {
  private static final String GAP = "  ";

  private final TerminalStyle style;
  private final List<Boolean> rightAligned;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Creates a table.
   *
   * @param alignment one letter a column: {@code l} or {@code r}
   */
  TextTable(TerminalStyle style, String alignment) {
    this.style = style;
    this.rightAligned = alignment.chars().mapToObj(c -> c == 'r').toList();
  }

  /** Adds a row; it has as many cells as the table has columns. */
  void row(String... cells) {
    rows.add(List.of(cells).stream().map(style::shown).toList());
  }

  /**
   * The lines of the table, the first row underlined as its head. Where they would be wider than
   * the terminal, the first column is cut.
   */
  List<String> lines() {
    int[] widths = new int[rightAligned.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    int total = GAP.length() * (widths.length - 1);
    for (int width : widths) {
      total += width;
    }
    widths[0] = Math.max(8, widths[0] - Math.max(0, total - style.columns()));
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = cut(row.get(i), widths[i]);
        String padding = " ".repeat(widths[i] - cell.length());
        line.append(i == 0 ? "" : GAP)
            .append(rightAligned.get(i) ? padding + cell : cell + padding);
      }
      lines.add(line.toString().stripTrailing());
      if (lines.size() == 1) {
        int width = lines.getFirst().length();
        lines.add(style.shown("─".repeat(Math.min(Math.max(width, total), style.columns()))));
      }
    }
    return lines;
  }

  private String cut(String cell, int width) {
    if (cell.length() <= width) {
      return cell;
    }
    return cell.substring(0, width - 1) + (style.unicode() ? "…" : ".");
  }
}
