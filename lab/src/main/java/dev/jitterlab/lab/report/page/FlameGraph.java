package dev.jitterlab.lab.report.page;

import dev.jitterlab.diagnosis.view.SampleComparison;
import dev.jitterlab.diagnosis.view.SampleComparison.Frame;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.chart.Boxes;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.LaneWords;
import java.util.ArrayList;
import java.util.List;

/**
 * What late ticks and requests ran, as a differential flame graph: as wide as a frame's share of
 * the late samples, orange where that is more than in normal ones and blue where it is less.
 */
final class FlameGraph {
  private static final int DEEPEST = 48;
  private static final int UNFOLDED = 1;
  private static final double PLAIN = 0.12;

  /** A frame that stands out has at least this tint, and the full one at this difference. */
  private static final double LEAST_TINT = 0.22;

  private static final double MOST_TINT = 0.5;
  private static final double FULL_DIFFERENCE = 0.4;

  private final SampleComparison samples;
  private final List<List<Boxes.Box>> rows = new ArrayList<>();
  private boolean isCutOff;

  private FlameGraph(SampleComparison samples) {
    this.samples = samples;
  }

  /** Writes one of each group; where samples are too few, that. */
  static void write(Html html, List<SampleComparison> all) {
    if (all.isEmpty()) {
      return;
    }
    html.element("h3", "What late ones run, and normal ones do not");
    html.note(
        "Samples of late ticks and requests compared with those of normal ones. A frame is as wide"
            + " as its share of the late samples, and the frames below it are what it calls. Orange"
            + " and ▲: its share is larger than in normal ones; blue and ▼: smaller; grey: it may"
            + " be chance (three standard errors).");
    int drawn = 0;
    for (int i = 0; i < all.size(); i++) {
      SampleComparison one = all.get(i);
      if (one.tooFew() != null) {
        html.element("p", one.group() + ": " + one.tooFew(), "class", "none");
        continue;
      }
      html.open("details", "class", "group", "open", drawn < UNFOLDED ? "" : null);
      html.element(
          "summary",
          "%s: %s samples of late ones, %s of normal ones (%s)"
              .formatted(
                  one.group(),
                  Units.count(one.lateSamples()),
                  Units.count(one.normalSamples()),
                  one.event()));
      new FlameGraph(one).write(html, "flame-" + i);
      html.closeLine();
      drawn++;
    }
  }

  private void write(Html html, String id) {
    String text =
        samples.shared().isEmpty()
            ? "all"
            : "all, below " + LaneWords.method(samples.shared().getLast());
    String tip = "all samples; all have the frames " + String.join(" → ", samples.shared());
    rows.add(List.of(new Boxes.Box(0, 1, text, tip, "soft", PLAIN)));
    frames(samples.frames(), 0, 1);
    Boxes boxes = Boxes.of(id, "Flame graph: what late work of " + samples.group() + " runs");
    rows.forEach(row -> boxes.row("", row));
    boxes.write(html);
    if (isCutOff) {
      html.note(
          "Frames deeper than %d are left out. What the last ones call is not drawn."
              .formatted(DEEPEST));
    }
    methods(html);
  }

  private void frames(List<Frame> frames, double from, int depth) {
    double at = from;
    for (Frame frame : frames) {
      double to = at + frame.late() / (double) samples.lateSamples();
      isCutOff = isCutOff || (to > at && depth > DEEPEST);
      if (to > at && depth <= DEEPEST) {
        while (rows.size() <= depth) {
          rows.add(new ArrayList<>());
        }
        rows.get(depth).add(box(frame, at, to));
        frames(frame.callees(), at, depth + 1);
      }
      at = to;
    }
  }

  private Boxes.Box box(Frame frame, double from, double to) {
    double difference = to - from - frame.normal() / (double) samples.normalSamples();
    String out = frame.standsOut();
    double tint =
        out == null
            ? PLAIN
            : Math.clamp(MOST_TINT * Math.abs(difference) / FULL_DIFFERENCE, LEAST_TINT, MOST_TINT);
    return new Boxes.Box(
        from,
        to,
        mark(out) + LaneWords.method(frame.method()),
        "%s: %s of late samples, %s of normal ones"
            .formatted(
                frame.method().replace("::", "."),
                LaneWords.percent(frame.late(), samples.lateSamples()),
                LaneWords.percent(frame.normal(), samples.normalSamples())),
        color(out),
        tint);
  }

  private static String mark(String standsOut) {
    return standsOut == null ? "" : standsOut.equals(SampleComparison.LATE) ? "▲ " : "▼ ";
  }

  private static String color(String standsOut) {
    return standsOut == null
        ? "soft"
        : standsOut.equals(SampleComparison.LATE) ? "worse" : "better";
  }

  private void methods(Html html) {
    if (samples.methods().isEmpty()) {
      html.element("p", "No method stands out.", "class", "none");
      return;
    }
    Table table =
        Table.of("Methods that differ most, with what they call")
            .text("Method")
            .number("Late", "late")
            .number("Normal", "normal")
            .number("Difference, points", "difference");
    for (SampleComparison.Method one : samples.methods()) {
      table.row(
          mark(one.standsOut()) + one.method().replace("::", "."),
          LaneWords.percent(one.late(), samples.lateSamples()),
          LaneWords.percent(one.normal(), samples.normalSamples()),
          LaneWords.difference(samples, one));
    }
    table.write(html);
  }
}
