package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.JitWork;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.data.JitTimeline;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The JIT compiler beside what it does to the ticks, on one time axis (figures 3 to 5 of the
 * thesis).
 */
final class JitSection implements Section {
  private static final List<Metric> COLUMNS = JitWork.ALL;

  @Override
  public String id() {
    return "jit";
  }

  @Override
  public String title() {
    return "The JIT compiler over time";
  }

  @Override
  public String lead(ReportData data) {
    return "Drift, execution, deoptimisations of tick methods and compile time of each group, one"
        + " below the other on the same seconds. Where a deoptimisation precedes a rise of the"
        + " execution, the tick ran in the interpreter or in slow code until it was compiled again."
        + " A vertical line is a change of the servers' work by plan.";
  }

  @Override
  public void write(Html html, ReportData data) {
    Legend.groups(html, data);
    chart(html, "drift", "Drift p99");
    chart(html, "execution", "Execution p99");
    chart(html, "deoptimisations", "Deoptimisations of tick methods per second, mean server");
    chart(html, "seconds", "JIT time, seconds per second, mean server");
    MeanServerTable.head(html, COLUMNS);
    html.element("th", "Why threads left optimised code, all servers", "scope", "col");
    html.close().close().open("tbody");
    for (Summary.GroupSummary group : data.summary().groups()) {
      MeanServerTable.row(html, group, COLUMNS);
      html.element("td", reasons(data.timeline(group.name()).jit()), "data-label", "why");
      html.closeLine();
    }
    html.close().closeLine();
  }

  private static String reasons(JitTimeline jit) {
    return jit.reasons().isEmpty()
        ? Units.NONE
        : jit.reasons().entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(reason -> reason.getKey() + " " + Units.count(reason.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static void chart(Html html, String of, String caption) {
    String label = "Line chart: " + caption + " over time; the means are in the table below";
    Chart.figure(html, caption, "jit", label, "data-of", of);
  }
}
