package dev.jitterlab.lab.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Columns of text, each as wide as its widest cell. Confined to one thread. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(List<String> header) {
    this.header = List.copyOf(header);
  }

  /** Adds a row with as many cells as the header has. */
  void add(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /** The lines, the header first. */
  List<String> lines(String indent, UnaryOperator<String> headerStyle) {
    List<String> lines = new ArrayList<>();
    lines.add(indent + headerStyle.apply(line(header)));
    rows.forEach(row -> lines.add(indent + line(row)));
    return lines;
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      line.append(cell).append(" ".repeat(width(column) - cell.length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    int width = header.get(column).length();
    for (List<String> row : rows) {
      width = Math.max(width, row.get(column).length());
    }
    return width;
  }
}
