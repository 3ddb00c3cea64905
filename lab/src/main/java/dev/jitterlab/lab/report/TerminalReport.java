package dev.jitterlab.lab.report;

import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.TerminalStyle.Color;
import dev.jitterlab.lab.summary.Summary;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The outcome of a run as text: what {@code run} prints at its end and {@code show} prints again.
 * Not thread-safe.
 */
public final class TerminalReport {
  private static final Set<String> SHOWN =
      Set.of(
          "tick_drift_seconds.p50",
          "tick_drift_seconds.p99",
          "tick_drift_seconds.max",
          "tick_execution_seconds.p50",
          "tick_execution_seconds.p99",
          "tick_wait_seconds.p99",
          "tick_total_seconds.p99",
          "cpu_load");

  private final Summary summary;
  private final TerminalStyle style;
  private final StringBuilder out = new StringBuilder();

  private TerminalReport(Summary summary, TerminalStyle style) {
    this.summary = summary;
    this.style = style;
  }

  /**
   * Renders the outcome.
   *
   * @param directory the run; its report, if there is one, and its summary are named at the end
   * @return lines with a line feed at the end of each
   */
  public static String render(Summary summary, RunDirectory directory, TerminalStyle style) {
    return new TerminalReport(summary, style).render(directory);
  }

  private String render(RunDirectory directory) {
    blank();
    wrapped("", summary.verdict(), Color.BOLD);
    validity();
    comparisons();
    lateTicks();
    load();
    blank();
    if (Files.isRegularFile(directory.report())) {
      line("report   " + directory.report());
    }
    line("summary  " + directory.summary());
    return out.toString();
  }

  private void validity() {
    blank();
    if (summary.validity() == null) {
      wrapped("", "✖ invalid: nothing was checked", Color.RED);
      return;
    }
    List<Summary.Check> checks = summary.validity().checks();
    List<Summary.Check> failing =
        checks.stream().filter(check -> !check.status().equals("valid")).toList();
    String status = summary.validity().status();
    if (failing.isEmpty()) {
      wrapped("", "✔ " + status + ": all " + checks.size() + " checks passed", Color.GREEN);
      return;
    }
    String words =
        switch (status) {
          case "valid" -> "valid";
          case "weak" -> "weak: use the figures with the reservations below";
          default -> "INVALID TRIAL: do not use these figures";
        };
    wrapped("", ValiditySection.mark(status) + " " + words, color(status));
    for (Summary.Check check : failing) {
      String name = check.name();
      String figures =
          check.value() == null
              ? "no evidence"
              : ValiditySection.figure(name, check.value())
                  + (check.limit() == null
                      ? ""
                      : ", limit " + ValiditySection.figure(name, check.limit()));
      wrapped(
          "  ",
          ValiditySection.mark(check.status())
              + " "
              + ValiditySection.words(name)
              + " ("
              + figures
              + "): "
              + Objects.requireNonNullElse(check.why(), "no cause was recorded"),
          color(check.status()));
    }
  }

  private void comparisons() {
    for (Summary.GroupSummary group : summary.groups()) {
      List<Summary.Comparison> rows =
          summary.comparisons().stream()
              .filter(c -> c.group().equals(group.name()))
              .filter(c -> SHOWN.contains(c.metric()) || c.metric().equals(summary.primaryMetric()))
              .toList();
      if (rows.isEmpty()) {
        continue;
      }
      blank();
      wrapped("", group.name() + " against " + summary.baseline(), Color.BOLD);
      Summary.Metrics base = metrics(summary.baseline());
      TextTable table = new TextTable(style, "lrrrl");
      table.row("metric", "baseline", "group", "ratio [95 % interval]", "");
      for (Summary.Comparison row : rows) {
        Metric metric = Metric.of(row.metric()).orElse(null);
        Decision decision = Decision.of(row);
        table.row(
            metric == null ? row.metric() : metric.title(),
            metric == null ? Units.NONE : metric.format(metric.in(base)),
            metric == null ? Units.NONE : metric.format(metric.in(group.metrics())),
            ForestPlot.interval(row),
            decision.mark() + " " + decision.word());
      }
      table(table);
    }
  }

  private void lateTicks() {
    blank();
    TextTable table = new TextTable(style, "lrrrrr");
    table.row("late ticks above", "1.1", "1.4", "2", "4 periods", "of");
    for (Summary.GroupSummary group : summary.groups()) {
      List<String> cells = new ArrayList<>();
      cells.add(group.name());
      for (String threshold : Metric.THRESHOLDS) {
        Metric metric = new Metric(Metric.Family.LATE, threshold);
        cells.add(metric.format(metric.in(group.metrics())));
      }
      cells.add(group.metrics() == null ? Units.NONE : Units.count(group.metrics().ticks()));
      table.row(cells.toArray(String[]::new));
    }
    table(table);
  }

  private void load() {
    blank();
    TextTable table = new TextTable(style, "lrrrrr");
    List<Metric> columns =
        List.of(
            new Metric(Metric.Family.CPU, ""),
            new Metric(Metric.Family.SYSTEM_CPU, ""),
            new Metric(Metric.Family.PLAYERS, ""),
            new Metric(Metric.Family.MEMORY, ""));
    table.row("mean server", "CPU load", "machine", "players", "memory", "counting");
    for (Summary.GroupSummary group : summary.groups()) {
      List<String> cells = new ArrayList<>();
      cells.add(group.name());
      columns.forEach(metric -> cells.add(metric.format(metric.in(group.metrics()))));
      long counting = group.instances().stream().filter(i -> !i.nullified()).count();
      cells.add(counting + " of " + group.instances().size());
      table.row(cells.toArray(String[]::new));
    }
    table(table);
  }

  private void table(TextTable table) {
    List<String> lines = table.lines();
    line(style.colored(lines.getFirst(), Color.FAINT));
    lines.subList(1, lines.size()).forEach(this::line);
  }

  private Summary.Metrics metrics(String group) {
    return summary.groups().stream()
        .filter(g -> g.name().equals(group))
        .map(Summary.GroupSummary::metrics)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static Color color(String status) {
    return switch (status) {
      case "valid" -> Color.GREEN;
      case "weak" -> Color.YELLOW;
      default -> Color.RED;
    };
  }

  /** Adds a text, broken between words; what follows the first line is indented by two more. */
  private void wrapped(String indent, String text, Color color) {
    StringBuilder current = new StringBuilder(indent);
    boolean empty = true;
    for (String word : style.shown(text).split(" +", -1)) {
      if (!empty && current.length() + 1 + word.length() > style.columns()) {
        line(style.colored(current.toString(), color));
        current = new StringBuilder(indent + "  ");
        empty = true;
      }
      current.append(empty ? "" : " ").append(word);
      empty = false;
    }
    line(style.colored(current.toString(), color));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private void blank() {
    out.append('\n');
  }
}
