package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.CauseSentences;
import dev.jitterlab.lab.report.words.Headline;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.Summary;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The head of the page: what was asked, the answer, and whether it may be believed. */
final class VerdictSection {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private VerdictSection() {}

  /**
   * Writes it.
   *
   * @param live whether the run goes on and the page with it
   */
  static void write(Html html, ReportData data, boolean live) {
    Summary summary = data.summary();
    html.open("header", "class", "page-head");
    ReportPage.eyebrow(html, live ? "Jitterlab, live" : "Jitterlab report");
    html.element("h1", summary.experiment());
    if (summary.question() != null && !summary.question().isBlank()) {
      html.element("p", summary.question().strip(), "class", "question");
    }
    if (live) {
      LivePanel.write(html);
    } else {
      banners(html, data);
    }
    Headline headline = Headline.of(summary, data.confusion());
    html.open("p", "class", "verdict " + TrialWords.status(summary));
    if (data.run().state().equals("running") && !TrialWords.checks(summary).isEmpty()) {
      html.element("span", "so far", "class", "tag").text(" ");
    }
    html.text(unbroken(headline.answer())).closeLine();
    if (!headline.detail().isEmpty()) {
      html.element("p", unbroken(headline.detail()), "class", "detail");
    }
    data.causes().flatMap(CauseSentences::headline).ifPresent(words -> cause(html, words));
    html.element("p", facts(data), "class", "facts");
    html.closeLine();
  }

  /** No line ends within a figure. */
  private static String unbroken(String words) {
    return words.replace(" %", "\u00a0%").replaceAll("(?<=\\d) (?=\\d{3}\\b)", "\u00a0");
  }

  /** What made ticks late, in one sentence. */
  private static void cause(Html html, String words) {
    html.open("p", "class", "cause")
        .text(unbroken(words) + " ")
        .element("a", "Why it was late", "href", "#" + CausesSection.SECTION.id())
        .close();
  }

  private static void banners(Html html, ReportData data) {
    if (TrialWords.status(data.summary()).equals("invalid")) {
      html.open("div", "class", "banner invalid", "role", "alert")
          .element("strong", "✖ Invalid trial. Do not use these figures.")
          .element("p", "The checks below say what went wrong and what to do about it.")
          .closeLine();
    }
    String what = incomplete(data.run());
    if (!what.isEmpty()) {
      html.open("div", "class", "banner partial", "role", "alert")
          .element("strong", "⚠ " + what)
          .element("p", data.run().why() == null ? "No cause was recorded." : data.run().why())
          .closeLine();
    }
  }

  /** What is missing of the run, in words; empty for a complete one. */
  static String incomplete(RunState run) {
    return switch (run.state()) {
      case "complete" -> "";
      case "interrupted" -> "The run was interrupted: only part of it was measured.";
      case "running" -> "The run has not ended: these are the figures so far.";
      default -> "The run failed: only part of it was measured.";
    };
  }

  private static String facts(ReportData data) {
    Timing timing = data.plan().timing();
    return String.join(
        " · ",
        UTC.format(Instant.ofEpochMilli((long) (data.run().startedAt() * 1000))),
        Units.count(data.plan().groups().size(), "group")
            + " of "
            + Units.count(data.plan().design().instancesPerGroup(), "instance"),
        "measured for "
            + Units.duration(timing.durationSeconds())
            + (timing.warmupUntilSteady() ? " after at most " : " after ")
            + Units.duration(timing.warmupSeconds())
            + " of warm-up",
        "baseline " + data.summary().baseline());
  }
}
