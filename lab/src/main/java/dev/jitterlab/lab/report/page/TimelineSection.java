package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunState;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What happened when: blocks with their phases, and processes that ended by themselves. */
final class TimelineSection implements Section {
  @Override
  public String id() {
    return "timeline";
  }

  @Override
  public String title() {
    return "The run’s timeline";
  }

  @Override
  public String lead(ReportData data) {
    return "When each block warmed up and was measured, in time since the run began; "
        + (data.plan().design().execution() == null ? "" : data.plan().design().execution().why());
  }

  @Override
  public void write(Html html, ReportData data) {
    html.open("table", "class", "cards timeline");
    html.element("caption", "Blocks and their phases");
    html.open("thead").open("tr");
    for (String heading : List.of("Block", "Warm-up from", "Measured from", "Measured to")) {
      html.element(
          "th", heading, "scope", "col", "class", heading.equals("Block") ? null : "number");
    }
    html.element("th", "Warm-up (light), measurement (dark)", "scope", "col");
    html.close().close().open("tbody");
    double length = length(data);
    for (RunState.BlockTimes block : data.run().blocks()) {
      html.open("tr").element("th", "Block " + block.number(), "scope", "row");
      time(html, data, "warm-up from", block.loadStartedAt());
      time(html, data, "measured from", block.measuredFrom());
      time(html, data, "measured to", block.measuredTo());
      html.open("td", "class", "span-cell");
      html.open(
          "svg",
          "class",
          "span",
          "viewBox",
          "0 0 100 4",
          "preserveAspectRatio",
          "none",
          "aria-hidden",
          "true");
      span(html, data, length, block.loadStartedAt(), block.measuredFrom(), "warmup");
      span(html, data, length, block.measuredFrom(), block.measuredTo(), "measured");
      html.close().close().closeLine();
    }
    html.close().closeLine();
    processes(html, data);
  }

  private static void processes(Html html, ReportData data) {
    List<ProcessRecord> bad =
        data.processes().stream()
            .filter(p -> !p.fate().state().equals("stopped") && !p.fate().state().equals("ready"))
            .toList();
    if (bad.isEmpty()) {
      html.element(
          "p",
          data.processes().isEmpty()
              ? "No process was started."
              : "All " + data.processes().size() + " processes ran until they were asked to end.");
      return;
    }
    html.open("table", "class", "cards").element("caption", "Processes that did not end as asked");
    html.open("thead").open("tr");
    for (String heading : List.of("Process", "State", "Ended", "Exit status")) {
      html.element("th", heading, "scope", "col");
    }
    html.close().close().open("tbody");
    for (ProcessRecord process : bad) {
      html.open("tr").element("th", process.id(), "scope", "row");
      html.element("td", process.fate().state(), "data-label", "state");
      html.element("td", since(data, process.fate().exitedAt()), "data-label", "ended");
      html.element(
          "td",
          process.fate().exitCode() == null ? Units.NONE : process.fate().exitCode().toString(),
          "data-label",
          "exit status");
      html.closeLine();
    }
    html.close().closeLine();
  }

  private static void time(Html html, ReportData data, String label, Double at) {
    html.element("td", since(data, at), "class", "number", "data-label", label);
  }

  private static String since(ReportData data, Double at) {
    return at == null ? "not reached" : Units.duration(at - data.run().startedAt());
  }

  private static double length(ReportData data) {
    double end =
        data.run().blocks().stream()
            .map(RunState.BlockTimes::measuredTo)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(data.run().startedAt() + 1);
    Double ended = data.run().endedAt();
    return Math.max(ended == null ? end : Math.max(end, ended), 1) - data.run().startedAt();
  }

  private static void span(
      Html html, ReportData data, double length, Double from, Double to, String css) {
    if (from == null || to == null || length <= 0) {
      return;
    }
    html.open(
            "rect",
            "x",
            percent((from - data.run().startedAt()) / length),
            "width",
            percent((to - from) / length),
            "y",
            "0",
            "height",
            "4",
            "class",
            css)
        .close();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f", share * 100);
  }
}
