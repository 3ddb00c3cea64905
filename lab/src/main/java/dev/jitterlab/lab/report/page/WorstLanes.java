package dev.jitterlab.lab.report.page;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.view.EventLanes;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.chart.Boxes;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.CauseSentences;
import dev.jitterlab.lab.report.words.EventTimes;
import dev.jitterlab.lab.report.words.LaneWords;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The worst late events: their causes, the evidence of each, and what happened around them. */
final class WorstLanes {
  private static final Pattern PACKAGE = Pattern.compile("\\b(?:[a-z]\\w*+\\.)++(?=[A-Z])");

  private static final int UNFOLDED = 1;
  private static final int TICKS = 4;
  private static final double STRONG = 0.45;
  private static final double PALE = 0.22;

  private WorstLanes() {}

  static void write(Html html, ReportData data, Causes causes, CauseColors colors) {
    Map<String, Causes.LateEvent> events =
        causes.events().stream()
            .collect(Collectors.toMap(Causes.LateEvent::id, Function.identity(), (one, _) -> one));
    List<EventLanes> known =
        causes.views().lanes().stream().filter(one -> events.containsKey(one.event())).toList();
    if (known.isEmpty()) {
      return;
    }
    EventTimes times = EventTimes.of(known.stream().map(one -> events.get(one.event()).at()));
    html.element("h3", "The worst late " + CausesSection.words(data).all());
    html.note(
        "The latest of each group first, and one of each incident. Each cause leads to its"
            + " evidence in the lanes. There, arrow keys go from box to box; + and − zoom, Enter"
            + " zooms to a box, 0 shows all. “12 ×” is twelve boxes that are too small to stand"
            + " alone; zooming keeps them together.");
    for (int i = 0; i < known.size(); i++) {
      Causes.LateEvent event = events.get(known.get(i).event());
      html.open("details", "class", "group", "open", i < UNFOLDED ? "" : null);
      html.element(
          "summary", LaneWords.name(event) + ": late by " + Units.seconds(event.latenessSeconds()));
      html.note(
          "Due at %s; it typically takes %s. %s"
              .formatted(
                  times.text(event.at()),
                  Units.seconds(event.typicalSeconds()),
                  notRecorded(event)));
      lanes(html, "lanes-" + i, event, known.get(i), colors, times);
      html.closeLine();
    }
  }

  private static String notRecorded(Causes.LateEvent event) {
    return event.notRecorded().isEmpty()
        ? ""
        : "Not recorded here: "
            + event.notRecorded().stream()
                .map(CauseSentences::words)
                .collect(Collectors.joining(", "))
            + ".";
  }

  private static void lanes(
      Html html,
      String id,
      Causes.LateEvent event,
      EventLanes lanes,
      CauseColors colors,
      EventTimes times) {
    Boxes boxes =
        Boxes.of(id, "Lanes: what happened around " + LaneWords.name(event))
            .axis(lanes.from() - event.at(), lanes.to() - event.at(), "seconds");
    for (EventLanes.Row row : lanes.rows()) {
      boxes.row(
          row.name(), row.boxes().stream().map(one -> box(event, lanes, one, colors)).toList());
    }
    double length = lanes.to() - lanes.from();
    for (int i = 0; i <= TICKS; i++) {
      double at = i / (double) TICKS;
      boxes.tick(at, Units.seconds(lanes.from() - event.at() + at * length));
    }
    budget(html, event, lanes, boxes, colors, times);
    boxes.write(html);
    if (lanes.leftOut() > 0) {
      html.note(
          lanes.leftOut() == 1
              ? "1 shorter box is left out."
              : Units.count(lanes.leftOut()) + " shorter boxes are left out.");
    }
  }

  /** A bar of the lateness, and below it each cause with a link to its evidence. */
  private static void budget(
      Html html,
      Causes.LateEvent event,
      EventLanes lanes,
      Boxes boxes,
      CauseColors colors,
      EventTimes times) {
    html.open("div", "class", "budget", "aria-hidden", "true");
    for (Causes.Part part : event.parts()) {
      double width = 100 * part.seconds() / event.latenessSeconds();
      String color = colors.color(part.cause());
      String style = String.format(Locale.ROOT, "width:%.2f%%;background:var(--%s)", width, color);
      html.element("span", "", "style", style);
    }
    html.close().open("ul", "class", "evidence");
    for (Causes.Part part : event.parts()) {
      html.open("li");
      colors.square(html, part.cause());
      String words = CauseSentences.part(event, part);
      Optional<EventLanes.Link> link =
          lanes.links().stream().filter(one -> one.cause().equals(part.cause())).findFirst();
      if (link.isPresent()) {
        String anchor = boxes.anchor(link.get().row(), link.get().box());
        html.element("a", words, "href", "#" + anchor);
      } else {
        html.text(words);
      }
      for (Causes.Evidence one : part.evidence().stream().limit(1).toList()) {
        String when = times.text(one.at());
        String what = one.what().isEmpty() ? "" : ": " + one.what();
        html.element("small", " %s at %s on %s%s".formatted(one.event(), when, one.thread(), what));
      }
      html.close();
    }
    html.closeLine();
  }

  private static Boxes.Box box(
      Causes.LateEvent event, EventLanes lanes, EventLanes.Box one, CauseColors colors) {
    double length = lanes.to() - lanes.from();
    double from = (one.at() - lanes.from()) / length;
    double to = one.seconds() == null ? from : from + one.seconds() / length;
    boolean strong = !one.kind().equals("work") && !one.kind().equals("waiting");
    return new Boxes.Box(
        from,
        to,
        text(one),
        LaneWords.tip(event, one),
        color(one.kind(), colors),
        strong ? STRONG : PALE);
  }

  private static String text(EventLanes.Box box) {
    return switch (box.kind()) {
      case "waiting", "execution" -> LaneWords.kind(box.kind());
      case "sample" -> "";
      default -> box.count() > 1 ? box.count() + " ×" : withoutPackages(box.what());
    };
  }

  /** There is little room in a box; its tip has the whole name. */
  static String withoutPackages(String text) {
    return PACKAGE.matcher(text).replaceAll("");
  }

  private static String color(String kind, CauseColors colors) {
    return switch (kind) {
      case "execution" -> "ink";
      case "waiting", "work", "collection", "compilation", "sample" -> "soft";
      default -> colors.color(kind);
    };
  }
}
