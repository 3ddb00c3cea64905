package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.chart.GroupStyle;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;
import java.util.List;

/** Says which colour and dash belongs to which group. */
final class Legend {
  private Legend() {}

  static void groups(Html html, ReportData data) {
    List<Summary.GroupSummary> groups = data.summary().groups();
    html.open("ul", "class", "legend", "aria-label", "Groups");
    for (int i = 0; i < groups.size(); i++) {
      html.open("li");
      GroupStyle.of(i).swatch(html);
      html.text(" " + groups.get(i).name()).close();
    }
    html.closeLine();
  }
}
