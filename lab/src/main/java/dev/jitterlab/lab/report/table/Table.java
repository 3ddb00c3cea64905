package dev.jitterlab.lab.report.table;

import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWidth;
import dev.jitterlab.lab.terminal.TextWrap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Columns and rows, printed as text for a terminal or as HTML. The first cell of a row names it. On
 * a narrow screen a row becomes a card, and each figure has its column's label before it. Not
 * thread-safe.
 */
public final class Table {
  private static final String GAP = "  ";

  /** Before a line that goes on with the words of the one above. */
  private static final String FOLD = "  ";

  /** As text, the first column is never cut shorter than this. */
  private static final int LEAST_FIRST = 8;

  private final String caption;
  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private String css = "cards";

  /**
   * A column.
   *
   * @param label before the figure on a narrow screen; null for none
   * @param head what stands in the head instead of the title, in HTML
   * @param rank the greater, the sooner it is left out where there is no room; 0 never is
   */
  private record Column(
      String title, boolean number, String label, String css, Consumer<Html> head, int rank) {}

  private record Row(String css, List<Cell> cells) {}

  /**
   * A cell.
   *
   * @param text what a terminal shows; also in HTML, unless there is more to say there
   * @param css the style's class instead of the column's, without its label; may be null
   * @param html what HTML shows instead of the text; may be null
   */
  public record Cell(String text, String css, Consumer<Html> html) {
    public static Cell of(String text) {
      return new Cell(text, null, null);
    }
  }

  private Table(String caption) {
    this.caption = caption;
  }

  /** Without columns. */
  public static Table of(String caption) {
    return new Table(caption);
  }

  /**
   * For a terminal alone.
   *
   * @param alignment one letter a column: {@code l} or {@code r}
   */
  public static Table plain(String alignment, List<String> titles) {
    Table table = new Table("");
    for (int i = 0; i < titles.size(); i++) {
      table.add(titles.get(i), alignment.charAt(i) == 'r', null);
    }
    return table;
  }

  /** The same. */
  public static Table plain(String alignment, String... titles) {
    return plain(alignment, List.of(titles));
  }

  /** Looks its own way too. */
  public Table styled(String more) {
    css = css + " " + more;
    return this;
  }

  /** No cards on a narrow screen, but that style; may be null. */
  public Table only(String style) {
    css = style;
    return this;
  }

  /** Names and their values, without a head. */
  public static Table pairs(String caption) {
    return Table.of(caption).only("pairs").text("").text("");
  }

  /** A column of texts; the first column names the rows. */
  public Table text(String title, String label) {
    return add(title, false, label);
  }

  /** A column of texts that need no label. */
  public Table text(String title) {
    return add(title, false, null);
  }

  /** A column of figures. */
  public Table number(String title, String label) {
    return add(title, true, label);
  }

  /** A column of figures, labelled with its title. */
  public Table number(String title) {
    return add(title, true, title);
  }

  /** A column of drawings, with one in its head. */
  public Table drawing(String style, Consumer<Html> head) {
    columns.add(new Column("", false, null, style, head, 0));
    return this;
  }

  private Table add(String title, boolean number, String label) {
    columns.add(new Column(title, number, label, number ? "number" : null, null, 0));
    return this;
  }

  /** The column that was added last is left out before those of a lower rank; 0 never is. */
  public Table rank(int rank) {
    Column last = columns.removeLast();
    columns.add(new Column(last.title, last.number, last.label, last.css, last.head, rank));
    return this;
  }

  /**
   * Leaves out the same columns of all tables until each fits into the terminal's width, or no more
   * may be left out.
   *
   * @param tables with the same columns
   * @return the titles of those that were left out
   */
  public static List<String> fit(List<Table> tables, Terminal terminal) {
    List<String> leftOut =
        new ArrayList<>(tables.getFirst().columns.stream().map(Column::title).toList());
    while (tables.stream().anyMatch(table -> table.width(terminal) > terminal.width())) {
      List<Column> columns = tables.getFirst().columns;
      int rank = columns.stream().mapToInt(Column::rank).max().orElse(0);
      if (rank == 0) {
        break;
      }
      for (int i = columns.size() - 1; i >= 0; i--) {
        if (columns.get(i).rank == rank) {
          int index = i;
          tables.forEach(table -> table.remove(index));
        }
      }
    }
    tables.getFirst().columns.forEach(column -> leftOut.remove(column.title));
    return leftOut;
  }

  private void remove(int column) {
    columns.remove(column);
    rows.forEach(row -> row.cells.remove(column));
  }

  private int width(Terminal terminal) {
    return IntStream.of(widths(terminal)).map(width -> width + GAP.length()).sum() - GAP.length();
  }

  /** Adds a row; it has as many cells as the table has columns. */
  public Table row(List<String> texts) {
    return cells(null, texts.stream().map(Cell::of).toList());
  }

  /** The same. */
  public Table row(String... texts) {
    return row(List.of(texts));
  }

  /**
   * The same.
   *
   * @param style the row's class; may be null
   */
  public Table cells(String style, List<Cell> cells) {
    rows.add(new Row(style, new ArrayList<>(cells)));
    return this;
  }

  /** Writes it as HTML. */
  public void write(Html html) {
    html.open("table", "class", css).element("caption", caption);
    if (columns.stream().anyMatch(column -> column.head != null || !column.title.isEmpty())) {
      head(html);
    }
    html.open("tbody");
    for (Row row : rows) {
      html.open("tr", "class", row.css());
      for (int i = 0; i < row.cells().size(); i++) {
        write(html, columns.get(i), row.cells().get(i), i == 0);
      }
      html.closeLine();
    }
    html.close().closeLine();
  }

  private void head(Html html) {
    html.open("thead").open("tr");
    for (Column column : columns) {
      html.open("th", "scope", "col", "class", column.css());
      if (column.head() == null) {
        html.text(column.title());
      } else {
        column.head().accept(html);
      }
      html.close();
    }
    html.close().close();
  }

  private static void write(Html html, Column column, Cell cell, boolean first) {
    if (first) {
      html.open("th", "scope", "row");
    } else {
      boolean own = cell.css() != null;
      html.open(
          "td",
          "class",
          own ? cell.css() : column.css(),
          "data-label",
          own ? null : column.label());
    }
    if (cell.html() == null) {
      html.text(cell.text());
    } else {
      cell.html().accept(html);
    }
    html.close();
  }

  /** As text: the head, the rule below it, then the rows; as wide as the cells need. */
  public List<String> lines(Terminal terminal) {
    return lines(terminal, widths(terminal));
  }

  /** The same lines within the terminal's width: where need be, the first column is cut. */
  public List<String> linesThatFit(Terminal terminal) {
    return lines(terminal, narrowed(terminal));
  }

  /**
   * The same lines within the terminal's width: where need be, the words of the first column go on
   * in further lines, below the row's figures. A single word that is too long is cut.
   */
  public List<String> linesThatFold(Terminal terminal) {
    int[] widths = narrowed(terminal);
    List<String> lines = new ArrayList<>();
    for (List<String> row : texts()) {
      String name = terminal.shown(row.getFirst());
      if (TextWidth.of(name) <= widths[0]) {
        lines.add(line(terminal, row, widths));
      } else {
        List<String> parts = TextWrap.lines(name, widths[0] - FOLD.length());
        List<String> first = new ArrayList<>(row);
        first.set(0, parts.getFirst());
        lines.add(line(terminal, first, widths));
        parts.stream()
            .skip(1)
            .forEach(part -> lines.add(FOLD + terminal.cut(part, widths[0] - FOLD.length())));
      }
    }
    return withHead(terminal, lines);
  }

  private int[] narrowed(Terminal terminal) {
    int[] widths = widths(terminal);
    int room = widths[0] - Math.max(0, width(terminal) - terminal.width());
    widths[0] = Math.min(widths[0], Math.max(LEAST_FIRST, room));
    return widths;
  }

  private int[] widths(Terminal terminal) {
    int[] widths = new int[columns.size()];
    for (List<String> row : texts()) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], TextWidth.of(terminal.shown(row.get(i))));
      }
    }
    return widths;
  }

  /** The head's cells and those of the rows. */
  private List<List<String>> texts() {
    List<List<String>> texts = new ArrayList<>();
    texts.add(columns.stream().map(Column::title).toList());
    rows.forEach(row -> texts.add(row.cells().stream().map(Cell::text).toList()));
    return texts;
  }

  private List<String> lines(Terminal terminal, int[] widths) {
    List<String> lines = new ArrayList<>();
    texts().forEach(row -> lines.add(line(terminal, row, widths)));
    return withHead(terminal, lines);
  }

  /** Dims the head, and draws the rule below it. */
  private static List<String> withHead(Terminal terminal, List<String> lines) {
    int longest = lines.stream().mapToInt(TextWidth::of).max().orElse(0);
    lines.set(0, terminal.dim(lines.getFirst()));
    lines.add(1, terminal.dim(terminal.shown("─".repeat(longest))));
    return lines;
  }

  private String line(Terminal terminal, List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = terminal.cut(terminal.shown(row.get(i)), widths[i]);
      String padding = " ".repeat(widths[i] - TextWidth.of(cell));
      line.append(i == 0 ? "" : GAP)
          .append(columns.get(i).number() ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }
}
