package dev.jitterlab.lab.campaign;

import java.nio.file.Files;
import java.nio.file.Path;
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
 * |}. The question is {@code `experiment` `metric` group / baseline} for a ratio, {@code
 * `experiment` `metric` a / b over c / d} for a ratio of two ratios, {@code `experiment` `metric`
 * group} for the figures of a group's instances, or {@code `experiment` `metric` spread of group}
 * for the greatest of them in times of the least. With {@code analogue:} before it, the verdict is
 * about a substitute and says so. A row whose question is {@code –} says in its verdict why there
 * is none; that verdict is left as it is. {@link LedgerReading} says what a run says of a question,
 * and {@link LedgerTally} counts the verdicts.
 *
 * <p>Immutable.
 *
 * @param lines of the whole document
 */
public record Ledger(List<String> lines) {
  private static final int CELLS = 8;
  private static final String NO_QUESTION = "–";
  private static final String ANALOGUE = "analogue: ";
  private static final String SPREAD = "spread of ";
  private static final String NOT_MEASURED = "not measured yet";

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
   * @param isSpread whether it is about how far those figures lie apart
   * @param over two groups by whose ratio that ratio is divided; empty if it is about one ratio
   */
  public record Question(
      String experiment,
      String metric,
      String group,
      Optional<String> other,
      boolean isSpread,
      Optional<Pair> over) {
    /** Two groups, of which the second one is the divisor. */
    public record Pair(String group, String other) {}
  }

  /** Every claim of the document, in its order. */
  public List<Row> rows() {
    return lines.stream().map(Ledger::cells).flatMap(Optional::stream).map(Ledger::row).toList();
  }

  /**
   * The document with the cells that the kept runs decide.
   *
   * @param experiments the folder of the experiments' files: a run of an older content of its file
   *     says so
   */
  public String with(KeptRuns kept, Path experiments) {
    List<String> decided =
        lines.stream()
            .map(line -> cells(line).map(cells -> computed(cells, kept, experiments)).orElse(line))
            .toList();
    List<Row> rows = new Ledger(decided).rows();
    return decided.stream()
        .map(line -> LedgerTally.computed(line, rows).orElse(line))
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
    String asked = parts.get(4).strip();
    boolean isSpread = asked.startsWith(SPREAD);
    List<String> ratios =
        Arrays.asList((isSpread ? asked.substring(SPREAD.length()) : asked).split(" over ", -1));
    List<String> groups = Arrays.asList(ratios.getFirst().split(" / ", -1));
    List<String> over =
        ratios.size() == 2 ? Arrays.asList(ratios.getLast().split(" / ", -1)) : List.of();
    if (isSpread && groups.size() > 1) {
      throw new IllegalArgumentException("a spread is that of one group, found: " + text);
    }
    if (ratios.size() > 2
        || groups.size() > 2
        || (ratios.size() == 2 && (groups.size() != 2 || over.size() != 2))) {
      throw new IllegalArgumentException(
          "expected group, group / baseline, or a / b over c / d, found: " + text);
    }
    return new Question(
        parts.get(1),
        parts.get(3),
        groups.getFirst(),
        groups.size() == 2 ? Optional.of(groups.getLast()) : Optional.empty(),
        isSpread,
        over.isEmpty()
            ? Optional.empty()
            : Optional.of(new Question.Pair(over.getFirst(), over.getLast())));
  }

  private static String computed(List<String> cells, KeptRuns kept, Path experiments) {
    Row row = row(cells);
    if (row.question().isEmpty()) {
      return line(cells);
    }
    Question question = row.question().get();
    Expectation expectation =
        Expectation.parse(cells.get(3))
            .orElseThrow(
                () -> new IllegalArgumentException(row.id() + " expects: " + cells.get(3)));
    List<LedgerReading> readings =
        kept.newest(question.experiment()).stream()
            .filter(KeptRun::counts)
            .flatMap(run -> LedgerReading.of(run, question, expectation).stream())
            .toList();
    long failed =
        kept.newest(question.experiment()).stream()
            .filter(run -> LedgerReading.groups(question).anyMatch(run::hasFailedFor))
            .count();
    List<String> all = new ArrayList<>(cells.subList(0, 4));
    if (readings.isEmpty()) {
      all.addAll(List.of(NOT_MEASURED, NO_QUESTION, NO_QUESTION, NO_QUESTION));
      return line(all);
    }
    all.add((row.analogue() ? ANALOGUE : "") + verdict(readings, failed));
    all.add(effect(readings));
    all.add(runs(readings, failed));
    all.add(places(readings) + superseded(readings, experiments));
    return line(all);
  }

  private static long count(List<LedgerReading> readings, Expectation.Outcome outcome) {
    return readings.stream().filter(one -> one.outcome() == outcome).count();
  }

  /**
   * More than half of the runs must say it, and none may say the opposite. A run that finds the
   * opposite of the claim also finds no such effect.
   *
   * @param failed how many more have no figures because of a server in question: they leave it
   *     open, so that no group is measured until its servers live long enough
   */
  private static String verdict(List<LedgerReading> readings, long failed) {
    long all = readings.size() + failed;
    long agrees = count(readings, Expectation.Outcome.AGREES);
    long disagrees = count(readings, Expectation.Outcome.DISAGREES);
    long without = disagrees + count(readings, Expectation.Outcome.NO_SUCH_EFFECT);
    if (disagrees == 0 && 2 * agrees > all) {
      return "confirmed";
    }
    if (agrees > 0) {
      return "undecided";
    }
    if (2 * disagrees > all) {
      return "contradicted";
    }
    return 2 * without > all ? "no such effect" : "undecided";
  }

  private static String runs(List<LedgerReading> readings, long failed) {
    long without = count(readings, Expectation.Outcome.NO_SUCH_EFFECT);
    return "%d agree, %d disagree, %s%d open"
        .formatted(
            count(readings, Expectation.Outcome.AGREES),
            count(readings, Expectation.Outcome.DISAGREES),
            without == 0 ? "" : without + " without, ",
            count(readings, Expectation.Outcome.OPEN) + failed);
  }

  /** Of the run in the middle. */
  private static String effect(List<LedgerReading> readings) {
    List<LedgerReading> sorted =
        readings.stream().sorted(Comparator.comparingDouble(LedgerReading::order)).toList();
    return sorted.get((sorted.size() - 1) / 2).effect();
  }

  private static String places(List<LedgerReading> readings) {
    Set<String> dates = new LinkedHashSet<>();
    Set<String> machines = new LinkedHashSet<>();
    for (LedgerReading one : readings) {
      dates.add(one.run().date().substring(0, "2026-11-22".length()));
      machines.add(one.run().machine());
    }
    return String.join(" and ", dates) + "; " + String.join(" and ", machines);
  }

  /** What is asked now may be something else. A bench has no file. */
  private static String superseded(List<LedgerReading> readings, Path experiments) {
    KeptRun run = readings.getFirst().run();
    Path file = experiments.resolve(run.experiment() + ".yaml");
    return Files.isRegularFile(file) && !Campaign.fingerprint(file).equals(run.content())
        ? "; the experiment has changed since"
        : "";
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
