package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.validity.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Response times as a load generator recorded them, in words and figures. Stateless. */
public final class ResponseWords {
  private ResponseWords() {}

  /**
   * A line of their table.
   *
   * @param title the group, with what was compensated marked as such
   * @param quantiles as texts
   */
  public record Row(String title, ResponseMetric metric, List<String> quantiles) {}

  /** Whether a load generator recorded them. */
  public static boolean isMeasured(Summary summary) {
    return summary.wasMeasured(ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P50));
  }

  /** What a closed model hid; empty for an open one. */
  public static Optional<String> closedModel(Summary summary) {
    return TrialWords.finding(summary, Role.CLOSED_MODEL).map(Summary.Check::why);
  }

  /** The lines of a group: one, or with a closed model two. */
  public static List<Row> rows(Summary summary, Summary.GroupSummary group) {
    List<Row> rows = new ArrayList<>();
    rows.add(row(group.name(), ResponseMetric.RESPONSE, summary, group));
    if (ResponseTimes.of(ResponseMetric.COMPENSATED, Quantile.P50).in(group.metrics()) != null) {
      rows.add(row(group.name() + ", compensated", ResponseMetric.COMPENSATED, summary, group));
    }
    return rows;
  }

  private static Row row(
      String title, ResponseMetric time, Summary summary, Summary.GroupSummary group) {
    return new Row(
        title,
        time,
        Stream.of(Quantile.values())
            .map(
                quantile -> FigureWords.of(summary, group.name(), ResponseTimes.of(time, quantile)))
            .toList());
  }
}
