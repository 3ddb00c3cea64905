package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.ResponseWords;
import java.util.LinkedHashMap;
import java.util.Map;

/** The terms of this page, for readers who do not live in them. */
final class GlossarySection implements Section {
  private static final Map<String, String> OF_TICKS = new LinkedHashMap<>();
  private static final Map<String, String> OF_REQUESTS = new LinkedHashMap<>();
  private static final Map<String, String> OF_ALL = new LinkedHashMap<>();

  static {
    OF_TICKS.put(
        "Tick",
        "One execution of a periodic task, such as one step of a battle: input, logic, output.");
    OF_TICKS.put(
        "Period", "The time from one tick to the next by plan: 50 ms at 20 ticks per second.");
    OF_TICKS.put(
        "Drift",
        "Start of a tick minus its place in the perfect schedule (first start + n × period). A"
            + " tick with a negative drift came early.");
    OF_TICKS.put("Execution", "End minus start of a tick: the work itself.");
    OF_TICKS.put("Wait", "Start of a tick minus the end of the one before.");
    OF_TICKS.put("Total", "Execution + wait, exactly. If all is well it equals the period.");
    OF_TICKS.put(
        "Late tick", "A tick whose total is above 1.1 periods; also counted at 1.4, 2 and 4.");
    OF_REQUESTS.put(
        "Response time",
        "The time from when a request was due to the end of its answer, even if it was sent late.");
    OF_REQUESTS.put(
        "Slow request", "A request that took longer than the load’s threshold for slow ones.");
    OF_ALL.put(
        "p50, p90, p95, p99",
        "Quantiles: at p99, 99 of 100 figures are at or below the value, and 1 is above it.");
    OF_ALL.put(
        "CPU load",
        "The share of the machine’s CPU time, over all cores, that the server itself used.");
    OF_ALL.put(
        "CPU load of the machine",
        "1 minus the idle share of all cores: the server, its load and everything else.");
    OF_ALL.put("Group", "One variant that is compared: all instances with the same settings.");
    OF_ALL.put(
        "Instance",
        "One JVM. What happens inside one JVM influences what happens next in it, so instances"
            + " are what the statistics count.");
    OF_ALL.put(
        "Nullified",
        "An instance that does not count, because of a recorded cause, never because of its"
            + " figures.");
    OF_ALL.put("Block", "A stretch of time in which one instance of every group was measured.");
    OF_ALL.put(
        "Valid, weak, invalid",
        "A valid trial passed every check. A weak one has a reservation, which it states. The"
            + " figures of an invalid one must not be used.");
    OF_ALL.put(
        "BP$", "Bang per dollar: what a group gives for its price, compared with the baseline.");
    OF_ALL.put("Baseline", "The group that all others are compared with.");
    OF_ALL.put(
        "95 % interval",
        "The range in which the true ratio plausibly lies. It is found by drawing instances at"
            + " random again and again (bootstrap). If it contains 1, this run does not decide.");
  }

  @Override
  public String id() {
    return "glossary";
  }

  @Override
  public String title() {
    return "Glossary";
  }

  @Override
  public String lead(ReportData data) {
    return "What the words on this page mean.";
  }

  @Override
  public void write(Html html, ReportData data) {
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

  private static void write(Html html, Map<String, String> terms) {
    terms.forEach((term, meaning) -> html.element("dt", term).element("dd", meaning));
  }
}
