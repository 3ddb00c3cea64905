package dev.jitterlab.lab.report.words;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.view.EventLanes;
import dev.jitterlab.diagnosis.view.SampleComparison;
import dev.jitterlab.lab.Units;
import java.util.Map;

/** What lanes and samples say, on the page and in the terminal. */
public final class LaneWords {
  private static final Map<String, String> KINDS =
      Map.of(
          "waiting", "due, but not begun",
          "execution", "running",
          "work", "ran",
          "collection", "collection",
          "compilation", "compiled",
          "sample", "sampled in");

  private LaneWords() {}

  /** Such as "tick battle-7 of monolith/1 on tick-worker-0". */
  public static String name(Causes.LateEvent event) {
    String thread = event.thread() == null ? "" : " on " + event.thread();
    return "%s %s of %s%s".formatted(event.kind(), event.task(), event.instance(), thread);
  }

  /** What a kind of box is: a cause's words, or that it ran. */
  public static String kind(String kind) {
    return KINDS.getOrDefault(kind, CauseSentences.words(kind));
  }

  /** All that is known of a box: what, how long, when, shown by what. */
  public static String tip(Causes.LateEvent event, EventLanes.Box box) {
    String what =
        switch (box.kind()) {
          case "waiting", "execution" -> kind(box.kind());
          default -> kind(box.kind()) + (box.what().isEmpty() ? "" : ": " + box.what());
        };
    String many = box.count() == 1 ? "" : box.count() + " together, the longest: ";
    String length =
        box.seconds() == null
            ? ""
            : ", " + Units.seconds(box.seconds()) + (box.count() == 1 ? "" : " in all");
    return many + what + length + ", " + when(box.at() - event.at()) + " (" + box.event() + ")";
  }

  /** Such as "12 ms after it was due". */
  private static String when(double since) {
    return since == 0
        ? "when it was due"
        : Units.seconds(Math.abs(since)) + (since < 0 ? " before" : " after") + " it was due";
  }

  /** Class and method without the package: {@code Battle.step}. */
  public static String method(String method) {
    int at = method.indexOf("::");
    String owner = at < 0 ? "" : method.substring(0, at);
    return at < 0
        ? method
        : owner.substring(owner.lastIndexOf('.') + 1) + "." + method.substring(at + 2);
  }

  /** A share in whole per cents. */
  public static String percent(int part, int whole) {
    return Units.share((double) part / whole, 0);
  }

  /** How much larger the method's share of late samples is, in percentage points. */
  public static String difference(SampleComparison of, SampleComparison.Method method) {
    double points =
        100.0 * method.late() / of.lateSamples() - 100.0 * method.normal() / of.normalSamples();
    long whole = Math.round(points);
    return (whole > 0 ? "+" : "") + whole;
  }
}
