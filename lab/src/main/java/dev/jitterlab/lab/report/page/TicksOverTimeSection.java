package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Downsample;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.ticks.TickTime;

/** The four tick metrics over time, group by metric (figures 4 and 8 of the thesis). */
final class TicksOverTimeSection {
  static final Section SECTION =
      Section.of(
              "ticks-over-time",
              "Ticks over time",
              TicksOverTimeSection::lead,
              TicksOverTimeSection::write)
          .where(data -> data.plan().hasTicks());

  /** Up to so many groups every metric is shown unfolded. */
  private static final int UNFOLDED_GROUPS = 4;

  private TicksOverTimeSection() {}

  private static String lead(ReportData data) {
    return "One panel per group, "
        + QuantilePanels.steps(
            data.timelines().stream().flatMap(group -> group.ticks().values().stream()))
        + " over all instances that count; all panels of a metric have the same vertical axis, so"
        + " heights can be compared directly. The shaded part is warm-up and does not count. On a"
        + " logarithmic axis, values below 1 µs, early ticks among them, are drawn at 1 µs.";
  }

  private static void write(Html html, ReportData data) {
    QuantilePanels.openLegend(html);
    if (!data.summary().control().isEmpty()) {
      QuantilePanels.entry(
          html, "control", "in drift: the machine itself, its worst stall of each second");
    }
    html.closeLine();
    boolean unfolded = data.timelines().size() <= UNFOLDED_GROUPS;
    for (TickTime time : ReportPage.TICK_TIMES) {
      boolean open = unfolded || TickTimes.key(time).equals(data.primaryMetric().family());
      html.open("details", "class", "metric", "open", open ? "" : null);
      html.open("summary").element("h3", TickTimes.title(time)).close();
      html.note(meaning(time));
      html.open("div", "class", "panels");
      for (int group = 0; group < data.timelines().size(); group++) {
        panel(html, data, time, group);
      }
      html.closeLine().closeLine();
    }
  }

  private static void panel(Html html, ReportData data, TickTime time, int group) {
    String name = data.timelines().get(group).group();
    Chart chart =
        QuantilePanels.chart(
            "ticks-" + TickTimes.key(time),
            group,
            "ticks",
            data.timelines().get(group).lines(time));
    if (time == TickTime.DRIFT) {
      chart.add(
          ChartSeries.line(Downsample.minMax(ControlTable.line(data.summary().control())))
              .style("the machine itself", "soft", 1.5, 1, 3));
    }
    chart.ofGroup(
        html,
        group,
        name,
        QuantilePanels.label(
            TickTimes.title(time), data, name, quantile -> TickTimes.of(time, quantile)));
  }

  private static String meaning(TickTime time) {
    return switch (time) {
      case DRIFT -> "How late ticks start against the perfect schedule; lower is better.";
      case EXECUTION -> "How long the work of a tick takes.";
      case WAIT -> "The pause between the end of a tick and the start of the next.";
      case TOTAL ->
          "From the end of a tick to the end of the next: execution + wait. Steady at the period is"
              + " what players feel as smooth.";
      case RELEASE_JITTER -> "";
    };
  }
}
