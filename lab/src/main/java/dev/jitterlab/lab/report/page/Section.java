package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;

/**
 * A part of the report with its own heading. It opens with one plain sentence that says what is
 * seen and how to read it.
 */
public interface Section {
  /** The anchor. */
  String id();

  /** The heading. */
  String title();

  /** The sentence below the heading. */
  String lead(ReportData data);

  /** Whether this run has anything to show in it. */
  default boolean applies(ReportData data) {
    return true;
  }

  /** Writes what comes below the sentence. */
  void write(Html html, ReportData data);
}
