package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.table.Table.Cell;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunState;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What happened when: blocks with their phases, and processes that ended by themselves. */
final class TimelineSection {
  static final Section SECTION =
      Section.of(
          "timeline",
          "The run’s timeline",
          data ->
              "When each block warmed up and was measured, in time since the run began; "
                  + (data.plan().design().execution() == null
                      ? ""
                      : data.plan().design().execution().why()),
          TimelineSection::write);

  private TimelineSection() {}

  private static void write(Html html, ReportData data) {
    double length = length(data);
    Table table =
        Table.of("Blocks and their phases")
            .styled("timeline")
            .text("Block")
            .number("Warm-up from", "warm-up from")
            .number("Measured from", "measured from")
            .number("Measured to", "measured to")
            .text("Warm-up (light), measurement (dark)");
    for (RunState.BlockTimes block : data.run().blocks()) {
      table.cells(
          null,
          List.of(
              Cell.of("Block " + block.number()),
              Cell.of(since(data, block.loadStartedAt())),
              Cell.of(since(data, block.measuredFrom())),
              Cell.of(since(data, block.measuredTo())),
              new Cell("", "span-cell", cell -> spans(cell, data, length, block))));
    }
    table.write(html);
    processes(html, data);
  }

  private static void spans(Html html, ReportData data, double length, RunState.BlockTimes block) {
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
    html.close();
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
    Table table =
        Table.of("Processes that did not end as asked")
            .text("Process")
            .text("State", "state")
            .text("Ended", "ended")
            .text("Exit status", "exit status");
    for (ProcessRecord process : bad) {
      table.row(
          process.id(),
          process.fate().state(),
          since(data, process.fate().exitedAt()),
          process.fate().exitCode() == null ? Units.NONE : process.fate().exitCode().toString());
    }
    table.write(html);
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
