package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import java.util.LinkedHashMap;
import java.util.Map;

/** The terms of this page, for readers who do not live in them. */
final class GlossarySection implements Section {
  private static final Map<String, String> TERMS = new LinkedHashMap<>();

  static {
    TERMS.put(
        "Tick",
        "One execution of a periodic task, such as one step of a battle: input, logic, output.");
    TERMS.put(
        "Period", "The time from one tick to the next by plan: 50 ms at 20 ticks per second.");
    TERMS.put(
        "Drift",
        "Start of a tick minus its place in the perfect schedule (first start + n × period). A"
            + " negative drift is a tick that came early.");
    TERMS.put("Execution", "End minus start of a tick: the work itself.");
    TERMS.put("Wait", "Start of a tick minus the end of the one before.");
    TERMS.put("Total", "Execution + wait, exactly. If all is well it equals the period.");
    TERMS.put(
        "Late tick", "A tick whose total is above 1.1 periods; also counted at 1.4, 2 and 4.");
    TERMS.put(
        "p50, p90, p95, p99",
        "Quantiles: at p99, 99 of 100 ticks are at or below the value, and 1 is above it.");
    TERMS.put("CPU load", "1 minus the idle share of all cores.");
    TERMS.put(
        "Instance",
        "One JVM. Ticks inside one JVM influence each other, so instances, not ticks, are what the"
            + " statistics count.");
    TERMS.put(
        "Nullified",
        "An instance that does not count, for a recorded cause, never for its figures.");
    TERMS.put("Block", "Instances that ran at the same time, one of every group.");
    TERMS.put(
        "BP$", "Bang per dollar: what a group gives for its price, compared with the baseline.");
    TERMS.put("Baseline", "The group that all others are compared with.");
    TERMS.put(
        "95 % interval",
        "Where the true ratio plausibly lies, found by drawing instances at random again and again"
            + " (bootstrap). If it contains 1, this run does not decide.");
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
    TERMS.forEach((term, meaning) -> html.element("dt", term).element("dd", meaning));
    html.closeLine();
  }
}
