package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;

/** The experiment file itself. */
final class ExperimentSection implements Section {
  @Override
  public String id() {
    return "experiment";
  }

  @Override
  public String title() {
    return "The experiment file";
  }

  @Override
  public String lead(ReportData data) {
    return "With this file and seed "
        + data.plan().design().seed()
        + " the same plan comes out, byte for byte: save it and run it again to check this report.";
  }

  @Override
  public void write(Html html, ReportData data) {
    html.open("pre", "class", "yaml", "tabindex", "0").element("code", data.experimentYaml());
    html.closeLine();
  }
}
