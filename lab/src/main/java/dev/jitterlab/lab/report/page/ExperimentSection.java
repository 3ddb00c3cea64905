package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;

/** The experiment file itself. */
final class ExperimentSection {
  static final Section SECTION =
      Section.of(
          "experiment",
          "The experiment file",
          data ->
              "With this file and seed %s the same plan comes out, byte for byte: save it and run it again to check this report."
                  .formatted(data.plan().design().seed()),
          ExperimentSection::write);

  private ExperimentSection() {}

  private static void write(Html html, ReportData data) {
    html.open("pre", "class", "yaml", "tabindex", "0").element("code", data.experimentYaml());
    html.closeLine();
  }
}
