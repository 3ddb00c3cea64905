package dev.jitterlab.lab.report.history;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.Decision;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.summary.Comparability.Difference;
import dev.jitterlab.lab.summary.RunHistory;
import dev.jitterlab.lab.summary.RunHistory.Change;
import dev.jitterlab.lab.summary.RunHistory.Point;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A history as text for the terminal. Not thread-safe. */
public final class HistoryText {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int PLOT_WIDTH = 24;
  private static final int MOST_VALUE = 40;

  private final RunHistory history;
  private final Metric metric;
  private final Terminal terminal;
  private final StringBuilder out = new StringBuilder();

  private HistoryText(RunHistory history, Terminal terminal) {
    this.history = history;
    this.metric = HistoryPage.metric(history);
    this.terminal = terminal;
  }

  /** Renders the history: lines with a line feed at the end of each. */
  public static String render(RunHistory history, Terminal terminal) {
    return new HistoryText(history, terminal).render();
  }

  private String render() {
    line(
        terminal.bold(
            terminal.shown(
                "%s: %s in %s"
                    .formatted(
                        history.experiment(),
                        metric.title(),
                        Units.count(history.runs().size(), "run")))));
    history.groups().forEach(this::group);
    line("");
    verdict();
    for (RunHistory.LeftOut one : history.leftOut()) {
      wrapped("", "left out: " + one.directory() + ", " + one.why(), terminal::yellow);
    }
    return out.toString();
  }

  private void group(RunHistory.Group group) {
    line("");
    line(terminal.bold(terminal.shown(group.name())));
    Scale scale = Scale.of(group.points());

    Table table =
        Table.plain(
            "lllrl", "run", "began (UTC)", "trial", "value [95 % interval]", scale.legend(metric));
    for (int i = 0; i < group.points().size(); i++) {
      RunHistory.Run run = history.runs().get(i);
      table.row(
          HistoryPage.name(history, i),
          UTC.format(Instant.ofEpochMilli((long) (run.startedAt() * 1_000))),
          TrialWords.mark(run.status()) + " " + run.status(),
          value(metric, group.points().get(i)),
          scale.plot(group.points().get(i)));
    }
    List<String> lines = table.linesThatFit(terminal);
    line(lines.get(0));
    line(lines.get(1));
    for (int i = 0; i < group.points().size(); i++) {
      differences(history.runs().get(i));
      if (group.points().get(i).why() != null) {
        wrapped("  ", "⚠ " + group.points().get(i).why(), terminal::yellow);
      }
      for (Change change : group.changes()) {
        if (change.run() == i) {
          wrapped(
              "  ",
              words(change, history.higherIsBetter()),
              change.worse() ? terminal::red : terminal::green);
        }
      }
      line(lines.get(2 + i));
    }
  }

  private void differences(RunHistory.Run run) {
    for (Difference difference : run.differences()) {
      String mark = difference.breaks() ? "── a new series: " : "⚠ ";
      wrapped("  ", mark + shortened(difference), terminal::yellow);
    }
  }

  /** Flags and mitigations may be long; the JSON has them whole. */
  private static String shortened(Difference difference) {
    return difference.before().length() + difference.after().length() > 2 * MOST_VALUE
        ? difference.what() + " changed"
        : difference.toString();
  }

  /** {@code ▲ ratio 1.32 [1.2, 1.45], p 0.001: worse}. */
  static String words(Change change, boolean higherIsBetter) {
    boolean higher = change.ratio() == null ? change.worse() != higherIsBetter : change.ratio() > 1;
    return "%s %s%s, p %s: %s"
        .formatted(
            higher ? Decision.HIGHER.mark() : Decision.LOWER.mark(),
            change.ratio() == null ? "changed" : "ratio " + Units.ratio(change.ratio()),
            change.low() == null
                ? ""
                : " [%s, %s]".formatted(Units.ratio(change.low()), Units.ratio(change.high())),
            Units.number(change.pValue()),
            change.worse() ? "worse from here on" : "better from here on");
  }

  /** {@code 1.2 ms [1.1 ms, 1.3 ms]}. */
  static String value(Metric metric, Point point) {
    String value = figure(metric, point);
    return point.low() == null
        ? value
        : value + " [" + metric.format(point.low()) + ", " + metric.format(point.high()) + "]";
  }

  /** {@code 1.2 ms}; a bound is marked as one: {@code ≥ 1.2 ms}. */
  static String figure(Metric metric, Point point) {
    String mark =
        point.bound() == null ? "" : point.bound().equals(MetricValues.BELOW) ? "< " : "≥ ";
    return mark + metric.format(point.value());
  }

  private void verdict() {
    List<String> changed = new ArrayList<>();
    for (RunHistory.Group group : history.groups()) {
      if (!group.changes().isEmpty()) {
        Change last = group.changes().getLast();
        String since = HistoryPage.name(history, last.run());
        String how = last.worse() ? "worse" : "better";
        changed.add("%s since %s (%s)".formatted(group.name(), since, how));
      }
    }
    wrapped(
        "",
        changed.isEmpty()
            ? "No change that chance could not explain."
            : "Changed: " + String.join(", ", changed) + ".",
        changed.isEmpty() ? terminal::green : terminal::bold);
    wrapped(
        "",
        "At most %s of all histories without a change show one. A level needs at least two runs."
            .formatted(Units.share(history.falseAlarmRate())),
        terminal::dim);
  }

  /** Where on a logarithmic axis the figures of a group are; linear where some are not positive. */
  private record Scale(double low, double high, boolean log) {
    static Scale of(List<Point> points) {
      double[] all =
          points.stream()
              .flatMap(
                  point ->
                      Stream.of(point.low(), point.value(), point.high()).filter(Objects::nonNull))
              .mapToDouble(Double::doubleValue)
              .toArray();
      double low = DoubleStream.of(all).min().orElse(0);
      double high = DoubleStream.of(all).max().orElse(0);
      return new Scale(low, high, low > 0);
    }

    String legend(Metric metric) {
      return TextWrap.ends(metric.format(low), metric.format(high), PLOT_WIDTH);
    }

    /** {@code ├──●──┤}. */
    String plot(Point point) {
      if (point.value() == null) {
        return "";
      }
      char[] cells = " ".repeat(PLOT_WIDTH).toCharArray();
      if (point.low() != null) {
        for (int i = place(point.low()); i <= place(point.high()); i++) {
          cells[i] = '─';
        }
      }
      cells[place(point.value())] = '●';
      return new String(cells).stripTrailing();
    }

    private int place(double value) {
      double share =
          high == low
              ? 0.5
              : log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
      return (int) Math.round(share * (PLOT_WIDTH - 1));
    }
  }

  private void wrapped(String indent, String text, UnaryOperator<String> style) {
    for (String one : TextWrap.lines(terminal.shown(text), terminal.width() - indent.length())) {
      line(style.apply(indent + one));
    }
  }

  private void line(String line) {
    out.append(line).append('\n');
  }
}
