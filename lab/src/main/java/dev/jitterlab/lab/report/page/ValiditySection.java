package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.table.Table.Cell;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.validity.Question;
import dev.jitterlab.lab.validity.Role;
import dev.jitterlab.lab.validity.TrialChecks;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Whether the figures may be used: one line of counts. It opens by itself where a check failed, on
 * those that did.
 */
final class ValiditySection {
  private ValiditySection() {}

  /** Writes it. */
  static void write(Html html, Summary summary) {
    String status = TrialWords.status(summary);
    List<Summary.Check> failed = checks(summary, check -> TrialWords.isFailed(check));
    html.open(
        "section", "id", "validity", "class", "validity", "aria-labelledby", "validity-title");
    html.open("details", "open", failed.isEmpty() ? null : "");
    html.open("summary")
        .element("h2", "May these figures be used?", "id", "validity-title")
        .text(" ");
    badge(html, status);
    html.text(" " + TrialWords.counts(summary)).close();
    html.note(meaning(status));
    table(html, "Checks that failed", failed);
    List<Summary.Check> others = checks(summary, check -> !TrialWords.isFailed(check));
    if (failed.isEmpty() || others.isEmpty()) {
      table(html, "Checks of the trial", others);
    } else {
      String which = others.size() == 1 ? "check" : others.size() + " checks";
      html.open("details").element("summary", "The other " + which);
      table(html, "The other checks of the trial", others);
      html.close();
    }
    html.close();
    notes(html, summary);
    ControlTable.write(html, summary);
    html.closeLine();
  }

  /** What is to be known even where every check passed, and the verdict in full. */
  private static void notes(Html html, Summary summary) {
    TrialWords.finding(summary, Role.CALIBRATION)
        .ifPresent(check -> note(html, "A/A: " + check.why()));
    TrialWords.machine(summary).ifPresent(words -> note(html, words));
    TrialWords.noted(summary).forEach(said -> note(html, said));
    TrialWords.resumed(summary).ifPresent(check -> note(html, "Resumed: " + check.why()));
    html.open("details", "class", "full").element("summary", "The verdict in full");
    html.element("p", summary.verdict());
    html.closeLine();
  }

  private static void note(Html html, String words) {
    html.element("p", words + ".", "class", "facts");
  }

  /** The worst first. */
  private static List<Summary.Check> checks(Summary summary, Predicate<Summary.Check> chosen) {
    List<String> order = List.of("invalid", "weak", "unseen", "valid");
    return order.stream()
        .flatMap(
            status ->
                TrialWords.checks(summary).stream().filter(check -> check.status().equals(status)))
        .filter(chosen)
        .toList();
  }

  private static void table(Html html, String caption, List<Summary.Check> checks) {
    if (checks.isEmpty()) {
      return;
    }
    Table table =
        Table.of(caption)
            .styled("checks")
            .text("Check")
            .text("Status")
            .number("Value", "value")
            .number("Limit", "limit")
            .text("Why");
    for (Summary.Check check : checks) {
      Question asked = TrialChecks.question(check.name());
      table.cells(
          check.status(),
          List.of(
              new Cell(
                  asked.title(),
                  null,
                  cell -> cell.element("span", asked.title(), "title", asked.words())),
              new Cell(check.status(), null, cell -> badge(cell, check.status())),
              Cell.of(asked.unit().format(check.value())),
              Cell.of(asked.unit().format(check.limit())),
              Cell.of(Objects.requireNonNullElse(check.why(), ""))));
    }
    table.write(html);
  }

  private static void badge(Html html, String status) {
    html.element(
        "span",
        TrialWords.mark(status) + " " + (status.equals("unseen") ? "not seen" : status),
        "class",
        "badge " + status);
  }

  private static String meaning(String status) {
    return switch (status) {
      case "valid" ->
          "A trial can compare groups only if it offered all of them the same load and lost no"
              + " data.";
      case "weak" -> "The figures may be used with the reservations below.";
      default -> "The figures must not be used. Remove the cause and run again.";
    };
  }
}
