package dev.jitterlab.lab.campaign;

import dev.jitterlab.lab.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ledger of the papers' claims, {@code docs/ledger.md}: a Markdown table whose first four cells
 * are written by people, and whose last four are computed from the kept runs.
 *
 * <p>A row is {@code | id | claim | question | agrees if | verdict | effect | runs | date, machine
 * |}. The question is {@code `experiment` `metric` group / baseline} for a ratio, or {@code
 * `experiment` `metric` group} for the figures of a group's instances. With {@code analogue:}
 * before it, the verdict is about a substitute and says so. A row whose question is {@code –} says
 * in its verdict why there is none; that verdict is left as it is.
 *
 * <p>Immutable.
 */
public final class Ledger {
  private static final int CELLS = 8;
  private static final String NO_QUESTION = "–";
  private static final String ANALOGUE = "analogue: ";
  private static final String NOT_MEASURED = "not measured yet";

  private final List<String> lines;

  private Ledger(List<String> lines) {
    this.lines = lines;
  }

  /** Takes the text of the whole document. */
  public static Ledger of(String markdown) {
    return new Ledger(markdown.lines().toList());
  }

  /**
   * A claim.
   *
   * @param id such as {@code T1a}
   * @param analogue whether the question is about a substitute
   * @param question what decides it; empty if nothing here does
   * @param verdict what stands there now
   */
  public record Row(String id, boolean analogue, Optional<Question> question, String verdict) {}

  /**
   * What decides a claim.
   *
   * @param other the group that it is compared with; empty if it is about the group's own figures
   */
  public record Question(String experiment, String metric, String group, Optional<String> other) {
    private List<Measured> in(List<KeptRun> runs, Expectation expectation) {
      List<Measured> measured = new ArrayList<>();
      for (KeptRun run : runs) {
        if (!run.counts()) {
          continue;
        }
        if (other.isPresent()) {
          run.comparison(metric, group, other.get())
              .ifPresent(
                  one ->
                      measured.add(
                          new Measured(
                              run, one.ratio(), one.low(), one.high(), expectation.of(one))));
        } else {
          List<Double> values = run.values(group, metric);
          if (!values.isEmpty()) {
            double[] sorted = values.stream().mapToDouble(each -> each).sorted().toArray();
            measured.add(
                new Measured(
                    run,
                    sorted[sorted.length / 2],
                    sorted[0],
                    sorted[sorted.length - 1],
                    expectation.of(values)));
          }
        }
      }
      return measured;
    }
  }

  private record Measured(
      KeptRun run, Double value, Double low, Double high, Expectation.Outcome outcome) {
    /** Those without a ratio come last. */
    private double order() {
      return value == null ? Double.POSITIVE_INFINITY : value;
    }
  }

  /** Every claim of the document, in its order. */
  public List<Row> rows() {
    return lines.stream().map(Ledger::cells).flatMap(Optional::stream).map(Ledger::row).toList();
  }

  /** The document with the cells that the kept runs decide. */
  public String with(KeptRuns kept) {
    return lines.stream()
        .map(line -> cells(line).map(cells -> computed(cells, kept)).orElse(line))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** The cells of a claim's row; empty for any other line. */
  private static Optional<List<String>> cells(String line) {
    if (!line.matches("\\| [A-Z]\\d+[a-z] \\|.*\\|")) {
      return Optional.empty();
    }
    String inner = line.substring(1, line.length() - 1);
    List<String> cells = Arrays.stream(inner.split("\\|", -1)).map(String::strip).toList();
    if (cells.size() != CELLS) {
      throw new IllegalArgumentException(
          "expected " + CELLS + " cells, found " + cells.size() + ": " + line);
    }
    return Optional.of(cells);
  }

  private static Row row(List<String> cells) {
    String asked = cells.get(2);
    boolean analogue = asked.startsWith(ANALOGUE);
    return new Row(
        cells.get(0),
        analogue,
        asked.equals(NO_QUESTION)
            ? Optional.empty()
            : Optional.of(question(analogue ? asked.substring(ANALOGUE.length()) : asked)),
        cells.get(4));
  }

  private static Question question(String text) {
    List<String> parts = Arrays.asList(text.split("`", -1));
    if (parts.size() != 5) {
      throw new IllegalArgumentException(
          "expected `experiment` `metric` group / baseline, found: " + text);
    }
    String groups = parts.get(4).strip();
    int slash = groups.indexOf(" / ");
    return new Question(
        parts.get(1),
        parts.get(3),
        slash < 0 ? groups : groups.substring(0, slash),
        slash < 0 ? Optional.empty() : Optional.of(groups.substring(slash + 3)));
  }

  private static String computed(List<String> cells, KeptRuns kept) {
    Row row = row(cells);
    if (row.question().isEmpty()) {
      return line(cells);
    }
    Question question = row.question().get();
    Expectation expectation =
        Expectation.parse(cells.get(3))
            .orElseThrow(
                () -> new IllegalArgumentException(row.id() + " expects: " + cells.get(3)));
    List<Measured> measured = question.in(kept.newest(question.experiment()), expectation);
    List<String> all = new ArrayList<>(cells.subList(0, 4));
    if (measured.isEmpty()) {
      all.addAll(List.of(NOT_MEASURED, NO_QUESTION, NO_QUESTION, NO_QUESTION));
      return line(all);
    }
    all.add((row.analogue() ? ANALOGUE : "") + verdict(measured));
    all.add(effect(measured, question));
    all.add(runs(measured));
    all.add(places(measured));
    return line(all);
  }

  private static long count(List<Measured> measured, Expectation.Outcome outcome) {
    return measured.stream().filter(one -> one.outcome() == outcome).count();
  }

  /** More than half of the runs must say it, and none may say the opposite. */
  private static String verdict(List<Measured> measured) {
    long agrees = count(measured, Expectation.Outcome.AGREES);
    long disagrees = count(measured, Expectation.Outcome.DISAGREES);
    if (disagrees == 0 && 2 * agrees > measured.size()) {
      return "confirmed";
    }
    return agrees == 0 && 2 * disagrees > measured.size() ? "contradicted" : "undecided";
  }

  private static String runs(List<Measured> measured) {
    return "%d agree, %d disagree, %d open"
        .formatted(
            count(measured, Expectation.Outcome.AGREES),
            count(measured, Expectation.Outcome.DISAGREES),
            count(measured, Expectation.Outcome.OPEN));
  }

  /** Of the run in the middle. */
  private static String effect(List<Measured> measured, Question question) {
    List<Measured> sorted =
        measured.stream().sorted(Comparator.comparingDouble(Measured::order)).toList();
    Measured middle = sorted.get((sorted.size() - 1) / 2);
    return question.other().isPresent()
        ? "ratio %s [%s, %s]"
            .formatted(shown(middle.value()), shown(middle.low()), shown(middle.high()))
        : "%s (instances %s to %s)"
            .formatted(shown(middle.value()), shown(middle.low()), shown(middle.high()));
  }

  private static String shown(Double figure) {
    return figure == null ? NO_QUESTION : Units.number(figure);
  }

  private static String places(List<Measured> measured) {
    Set<String> dates = new LinkedHashSet<>();
    Set<String> machines = new LinkedHashSet<>();
    for (Measured one : measured) {
      dates.add(one.run().date().substring(0, "2026-11-22".length()));
      machines.add(one.run().machine());
    }
    return String.join(" and ", dates) + "; " + String.join(" and ", machines);
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
