package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.validity.Answered;
import java.util.Objects;
import java.util.Optional;

/**
 * Which figures of a summary are only bounds: {@link MetricValues#AT_LEAST} or {@link
 * MetricValues#BELOW}. Stateless and thread-safe.
 */
public final class FigureBounds {
  private FigureBounds() {}

  /**
   * Which bound the group's figure is; empty where it is none. Of a group with an instance that
   * hung, the metrics have what the others did. Whether that is a bound follows from the number of
   * instances that count. What such an instance hides may be worse than any bound that the others
   * have, so it comes first. Older summaries tell it of the primary metric only, in the outcome.
   */
  public static Optional<String> of(Summary summary, GroupSummary group, Metric metric) {
    if (isBetterThanDeserved(group, metric)) {
      return Optional.of(worse(metric));
    }
    String own = metric.standsForIt(group.metrics());
    return own == null ? ofOutcome(summary, group, metric) : Optional.of(own);
  }

  /**
   * The same where groups of the run stand side by side: one that answered clearly less than
   * another, or may have, looks better than it deserves by what less work improves.
   */
  public static Optional<String> besideOthers(Summary summary, GroupSummary group, Metric metric) {
    Optional<String> bound = of(summary, group, metric);
    return bound.isEmpty()
            && metric.isBetterWithLessWork()
            && mayHaveDoneLess(summary.answered(), group.name())
        ? Optional.of(worse(metric))
        : bound;
  }

  /** Which bound a figure is that looks better than it is. */
  public static String worse(Metric metric) {
    return metric.isHigherBetter() ? MetricValues.BELOW : MetricValues.AT_LEAST;
  }

  /** Of a metric that is only shown, neither more nor less is better. */
  private static boolean isBetterThanDeserved(GroupSummary group, Metric metric) {
    return metric.isCompared()
        && ((group.countingInstances() != null
                && hidingNothing(group, metric) < group.countingInstances())
            || isAny(group.doubtedInstances())
            || (CpuLoad.isOfServer(metric) && isAny(group.cpuDoubtedInstances())));
  }

  private static boolean isAny(Integer instances) {
    return instances != null && instances > 0;
  }

  /**
   * How many instances hide no figure of the metric. One that measured something, and has no figure
   * of a metric of which there may be nothing, is taken to have had nothing.
   */
  private static long hidingNothing(GroupSummary group, Metric metric) {
    return metric.mayBeOfNothing()
        ? group.instances().stream()
            .filter(instance -> !instance.nullified() && instance.metrics() != null)
            .count()
        : group.figuresOrBounds(metric).size();
  }

  private static Optional<String> ofOutcome(Summary summary, GroupSummary group, Metric metric) {
    if (summary.outcome() == null || !metric.key().equals(summary.primaryMetric())) {
      return Optional.empty();
    }
    return summary.outcome().figures().stream()
        .filter(figure -> figure.group().equals(group.name()))
        .map(TrialOutcome.Figure::bound)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Older summaries do not say what any group answered. */
  private static boolean mayHaveDoneLess(Answered answered, String group) {
    return answered != null
        && !answered.means().isEmpty()
        && (!answered.means().containsKey(group) || answered.less(group).isPresent());
  }
}
