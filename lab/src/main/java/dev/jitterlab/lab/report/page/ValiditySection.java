package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.table.Table.Cell;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.validity.Question;
import dev.jitterlab.lab.validity.TrialChecks;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** The badge and every check, the failing ones first. */
final class ValiditySection implements Section {
  @Override
  public String id() {
    return "validity";
  }

  @Override
  public String title() {
    return "May these figures be used?";
  }

  @Override
  public String lead(ReportData data) {
    return "Every check of the trial itself, worst first; only a trial that offered every group the"
        + " same load and lost no data can compare them.";
  }

  @Override
  public void write(Html html, ReportData data) {
    String status = TrialWords.status(data.summary());
    badge(html.open("p"), status);
    html.text(" " + meaning(status, data)).closeLine();
    List<Summary.Check> checks =
        TrialWords.checks(data.summary()).stream()
            .sorted(Comparator.comparingInt(check -> rank(check.status())))
            .toList();
    if (checks.isEmpty()) {
      html.element("p", "No check was made.", "class", "none");
      return;
    }
    Table table =
        Table.of("Checks of the trial")
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
    ControlTable.write(html, data.summary());
  }

  private static void badge(Html html, String status) {
    html.element(
        "span",
        TrialWords.mark(status) + " " + (status.equals("unseen") ? "not seen" : status),
        "class",
        "badge " + status);
  }

  private static String meaning(String status, ReportData data) {
    return switch (status) {
      case "valid" ->
          TrialWords.unseen(data.summary()) == 0
              ? "Every check passed."
              : "Every check passed that this machine lets us make.";
      case "weak" -> "The figures may be used with the reservations below.";
      default -> "The figures must not be used; fix the cause and run again.";
    };
  }

  private static int rank(String status) {
    return switch (status) {
      case "valid" -> 3;
      case "unseen" -> 2;
      case "weak" -> 1;
      default -> 0;
    };
  }
}
