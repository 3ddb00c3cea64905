package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.validity.Question;
import dev.jitterlab.lab.validity.TrialChecks;
import java.util.Comparator;
import java.util.List;

/** The badge and every check, the failing ones first. */
public final class ValiditySection implements Section {
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
    String status = VerdictSection.status(data.summary());
    html.open("p")
        .element("span", mark(status) + " " + status, "class", "badge " + status)
        .text(" " + meaning(status, data))
        .closeLine();
    List<Summary.Check> checks =
        data.summary().validity() == null
            ? List.of()
            : data.summary().validity().checks().stream()
                .sorted(Comparator.comparingInt(check -> rank(check.status())))
                .toList();
    if (checks.isEmpty()) {
      html.element("p", "No check was made.", "class", "none");
      return;
    }
    html.open("table", "class", "cards checks");
    html.element("caption", "Checks of the trial");
    html.open("thead").open("tr");
    for (String heading : List.of("Status", "Check", "Value", "Limit", "Why")) {
      html.element(
          "th",
          heading,
          "scope",
          "col",
          "class",
          heading.equals("Value") || heading.equals("Limit") ? "number" : null);
    }
    html.close().close().open("tbody");
    for (Summary.Check check : checks) {
      html.open("tr", "class", check.status());
      html.open("td")
          .element(
              "span",
              mark(check.status())
                  + " "
                  + (check.status().equals("unseen") ? "not seen" : check.status()),
              "class",
              "badge " + check.status())
          .close();
      Question asked = TrialChecks.question(check.name());
      html.element("th", asked.title(), "scope", "row", "title", asked.words());
      html.element(
          "td", asked.unit().format(check.value()), "class", "number", "data-label", "value");
      html.element(
          "td", asked.unit().format(check.limit()), "class", "number", "data-label", "limit");
      html.element("td", check.why() == null ? "" : check.why());
      html.closeLine();
    }
    html.close().closeLine();
    ControlTable.write(html, data.summary());
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

  private static String meaning(String status, ReportData data) {
    return switch (status) {
      case "valid" ->
          unseen(data.summary()) == 0
              ? "Every check passed."
              : "Every check passed that this machine lets us make.";
      case "weak" -> "The figures may be used with the reservations below.";
      default -> "The figures must not be used; fix the cause and run again.";
    };
  }

  /** How many checks ask for what this machine does not show. */
  public static long unseen(Summary summary) {
    return summary.validity() == null
        ? 0
        : summary.validity().checks().stream()
            .filter(check -> check.status().equals("unseen"))
            .count();
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
