package dev.jitterlab.lab.report.text;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.words.GroupFigure;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The verdict's metric in characters: a row a group, a dot an instance, with each group's figure
 * and its interval. Immutable.
 */
final class DotPlot {
  private static final int MOST_NAME = 24;
  private static final int LEAST_PLOT = 24;
  private static final String GAP = "  ";

  /** From here on the axis is logarithmic. */
  private static final double WIDE = 8;

  private final Terminal terminal;
  private final Metric metric;
  private final List<GroupFigure> figures;
  private final List<List<Double>> instances;
  private final boolean log;
  private final double low;
  private final double high;

  private DotPlot(
      Terminal terminal,
      Metric metric,
      List<GroupFigure> figures,
      List<List<Double>> instances,
      double[] values) {
    this.terminal = terminal;
    this.metric = metric;
    this.figures = figures;
    this.instances = instances;
    double least = DoubleStream.of(values).filter(value -> value > 0).min().orElse(0);
    double most = DoubleStream.of(values).max().orElse(0);
    this.log = least > 0 && most / least > WIDE;
    boolean zeros = DoubleStream.of(values).anyMatch(value -> value <= 0);
    this.low =
        log ? (zeros ? least / 2 : least) : DoubleStream.of(values).min().orElse(0);
    this.high = most;
  }

  /** Its lines; none where there is nothing to compare, or too little room. */
  static List<String> lines(Summary summary, Terminal terminal) {
    Metric metric = GroupFigure.metric(summary).orElse(null);
    List<GroupFigure> figures = GroupFigure.of(summary);
    if (metric == null || figures.size() < 2) {
      return List.of();
    }
    List<List<Double>> instances =
        summary.groups().stream()
            .map(
                group ->
                    group.instances().stream()
                        .filter(instance -> !instance.nullified())
                        .map(InstanceSummary::metrics)
                        .map(metric::in)
                        .filter(Objects::nonNull)
                        .toList())
            .toList();
    double[] values =
        Stream.concat(
                instances.stream().flatMap(List::stream),
                figures.stream().flatMap(one -> Stream.of(one.value(), one.low(), one.high())))
            .filter(Objects::nonNull)
            .mapToDouble(value -> value)
            .toArray();
    DotPlot plot = new DotPlot(terminal, metric, figures, instances, values);
    return values.length == 0 || plot.high <= plot.low || plot.width() < LEAST_PLOT
        ? List.of()
        : plot.lines();
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < figures.size(); row++) {
      String name = name(figures.get(row));
      String value = terminal.shown(metric.format(figures.get(row).value()));
      lines.add(
          name
              + " ".repeat(nameWidth() - name.length())
              + GAP
              + row(row)
              + GAP
              + " ".repeat(valueWidth() - value.length())
              + value);
    }
    String from = terminal.shown(metric.format(low));
    String to = terminal.shown(metric.format(high));
    String scale = log ? " (logarithmic)" : "";
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
    instances.get(row).forEach(value -> cells[at(value)] = terminal.unicode() ? '•' : 'o');
    if (figure.low() != null && figure.high() != null) {
      cells[at(figure.low())] = terminal.unicode() ? '├' : '[';
      cells[at(figure.high())] = terminal.unicode() ? '┤' : ']';
    }
    if (figure.value() != null) {
      cells[at(figure.value())] = terminal.unicode() ? '█' : '#';
    }
    return new String(cells);
  }

  private int at(double value) {
    double share =
        log
            ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
            : (value - low) / (high - low);
    return (int) Math.round(Math.clamp(share, 0, 1) * (width() - 1));
  }

  private int width() {
    return terminal.width() - nameWidth() - valueWidth() - 2 * GAP.length();
  }

  private String name(GroupFigure figure) {
    String name = terminal.shown(figure.group());
    return name.length() <= MOST_NAME ? name : name.substring(0, MOST_NAME - 1) + terminal.shown("…").charAt(0);
  }

  private int nameWidth() {
    return figures.stream().mapToInt(one -> name(one).length()).max().orElse(0);
  }

  private int valueWidth() {
    return figures.stream()
        .mapToInt(one -> terminal.shown(metric.format(one.value())).length())
        .max()
        .orElse(0);
  }
}
