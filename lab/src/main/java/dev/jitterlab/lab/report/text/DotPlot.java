package dev.jitterlab.lab.report.text;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.words.GroupFigure;
import dev.jitterlab.lab.report.words.GroupFigure.Reach;
import dev.jitterlab.lab.report.words.ShortNames;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The verdict's metric in characters: a row a group, a dot an instance, with each group's figure
 * and its interval. Immutable.
 */
record DotPlot(Terminal terminal, Metric metric, List<GroupFigure> figures, Reach reach) {
  private static final int LEAST_PLOT = 24;
  private static final String GAP = "  ";

  /** Its lines; none where there is nothing to compare, or too little room. */
  static List<String> lines(Summary summary, Terminal terminal) {
    List<GroupFigure> figures = GroupFigure.of(summary);
    Reach reach = GroupFigure.reach(figures).orElse(null);
    if (figures.size() < 2 || reach == null || reach.high() <= reach.low()) {
      return List.of();
    }
    DotPlot plot = new DotPlot(terminal, GroupFigure.metric(summary).orElseThrow(), figures, reach);
    return plot.width() < LEAST_PLOT ? List.of() : plot.lines();
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    List<String> names = names();
    for (int row = 0; row < figures.size(); row++) {
      String name = names.get(row);
      String value = value(figures.get(row));
      lines.add(
          name
              + " ".repeat(nameWidth() - TextWidth.of(name))
              + GAP
              + row(row)
              + GAP
              + " ".repeat(valueWidth() - TextWidth.of(value))
              + value);
    }
    String from = terminal.shown(metric.format(reach.floor() > 0 ? 0.0 : reach.low()));
    String to = terminal.shown(metric.format(reach.high()));
    String scale = reach.isLog() ? " (logarithmic)" : "";
    String middle = metric.title() + scale;
    int room = width() - from.length() - to.length();
    String axis =
        middle.length() + 2 > room
            ? " ".repeat(Math.max(1, room))
            : " ".repeat((room - middle.length()) / 2)
                + middle
                + " ".repeat(room - middle.length() - (room - middle.length()) / 2);
    lines.add(terminal.dim(" ".repeat(nameWidth()) + GAP + from + axis + to));
    return lines;
  }

  /** From the back to the front. */
  private String row(int row) {
    char[] cells = new char[width()];
    Arrays.fill(cells, ' ');
    figures.stream()
        .filter(one -> one.isBaseline() && one.value() != null)
        .forEach(one -> cells[at(one.value())] = terminal.unicode() ? '┊' : ':');
    GroupFigure figure = figures.get(row);
    if (figure.low() != null && figure.high() != null) {
      Arrays.fill(cells, at(figure.low()), at(figure.high()) + 1, terminal.unicode() ? '─' : '-');
    }
    figure.instances().forEach(value -> cells[at(value)] = terminal.unicode() ? '•' : 'o');
    if (figure.low() != null && figure.high() != null) {
      boolean unicode = terminal.unicode();
      cells[at(figure.low())] =
          figure.low() < reach.low() ? (unicode ? '◀' : '<') : unicode ? '├' : '[';
      cells[at(figure.high())] =
          figure.high() > reach.high() ? (unicode ? '▶' : '>') : unicode ? '┤' : ']';
    }
    if (figure.value() != null) {
      cells[at(figure.value())] = terminal.unicode() ? '█' : '#';
    }
    return new String(cells);
  }

  private int at(double value) {
    double placed = Math.clamp(value, reach.low(), reach.high());
    double share =
        reach.isLog()
            ? Math.log(placed / reach.low()) / Math.log(reach.high() / reach.low())
            : (placed - reach.low()) / (reach.high() - reach.low());
    return (int) Math.round(Math.clamp(share, 0, 1) * (width() - 1));
  }

  private int width() {
    return terminal.width() - nameWidth() - valueWidth() - 2 * GAP.length();
  }

  private String value(GroupFigure figure) {
    return terminal.shown(figure.shown());
  }

  private List<String> names() {
    return ShortNames.besideRows(figures.stream().map(GroupFigure::group).toList()).stream()
        .map(name -> terminal.cut(terminal.shown(name), ShortNames.MOST))
        .toList();
  }

  private int nameWidth() {
    return names().stream().mapToInt(TextWidth::of).max().orElse(0);
  }

  private int valueWidth() {
    return figures.stream().mapToInt(one -> TextWidth.of(value(one))).max().orElse(0);
  }
}
