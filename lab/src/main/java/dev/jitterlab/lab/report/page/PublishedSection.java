package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.PublishedRow;

/** The figures that papers published, beside those of this run. */
final class PublishedSection {
  static final Section SECTION =
      Section.of(
              "published",
              "Published figures",
              "What papers say of the same question, beside what this run measured. Their machines,"
                  + " JVMs and loads were others, so a ratio can agree where a time cannot. A figure"
                  + " has the least and the greatest of the group’s instances in parentheses.",
              PublishedSection::write)
          .where(data -> !data.plan().analysis().published().isEmpty());

  private PublishedSection() {}

  private static void write(Html html, ReportData data) {
    Table table =
        Table.of("Published figures and this run’s")
            .text("Claim")
            .text("Source")
            .text("Measured by")
            .text("Published")
            .text("This run");
    for (PublishedRow row : PublishedRow.of(data.plan().analysis().published(), data.summary())) {
      table.row(row.claim(), row.source(), row.measured(), row.published(), row.here());
    }
    table.write(html);
  }
}
