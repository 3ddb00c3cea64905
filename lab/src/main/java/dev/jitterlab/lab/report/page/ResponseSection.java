package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.ResponseWords;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.ArrayList;
import java.util.List;

/** Response times as a load generator recorded them, and what a closed model hid of them. */
final class ResponseSection {
  static final Section SECTION =
      Section.of("responses", "Response times", ResponseSection::lead, ResponseSection::write)
          .where(data -> ResponseWords.isMeasured(data.summary()));

  private static final List<String> COLUMNS = List.of("p50", "p90", "p95", "p99", "p99.9", "Max");

  private ResponseSection() {}

  private static String lead(ReportData data) {
    return ResponseWords.closedModel(data.summary()).isPresent()
        ? "How long clients waited for each answer after sending. The compensated times estimate"
            + " what they would have seen if they had not waited before sending again."
        : "How long each request took, from when it was due by the plan of the load, whether or"
            + " not the server was ready for it. So a stall shows in full.";
  }

  private static void write(Html html, ReportData data) {
    Legend.groups(html, data);
    boolean isClosed = ResponseWords.closedModel(data.summary()).isPresent();
    ResponseWords.closedModel(data.summary())
        .ifPresent(
            words ->
                html.open("div", "class", "banner partial")
                    .element("strong", "⚠ Closed model")
                    .element("p", words)
                    .closeLine());
    if (isClosed) {
      html.open("div", "class", "panels");
    }
    chart(html, data, ResponseMetric.RESPONSE, isClosed ? "As measured" : "");
    if (isClosed) {
      chart(html, data, ResponseMetric.COMPENSATED, "Compensated: an estimate");
      html.closeLine();
    }
    html.note("Both axes are logarithmic, with 10 classes per decade.");
    table(html, data);
    StepNumbers.charts(html, data.timelines());
  }

  private static void chart(Html html, ReportData data, ResponseMetric metric, String caption) {
    String id = metric == ResponseMetric.RESPONSE ? "responses" : "responses-compensated";
    LatencyHistogram.chart(id, "response time", "answers", data, group -> group.responses(metric))
        .figure(
            html,
            caption,
            "Histograms of response times, one a group; the table below has their figures.");
  }

  private static void table(Html html, ReportData data) {
    Table table =
        Table.of("Response times per group, over the measured time of all instances")
            .text("Group")
            .number("Answers", "answers");
    COLUMNS.forEach(table::number);
    for (Summary.GroupSummary group : data.summary().groups()) {
      for (ResponseWords.Row row : ResponseWords.rows(data.summary(), group)) {
        Distribution times = data.timeline(group.name()).responses(row.metric());
        List<String> cells = new ArrayList<>();
        cells.add(row.title());
        cells.add(times.isEmpty() ? Units.NONE : Units.count(times.count()));
        cells.addAll(row.quantiles());
        table.row(cells);
      }
    }
    table.write(html);
  }
}
