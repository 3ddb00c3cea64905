package dev.jitterlab.lab.report.page;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.CauseSentences;
import dev.jitterlab.lab.report.words.LateWords;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What made ticks and requests late: by group, over time, against the baseline, around the worst
 * ones, in their samples, and what was not recorded.
 */
final class CausesSection {
  static final Section SECTION =
      Section.of(
              "causes",
              "Why it was late",
              data ->
                  "The lateness of each "
                      + (data.plan().hasTicks() ? "late tick and " : "")
                      + "slow request, divided among its causes and added up per group. A cause"
                      + " that was not recorded has no figure; it is listed below.",
              CausesSection::write)
          .where(data -> data.causes().isPresent());

  private static final int WORST = 10;
  private static final int FINDINGS = 10;
  private static final double LEAST_SHARE = 0.01;

  private CausesSection() {}

  private static void write(Html html, ReportData data) {
    Causes causes = data.causes().orElseThrow();
    for (Causes.GroupCauses group : causes.groups()) {
      html.element("p", CauseSentences.ofGroup(causes, group, words(data)));
    }
    List<Causes.GroupCauses> late =
        causes.groups().stream().filter(group -> group.lateEvents() > 0).toList();
    if (!late.isEmpty()) {
      CauseColors colors = CauseColors.of(late);
      LateTimeCharts.perGroup(html, late, colors);
      table(html, late);
      grades(html, causes);
      views(html, data, causes, colors);
    }
    findings(html, causes);
    rules(html, causes);
    gaps(html, causes);
  }

  /** What its sentences call what can be late. */
  static LateWords words(ReportData data) {
    return new LateWords(data.plan().hasTicks());
  }

  /** How far each leading cause is known to be the reason; files of older versions have none. */
  private static void grades(Html html, Causes causes) {
    if (causes.grades().isEmpty()) {
      return;
    }
    html.open("details")
        .element("summary", "How far each of these causes is known to be the reason");
    Table table =
        Table.of(
                "An association is not a proof. ./jitterlab suggest writes the experiment that"
                    + " would be one")
            .text("Group", "group")
            .text("Cause", "cause")
            .text("Known so far", "known so far")
            .text("Why", "why");
    for (Causes.Grade one : causes.grades()) {
      table.row(one.group(), CauseSentences.words(one.cause()), one.standing(), one.why());
    }
    table.write(html);
    html.closeLine();
  }

  /** Files of older versions have none. */
  private static void views(Html html, ReportData data, Causes causes, CauseColors colors) {
    if (causes.views() == null) {
      worst(html, data, causes);
      return;
    }
    LateTimeCharts.overTime(html, data, causes.views(), colors);
    LateTimeCharts.waterfalls(html, causes.views());
    WorstLanes.write(html, data, causes, colors);
    FlameGraph.write(html, causes.views().samples());
  }

  /** A row for each group and cause: columns of groups would not fit where there are many. */
  private static void table(Html html, List<Causes.GroupCauses> groups) {
    Table table =
        Table.of("Late time by cause; causes that a group does not have are left out")
            .text("Group")
            .text("Cause", "cause")
            .number("Late time", "late time")
            .number("Share", "share");
    List<String> causes =
        groups.stream()
            .flatMap(group -> group.secondsByCause().keySet().stream())
            .distinct()
            .sorted(
                Comparator.comparingDouble(
                        (String cause) ->
                            groups.stream()
                                .mapToDouble(
                                    group -> group.secondsByCause().getOrDefault(cause, 0.0))
                                .sum())
                    .reversed())
            .toList();
    for (Causes.GroupCauses group : groups) {
      for (String cause : causes) {
        Double seconds = group.secondsByCause().get(cause);
        if (seconds != null) {
          table.row(
              group.name(),
              CauseSentences.words(cause),
              Units.seconds(seconds),
              CauseSentences.share(seconds / group.latenessSeconds()));
        } else if (group.notRecorded().contains(cause)) {
          table.row(group.name(), CauseSentences.words(cause), "not recorded", Units.NONE);
        }
      }
    }
    table.write(html);
  }

  private static void worst(Html html, ReportData data, Causes causes) {
    Table table =
        Table.of("The latest, one of each incident")
            .text(data.plan().hasTicks() ? "Tick or request" : "Request")
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
    List<CauseSentences.Found> found = CauseSentences.patterns(causes);
    if (found.isEmpty()) {
      return;
    }
    html.element("h3", "What stands behind it").open("ul");
    found.stream().limit(FINDINGS).forEach(one -> html.element("li", one.sentence()));
    if (found.size() > FINDINGS) {
      html.element("li", "and %d more; causes.json has all".formatted(found.size() - FINDINGS));
    }
    html.closeLine();
  }

  private static void rules(Html html, Causes causes) {
    if (causes.rules().isEmpty()) {
      return;
    }
    html.element("h3", "Rules of your own").open("ul");
    CauseSentences.rules(causes).forEach(sentence -> html.element("li", sentence));
    html.closeLine();
  }

  private static void gaps(Html html, Causes causes) {
    if (causes.notRecorded().isEmpty()) {
      return;
    }
    html.open("details").element("summary", "Not recorded, or only in part").open("ul");
    CauseSentences.gaps(causes).forEach(sentence -> html.element("li", sentence));
    html.close().closeLine();
  }
}
