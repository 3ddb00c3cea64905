package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.Check;
import dev.jitterlab.lab.summary.Summary.Control;
import dev.jitterlab.lab.validity.Role;
import dev.jitterlab.lab.validity.TrialChecks;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the checks of a trial found, in words. Stateless. */
public final class TrialWords {
  private TrialWords() {}

  /** The trial's status; {@code invalid} where nothing was checked. */
  public static String status(Summary summary) {
    return summary.validity() == null ? "invalid" : summary.validity().status();
  }

  /** A shape beside the word, so that colour is never alone. */
  public static String mark(String status) {
    return switch (status) {
      case "valid" -> "✔";
      case "weak" -> "⚠";
      case "unseen" -> "○";
      default -> "✖";
    };
  }

  /** Every finding; none where nothing was checked. */
  public static List<Check> checks(Summary summary) {
    return summary.validity() == null ? List.of() : summary.validity().checks();
  }

  /** Whether a check takes something from the trial. */
  public static boolean isFailed(Check check) {
    return !check.status().equals("valid") && !check.status().equals("unseen");
  }

  /** {@code 21 of 24 checks passed, 2 weak, 1 not possible on this machine}. */
  public static String counts(Summary summary) {
    List<Check> checks = checks(summary);
    if (checks.isEmpty()) {
      return "No check was made.";
    }
    String words = count(summary, "valid") + " of " + checks.size() + " checks passed";
    for (String status : List.of("invalid", "weak", "unseen")) {
      long count = count(summary, status);
      if (count > 0) {
        String what = status.equals("unseen") ? "not possible on this machine" : status;
        words += ", " + count + " " + what;
      }
    }
    return words;
  }

  private static long count(Summary summary, String status) {
    return checks(summary).stream().filter(check -> check.status().equals(status)).count();
  }

  /** The finding of that role that has a figure. */
  public static Optional<Check> finding(Summary summary, Role role) {
    return checks(summary).stream()
        .filter(check -> TrialChecks.question(check.name()).role() == role && check.value() != null)
        .findFirst();
  }

  /** That the run was resumed, if it was. */
  public static Optional<Check> resumed(Summary summary) {
    return finding(summary, Role.RESUMPTION).filter(check -> check.value() > 0);
  }

  /** What is to be known even where it takes nothing from the trial. */
  public static List<String> noted(Summary summary) {
    return Stream.concat(
            ended(summary).stream(),
            checks(summary).stream()
                .filter(check -> TrialChecks.question(check.name()).role() == Role.NOTED)
                .filter(check -> check.value() != null && check.value() > 0)
                .map(check -> TrialChecks.question(check.name()).title() + ": " + check.why()))
        .toList();
  }

  /** Of a trial that ends when it is decided: when that was, and what its figures stand for. */
  private static Optional<String> ended(Summary summary) {
    return Optional.ofNullable(summary.sequential())
        .map(
            ending ->
                "%s Intervals and p-values hold for all its looks together; at this one a single comparison needs p below %s"
                    .formatted(ending.words(), Units.number(ending.nominalLevel())));
  }

  /** What the idle processes saw of the machine itself; empty of a run without any. */
  public static Optional<String> machine(Summary summary) {
    long stalls = summary.control().stream().mapToLong(Control::stalls).sum();
    return summary.control().stream()
        .max(Comparator.comparing(one -> one.driftSeconds().max()))
        .map(
            worst ->
                "An idle process beside the servers stood still for up to %s, and %s for more than %s"
                        .formatted(
                            Units.seconds(worst.driftSeconds().max()),
                            stalls == 0
                                ? "never"
                                : stalls == 1 ? "once" : Units.count(stalls) + " times",
                            Units.seconds(worst.stallLimitSeconds()))
                    + " (it should run every millisecond)");
  }
}
