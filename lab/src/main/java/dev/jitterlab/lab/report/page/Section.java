package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A part of the report with its own heading. It opens with one plain sentence that says what is
 * seen and how to read it.
 *
 * @param id the anchor
 * @param title the heading
 * @param lead the sentence below the heading
 * @param content writes what comes below the sentence
 * @param applies whether a run has anything to show in it
 */
record Section(
    String id,
    String title,
    Function<ReportData, String> lead,
    BiConsumer<Html, ReportData> content,
    Predicate<ReportData> applies) {

  /** Whose sentence is the same of every run, which all have it. */
  static Section of(String id, String title, String lead, BiConsumer<Html, ReportData> content) {
    return of(id, title, _ -> lead, content);
  }

  /** Which every run has. */
  static Section of(
      String id,
      String title,
      Function<ReportData, String> lead,
      BiConsumer<Html, ReportData> content) {
    return new Section(id, title, lead, content, _ -> true);
  }

  /** The same, of those runs only. */
  Section where(Predicate<ReportData> applicable) {
    return new Section(id, title, lead, content, applicable);
  }
}
