package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.ResponseWords;

/** The terms of this page, for readers who do not live in them. */
final class GlossarySection {
  static final Section SECTION =
      Section.of(
          "glossary", "Glossary", "What the words on this page mean.", GlossarySection::write);

  private static final String OF_TICKS =
      """
      Tick: One execution of a periodic task, such as one step of a battle: input, logic, output.
      Period: The time from one tick to the next by plan: 50 ms at 20 ticks per second.
      Drift: Start of a tick minus its place in the perfect schedule (first start + n × period). \
      A tick with a negative drift came early.
      Execution: End minus start of a tick: the work itself.
      Wait: Start of a tick minus the end of the one before.
      Total: Execution + wait, exactly. If all is well it equals the period.
      Late tick: A tick whose total is above 1.1 periods; also counted at 1.4, 2 and 4.
      """;

  private static final String OF_REQUESTS =
      """
      Response time: The time from when a request was due to the end of its answer, even if it \
      was sent late.
      Slow request: A request that took longer than the load’s threshold for slow ones.
      """;

  private static final String OF_ALL =
      """
      p50, p90, p95, p99: Quantiles: at p99, 99 of 100 figures are at or below the value, and 1 \
      is above it.
      CPU load: The share of the machine’s CPU time, over all cores, that the server itself used.
      CPU load of the machine: 1 minus the idle share of all cores: the server, its load and \
      everything else.
      Group: One variant that is compared: all instances with the same settings.
      Instance: One JVM. What happens inside one JVM influences what happens next in it, so \
      instances are what the statistics count.
      Nullified: An instance that does not count, because of a recorded cause, never because of its \
      figures.
      Block: A stretch of time in which one instance of every group was measured.
      Valid, weak, invalid: A valid trial passed every check. A weak one has a reservation, which \
      it states. The figures of an invalid one must not be used.
      BP$: Bang per dollar: what a group gives for its price, compared with the baseline.
      Baseline: The group that all others are compared with.
      95 % interval: The range in which the true ratio plausibly lies. It is found by drawing \
      instances at random again and again (bootstrap). If it contains 1, this run does not decide.
      """;

  private GlossarySection() {}

  private static void write(Html html, ReportData data) {
    html.open("dl");
    if (data.plan().hasTicks()) {
      write(html, OF_TICKS);
    }
    if (ResponseWords.isMeasured(data.summary())) {
      write(html, OF_REQUESTS);
    }
    write(html, OF_ALL);
    html.closeLine();
  }

  /** A line of the text for each: the term, a colon, and what it means. */
  private static void write(Html html, String terms) {
    terms
        .lines()
        .map(line -> line.split(": ", 2))
        .forEach(term -> html.element("dt", term[0]).element("dd", term[1]));
  }
}
