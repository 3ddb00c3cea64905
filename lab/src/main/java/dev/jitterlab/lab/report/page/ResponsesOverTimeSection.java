package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.ticks.ResponseMetric;

/** The response times over time, a panel a group. */
final class ResponsesOverTimeSection {
  static final Section SECTION =
      Section.of(
              "responses-over-time",
              "Response times over time",
              ResponsesOverTimeSection::lead,
              ResponsesOverTimeSection::write)
          .where(
              data ->
                  data.timelines().stream()
                      .flatMap(group -> group.responses().lines().byName().values().stream())
                      .anyMatch(line -> !line.isEmpty()));

  private ResponsesOverTimeSection() {}

  private static String lead(ReportData data) {
    return "One panel per group, "
        + QuantilePanels.steps(data.timelines().stream().map(group -> group.responses().lines()))
        + " over all instances that count; all have the same vertical axis, so heights can be"
        + " compared directly. The shaded part is warm-up and does not count."
        + SlowRequestsSection.promisedSeconds(data)
            .map(
                seconds -> " The dashed line is the promised time: " + Units.seconds(seconds) + ".")
            .orElse("");
  }

  private static void write(Html html, ReportData data) {
    QuantilePanels.openLegend(html);
    html.closeLine();
    html.open("div", "class", "panels");
    for (int group = 0; group < data.timelines().size(); group++) {
      panel(html, data, group);
    }
    html.closeLine();
  }

  private static void panel(Html html, ReportData data, int group) {
    String name = data.timelines().get(group).group();
    Chart chart =
        QuantilePanels.chart(
            "responses-over-time",
            group,
            "responses-over-time",
            data.timelines().get(group).responses().lines().byName());
    SlowRequestsSection.promisedSeconds(data).ifPresent(seconds -> chart.limit(seconds, ""));
    chart.ofGroup(html, group, name, label(data, name));
  }

  private static String label(ReportData data, String group) {
    return QuantilePanels.label(
        "response times",
        data,
        group,
        quantile -> ResponseTimes.of(ResponseMetric.RESPONSE, quantile));
  }
}
