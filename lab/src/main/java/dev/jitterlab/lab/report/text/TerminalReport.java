package dev.jitterlab.lab.report.text;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.ResidentMemory;
import dev.jitterlab.lab.metric.Served;
import dev.jitterlab.lab.metric.TickCount;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.CauseSentences;
import dev.jitterlab.lab.report.words.CostWords;
import dev.jitterlab.lab.report.words.Decision;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.report.words.FirstLetter;
import dev.jitterlab.lab.report.words.GroupFigure;
import dev.jitterlab.lab.report.words.Headline;
import dev.jitterlab.lab.report.words.ResponseWords;
import dev.jitterlab.lab.report.words.SteadyWords;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import dev.jitterlab.lab.validity.Question;
import dev.jitterlab.lab.validity.Role;
import dev.jitterlab.lab.validity.TrialChecks;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The outcome of a run as text: what {@code run} prints at its end and {@code show} prints again.
 * Not thread-safe.
 */
public final class TerminalReport {
  private static final String HANGING = "  ";

  /** What a mean server used and served, by the column's title. */
  private static final Map<String, Metric> LOAD_COLUMNS = new LinkedHashMap<>();

  static {
    LOAD_COLUMNS.put("CPU load", CpuLoad.OF_SERVER);
    LOAD_COLUMNS.put("observing", CpuLoad.OF_OBSERVING);
    LOAD_COLUMNS.put("machine", CpuLoad.OF_MACHINE);
    LOAD_COLUMNS.put("players", Served.PLAYERS);
    LOAD_COLUMNS.put("memory", ResidentMemory.METRIC);
  }

  private final Summary summary;
  private final Terminal terminal;
  private final boolean verbose;
  private final StringBuilder out = new StringBuilder();

  private TerminalReport(Summary summary, Terminal terminal, boolean verbose) {
    this.summary = summary;
    this.terminal = terminal;
    this.verbose = verbose;
  }

  /**
   * Renders the outcome.
   *
   * @param directory the run; its report, if there is one, and its summary are named at the end
   * @param verbose also the checks that passed, and the verdict in full
   * @return lines with a line feed at the end of each
   */
  public static String render(
      Summary summary, RunDirectory directory, Terminal terminal, boolean verbose) {
    return new TerminalReport(summary, terminal, verbose).render(directory);
  }

  private String render(RunDirectory directory) {
    answer(directory);
    causes(directory);
    comparisons();
    validity();
    notes();
    lateTicks();
    responses();
    load();
    steadyState();
    costs();
    blank();
    if (Files.isRegularFile(directory.report())) {
      line("report   " + directory.report());
    }
    line("summary  " + directory.summary());
    return out.toString();
  }

  private void answer(RunDirectory directory) {
    Headline headline = Headline.of(summary, Confusion.read(directory));
    blank();
    wrapped("", headline.answer(), terminal::bold);
    if (!headline.detail().isEmpty()) {
      wrapped("", headline.detail(), UnaryOperator.identity());
    }
    List<String> plot = DotPlot.lines(summary, terminal);
    if (!plot.isEmpty()) {
      blank();
      plot.forEach(this::line);
      GroupFigure.metric(summary)
          .flatMap(metric -> FigureWords.notDrawn(summary, metric))
          .ifPresent(words -> wrapped("", words, terminal::dim));
    }
  }

  /** What made ticks late, in one sentence. */
  private void causes(RunDirectory directory) {
    RunCauses.read(directory)
        .flatMap(CauseSentences::headline)
        .ifPresent(
            words -> {
              blank();
              wrapped("", words, UnaryOperator.identity());
            });
  }

  /** One line, and what failed; the whole list where it is asked for. */
  private void validity() {
    String status = TrialWords.status(summary);
    String words =
        switch (status) {
          case "valid" -> "valid";
          case "weak" -> "weak: use the figures with these reservations";
          default -> "INVALID TRIAL: do not use these figures";
        };
    if (verbose) {
      blank();
      wrapped("", summary.verdict(), UnaryOperator.identity());
    }
    blank();
    wrapped(
        "",
        TrialWords.mark(status) + " " + words + " (" + TrialWords.counts(summary) + ")",
        style(status));
    for (Summary.Check check : TrialWords.checks(summary)) {
      if (verbose || TrialWords.isFailed(check)) {
        wrapped("  ", words(check), style(check.status()));
      }
    }
  }

  private static String words(Summary.Check check) {
    Question asked = TrialChecks.question(check.name());
    String figures =
        check.value() == null
            ? "no evidence"
            : asked.unit().format(check.value())
                + (check.limit() == null ? "" : ", limit " + asked.unit().format(check.limit()));
    return "%s %s (%s): %s"
        .formatted(
            TrialWords.mark(check.status()),
            asked.title(),
            figures,
            Objects.requireNonNullElse(check.why(), "no cause was recorded"));
  }

  /** What the machine did by itself, and what is to be known even where it takes nothing. */
  private void notes() {
    TrialWords.finding(summary, Role.CALIBRATION)
        .ifPresent(check -> wrapped("  ", "A/A: " + check.why(), UnaryOperator.identity()));
    TrialWords.resumed(summary)
        .filter(check -> check.status().equals("valid"))
        .ifPresent(check -> wrapped("  ", "Resumed: " + check.why(), UnaryOperator.identity()));
    TrialWords.machine(summary).ifPresent(words -> wrapped("  ", words, UnaryOperator.identity()));
    TrialWords.noted(summary).forEach(said -> wrapped("  ", said, UnaryOperator.identity()));
  }

  private void comparisons() {
    List<String> first = summary.shownFirst().stream().map(Metric::key).toList();
    for (Summary.GroupSummary group : summary.groups()) {
      List<Summary.Comparison> rows =
          summary.comparisons().stream()
              .filter(c -> c.group().equals(group.name()))
              .filter(
                  c ->
                      isPrimary(c)
                          || Decision.isOfBaseline(c)
                          || (first.contains(c.metric()) && isKnown(c)))
              .toList();
      if (rows.isEmpty()) {
        continue;
      }
      blank();
      wrapped("", group.name() + " against " + summary.baseline(), terminal::bold);
      Table table =
          Table.plain("lrrrl", "metric", "baseline", "group", "ratio [95 % interval]", "");
      for (Summary.Comparison row : rows) {
        Metric metric = summary.metric(row.metric()).orElse(null);
        Decision decision = Decision.of(summary, row);
        table.row(
            (metric == null ? row.metric() : metric.title()) + mark(row),
            metric == null ? Units.NONE : FigureWords.of(summary, summary.baseline(), metric),
            metric == null ? Units.NONE : FigureWords.of(summary, group.name(), metric),
            Decision.interval(row),
            decision.phrase(metric, isPrimary(row)));
      }
      table(table);
      if (rows.stream().anyMatch(this::isPrimary)) {
        wrapped(
            "", "* decides the verdict; up to 5 % of the other marks may be chance", terminal::dim);
      }
    }
  }

  private boolean isKnown(Summary.Comparison comparison) {
    return summary
        .metric(comparison.metric())
        .filter(summary::applies)
        .filter(
            metric ->
                metric.figureOrBound(summary.figures(comparison.group())) != null
                    || metric.figureOrBound(summary.figures(comparison.baseline())) != null)
        .isPresent();
  }

  private String mark(Summary.Comparison comparison) {
    if (isPrimary(comparison)) {
      return " *";
    }
    return Decision.isOfBaseline(comparison) ? " A/A, not corrected" : "";
  }

  private boolean isPrimary(Summary.Comparison comparison) {
    return Decision.isOfVerdict(summary, comparison);
  }

  private void lateTicks() {
    if (!summary.hasTicks()) {
      return;
    }
    blank();
    Table table = Table.plain("lrrrrr", "late ticks above", "1.1", "1.4", "2", "4 periods", "of");
    for (Summary.GroupSummary group : summary.groups()) {
      List<String> cells = new ArrayList<>();
      cells.add(group.name());
      for (String threshold : LateTicks.THRESHOLDS) {
        cells.add(FigureWords.of(summary, group.name(), LateTicks.above(threshold)));
      }
      cells.add(TickCount.show(group.metrics()));
      table.row(cells);
    }
    table(table);
  }

  /** Where the load generator recorded them; of a closed model with what it hid. */
  private void responses() {
    if (!ResponseWords.isMeasured(summary)) {
      return;
    }
    blank();
    Table table =
        Table.plain("lrrrrrr", "response time", "p50", "p90", "p95", "p99", "p99.9", "max");
    for (Summary.GroupSummary group : summary.groups()) {
      for (ResponseWords.Row row : ResponseWords.rows(summary, group)) {
        List<String> cells = new ArrayList<>(List.of(row.title()));
        cells.addAll(row.quantiles());
        table.row(cells);
      }
    }
    table(table);
    ResponseWords.closedModel(summary)
        .ifPresent(words -> wrapped("", words, UnaryOperator.identity()));
  }

  private void load() {
    blank();
    Map<String, Metric> columns = new LinkedHashMap<>(LOAD_COLUMNS);
    columns.values().removeIf(metric -> !summary.applies(metric));
    List<String> head = new ArrayList<>(List.of("mean server"));
    head.addAll(columns.keySet());
    head.add("counting");
    Table table = Table.plain("lr" + "r".repeat(columns.size()), head);
    for (Summary.GroupSummary group : summary.groups()) {
      List<String> cells = new ArrayList<>();
      cells.add(group.name());
      columns.values().forEach(metric -> cells.add(FigureWords.of(summary, group.name(), metric)));
      long counting = group.instances().stream().filter(i -> !i.nullified()).count();
      cells.add(counting + " of " + group.instances().size());
      table.row(cells);
    }
    table(table);
  }

  private void steadyState() {
    String groups =
        summary.groups().stream()
            .filter(group -> group.steadyState() != null)
            .map(group -> group.name() + " " + SteadyWords.of(group))
            .collect(Collectors.joining("; "));
    if (!groups.isEmpty()) {
      blank();
      wrapped(
          "",
          "steady state, by %s: ".formatted(SteadyWords.series(summary)) + groups,
          UnaryOperator.identity());
    }
  }

  private void costs() {
    List<Metric> priced = Metrics.ofAll().priced().stream().filter(summary::applies).toList();
    for (String level : CostWords.levels(summary)) {
      blank();
      String title = level.isEmpty() ? "BP$" : "BP$ at " + level;
      List<String> head = new ArrayList<>(List.of(title, "price/h"));
      priced.forEach(metric -> head.add(FirstLetter.small(metric.title())));

      Table table = Table.plain("lr" + "r".repeat(priced.size()), head);
      for (Summary.Cost cost : summary.costs()) {
        if (level.equals(Objects.requireNonNullElse(cost.loadLevel(), ""))) {
          List<String> cells = new ArrayList<>(List.of(cost.group(), CostWords.price(cost)));
          priced.forEach(metric -> cells.add(CostWords.figure(cost, metric)));
          table.row(cells);
        }
      }
      table(table);
    }
  }

  private void table(Table table) {
    table.linesThatFit(terminal).forEach(this::line);
  }

  private UnaryOperator<String> style(String status) {
    return switch (status) {
      case "valid" -> terminal::green;
      case "weak" -> terminal::yellow;
      case "unseen" -> terminal::dim;
      default -> terminal::red;
    };
  }

  /** Adds a text, broken between words; what follows the first line is indented by two more. */
  private void wrapped(String indent, String text, UnaryOperator<String> style) {
    int width = terminal.width() - indent.length() - HANGING.length();
    String start = indent;
    for (String line : TextWrap.lines(terminal.shown(text), width)) {
      line(style.apply(start + line));
      start = indent + HANGING;
    }
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private void blank() {
    out.append('\n');
  }
}
