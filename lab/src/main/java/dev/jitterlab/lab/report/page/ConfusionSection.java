package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.CauseSentences;
import dev.jitterlab.lab.report.words.ConfusionWords;
import dev.jitterlab.lab.run.Confusion;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Of a run that injects faults: what was injected, and what the diagnosis said about it. */
final class ConfusionSection {
  static final Section SECTION =
      Section.of(
              "confusion",
              "Were the injected faults found?",
              "Faults of known kinds were injected while the servers ran. A row shows one kind, how"
                  + " many late ticks and slow requests it hit, and which cause came first in"
                  + " their diagnosis.",
              ConfusionSection::write)
          .where(data -> data.confusion().isPresent());

  private static final int MOST_NAMED = 4;

  private ConfusionSection() {}

  private static void write(Html html, ReportData data) {
    Confusion found = data.confusion().orElseThrow();
    Table table =
        Table.of("Right: an injected cause comes first. Where two faults overlap, either is right")
            .text("Injected kind")
            .number("Injected", "injected")
            .number("Made something late", "made something late")
            .number("Late events", "late events")
            .number("Right", "right")
            .text("Named first", "named first");
    for (Confusion.Row row : found.kinds()) {
      table.row(
          row.kind(),
          Units.count(row.injections()),
          Units.count(row.injectionsThatHit()),
          Units.count(row.eventsHit()),
          row.eventsHit() == 0
              ? Units.NONE
              : ConfusionWords.percent((double) row.right() / row.eventsHit()),
          named(row.namedFirst()));
    }
    Confusion.Outside outside = found.outside();
    table.row(
        "nothing injected",
        Units.NONE,
        Units.NONE,
        Units.count(outside.events()),
        Units.NONE,
        named(outside.namedFirst()));
    table.write(html);
    echoes(html, found.kinds());
  }

  private static String named(Map<String, Integer> causes) {
    String most =
        causes.entrySet().stream()
            .limit(MOST_NAMED)
            .map(one -> CauseSentences.words(one.getKey()) + " " + Units.count(one.getValue()))
            .collect(Collectors.joining(", "));
    int more = causes.size() - MOST_NAMED;
    return causes.isEmpty() ? Units.NONE : most + (more > 0 ? ", and " + more + " more" : "");
  }

  private static void echoes(Html html, List<Confusion.Row> kinds) {
    int echo = kinds.stream().mapToInt(Confusion.Row::echo).sum();
    if (echo > 0) {
      html.element(
          "p",
          echo == 1
              ? "1 more late event began shortly after an injection. It may be its doing or not, so it counts as neither."
              : "%s more late events began shortly after an injection. They may be its doing or not, so they count as neither."
                  .formatted(Units.count(echo)));
    }
  }
}
