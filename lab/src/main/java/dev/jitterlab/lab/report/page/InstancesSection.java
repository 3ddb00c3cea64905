package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;
import java.util.ArrayList;
import java.util.List;

/** Every instance as a dot: the statistical unit of all intervals above. */
final class InstancesSection implements Section {
  @Override
  public String id() {
    return "instances";
  }

  @Override
  public String title() {
    return "Every instance";
  }

  @Override
  public String lead(ReportData data) {
    return "One dot is one JVM; the less the dots of two groups overlap, the surer is their difference."
        + " Hollow dots were nullified and do not count."
        + (data.inBlocks() ? " A thin line joins what ran at the same time, in one block." : "");
  }

  @Override
  public void write(Html html, ReportData data) {
    html.open("p", "class", "choice")
        .element("label", "Metric ", "for", "strip-metric")
        .open("select", "id", "strip-metric");
    for (Metric metric : metrics(data)) {
      html.element("option", metric.title(), "value", metric.key());
    }
    html.close().closeLine();
    Chart.write(
        html,
        "chart",
        "strip",
        "Dot plot: one dot per instance; the figures are in the table below",
        "id",
        "strip");
    table(html, data);
  }

  /** What can be chosen, the verdict's metric first. */
  static List<Metric> metrics(ReportData data) {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(data.primaryMetric());
    data.summary().shownFirst().stream()
        .filter(metric -> !metric.equals(data.primaryMetric()))
        .forEach(metrics::add);
    return metrics;
  }

  private static void table(Html html, ReportData data) {
    List<Metric> columns = metrics(data);
    html.open("details").element("summary", "The figures of every instance");
    html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Instances");
    html.open("table").element("caption", "Figures of every instance");
    html.open("thead").open("tr").element("th", "Instance", "scope", "col");
    html.element("th", "Block", "scope", "col", "class", "number");
    for (Metric metric : columns) {
      html.element("th", metric.title(), "scope", "col", "class", "number");
    }
    html.element("th", "Counts", "scope", "col");
    html.close().close().open("tbody");
    for (Summary.GroupSummary group : data.summary().groups()) {
      for (Summary.InstanceSummary instance : group.instances()) {
        html.open("tr", "class", instance.nullified() ? "nullified" : null);
        html.element("th", instance.id(), "scope", "row");
        html.element("td", Integer.toString(instance.block()), "class", "number");
        for (Metric metric : columns) {
          html.element("td", metric.show(instance.metrics()), "class", "number");
        }
        html.element("td", counts(instance));
        html.closeLine();
      }
    }
    html.close().close().close().closeLine();
  }

  private static String counts(Summary.InstanceSummary instance) {
    if (instance.nullified()) {
      return "no: " + cause(instance);
    }
    return instance.outlier() == null ? "yes" : "yes: " + instance.outlier();
  }

  private static String cause(Summary.InstanceSummary instance) {
    return instance.why() == null ? "cause not recorded" : instance.why();
  }
}
