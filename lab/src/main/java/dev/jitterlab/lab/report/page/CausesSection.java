package dev.jitterlab.lab.report.page;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.CauseSentences;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What made ticks and requests late: by group, the latest ones, and what was not recorded. */
final class CausesSection implements Section {
  /** More colours cannot be told apart. */
  private static final int MOST_CAUSES = 5;

  private static final double BAR_WIDTH = 16;
  private static final int WORST = 10;
  private static final int FINDINGS = 10;
  private static final double LEAST_SHARE = 0.01;
  private static final String OTHERS = "other causes";

  @Override
  public String id() {
    return "causes";
  }

  @Override
  public String title() {
    return "Why it was late";
  }

  @Override
  public boolean applies(ReportData data) {
    return data.causes().isPresent();
  }

  @Override
  public String lead(ReportData data) {
    return "The lateness of each late tick and slow request, divided among its causes and added up"
        + " per group. A cause that was not recorded has no figure; it is listed below.";
  }

  @Override
  public void write(Html html, ReportData data) {
    Causes causes = data.causes().orElseThrow();
    for (Causes.GroupCauses group : causes.groups()) {
      html.element("p", CauseSentences.ofGroup(causes, group));
    }
    List<Causes.GroupCauses> late =
        causes.groups().stream().filter(group -> group.lateEvents() > 0).toList();
    if (!late.isEmpty()) {
      chart(html, late);
      table(html, late);
      worst(html, causes);
    }
    findings(html, causes);
    gaps(html, causes);
  }

  /** A bar of each group, as long as all its late time; a piece for each cause. */
  private static void chart(Html html, List<Causes.GroupCauses> groups) {
    Chart chart =
        Chart.of(
            "causes",
            Axis.of("share").from(0).to(1).title("share of the group's late time"),
            Axis.names(groups.stream().map(Causes.GroupCauses::name).toList()));
    List<String> shown = shown(groups);
    Map<String, List<Segment>> pieces = new LinkedHashMap<>();
    for (int row = 0; row < groups.size(); row++) {
      double from = 0;
      for (String cause : shown) {
        double to = from + share(groups.get(row), cause, shown);
        if (to > from) {
          pieces
              .computeIfAbsent(cause, _ -> new ArrayList<>())
              .add(new Segment(from, row, to, row));
        }
        from = to;
      }
    }
    pieces.forEach(
        (cause, segments) ->
            chart.add(
                ChartSeries.segments(segments)
                    .style(words(cause), color(cause, shown), BAR_WIDTH)));
    chart.figure(
        html, "Late time by cause", "Stacked bars: late time by cause and group; table below");
    html.open("p", "class", "legend-of-causes");
    for (String cause : pieces.keySet()) {
      html.open("span", "style", "white-space:nowrap;margin-right:14px")
          .open(
              "span",
              "style",
              "display:inline-block;width:12px;height:12px;margin-right:5px;background:var(--"
                  + color(cause, shown)
                  + ")",
              "aria-hidden",
              "true")
          .close();
      html.text(words(cause)).close();
    }
    html.closeLine();
  }

  /** The costliest causes of all groups, the others as one, and what is unexplained. */
  private static List<String> shown(List<Causes.GroupCauses> groups) {
    Map<String, Double> shares =
        groups.stream()
            .flatMap(
                group ->
                    group.secondsByCause().entrySet().stream()
                        .map(
                            one ->
                                Map.entry(one.getKey(), one.getValue() / group.latenessSeconds())))
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey, Collectors.summingDouble(Map.Entry::getValue)));
    shares.remove(Cause.UNEXPLAINED.id());
    List<String> shown =
        new ArrayList<>(
            shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MOST_CAUSES)
                .map(Map.Entry::getKey)
                .toList());
    shown.add(OTHERS);
    shown.add(Cause.UNEXPLAINED.id());
    return shown;
  }

  private static double share(Causes.GroupCauses group, String cause, List<String> shown) {
    double seconds =
        cause.equals(OTHERS)
            ? group.secondsByCause().entrySet().stream()
                .filter(one -> !shown.contains(one.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum()
            : group.secondsByCause().getOrDefault(cause, 0.0);
    return seconds / group.latenessSeconds();
  }

  private static String words(String cause) {
    return cause.equals(OTHERS) ? OTHERS : CauseSentences.words(cause);
  }

  private static String color(String cause, List<String> shown) {
    if (cause.equals(OTHERS)) {
      return "g5";
    }
    return cause.equals(Cause.UNEXPLAINED.id()) ? "rule" : "g" + shown.indexOf(cause);
  }

  private static void table(Html html, List<Causes.GroupCauses> groups) {
    Table table = Table.of("Late time by cause").text("Cause");
    groups.forEach(group -> table.number(group.name()));
    groups.stream()
        .flatMap(group -> group.secondsByCause().keySet().stream())
        .distinct()
        .sorted(
            Comparator.comparingDouble(
                    (String cause) ->
                        groups.stream()
                            .mapToDouble(group -> group.secondsByCause().getOrDefault(cause, 0.0))
                            .sum())
                .reversed())
        .forEach(
            cause -> {
              List<String> cells = new ArrayList<>();
              cells.add(words(cause));
              groups.forEach(group -> cells.add(cell(group, cause)));
              table.row(cells);
            });
    table.write(html);
  }

  private static String cell(Causes.GroupCauses group, String cause) {
    Double seconds = group.secondsByCause().get(cause);
    if (seconds == null) {
      return group.notRecorded().contains(cause) ? "not recorded" : "none";
    }
    return Units.seconds(seconds) + " (" + Units.share(seconds / group.latenessSeconds()) + ")";
  }

  private static void worst(Html html, Causes causes) {
    Table table =
        Table.of("The latest, one of each incident")
            .text("Tick or request")
            .number("Late by")
            .text("Causes", "causes")
            .text("Evidence", "evidence");
    for (Causes.LateEvent event : CauseSentences.worst(causes, WORST)) {
      table.row(
          event.kind() + " of " + event.task() + ", " + event.instance(),
          Units.seconds(event.latenessSeconds()),
          event.parts().stream()
              .filter(part -> part.seconds() >= LEAST_SHARE * event.latenessSeconds())
              .map(part -> CauseSentences.part(event, part))
              .collect(Collectors.joining("; ")),
          event.parts().stream()
              .flatMap(part -> part.evidence().stream().limit(1))
              .findFirst()
              .map(one -> one.event() + " on " + one.thread() + ": " + one.what())
              .orElse(Units.NONE));
    }
    table.write(html);
  }

  private static void findings(Html html, Causes causes) {
    if (causes.findings().isEmpty()) {
      return;
    }
    html.element("h3", "What stands behind it").open("ul");
    for (Causes.Finding finding : causes.findings().stream().limit(FINDINGS).toList()) {
      html.element(
          "li",
          finding.instance()
              + ", "
              + finding.pattern()
              + " ("
              + finding.standing()
              + ", "
              + Units.seconds(finding.seconds())
              + " late): "
              + finding.text()
              + " "
              + finding.remedy());
    }
    html.closeLine();
  }

  private static void gaps(Html html, Causes causes) {
    if (causes.notRecorded().isEmpty()) {
      return;
    }
    html.open("details").element("summary", "Not recorded, or only in part").open("ul");
    causes.notRecorded().forEach(gap -> html.element("li", CauseSentences.gap(gap)));
    html.close().closeLine();
  }
}
