package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.summary.Comparability.Difference;
import java.util.List;

/**
 * One metric of an experiment over many runs; what {@code history --format json} prints. Keys may
 * be added and are never renamed. Base units, as in {@link Summary}.
 *
 * @param experiment the experiment's name
 * @param metric a key of summary.json
 * @param higherIsBetter which way is better
 * @param falseAlarmRate the chance that a history without any change ever shows one, of all groups
 *     together, where somebody looks after every run; of one whose series no run breaks
 * @param runs the runs in order of time
 * @param groups the groups of all these runs
 * @param leftOut runs that were found and not used
 * @param scraped what the metric is made of, where it is the experiment's own; else empty
 * @param steps the step that the metric is of, as {@code journey/step}; empty where it is of none
 */
public record RunHistory(
    String experiment,
    String metric,
    boolean higherIsBetter,
    double falseAlarmRate,
    List<Run> runs,
    List<Group> groups,
    List<LeftOut> leftOut,
    List<ScrapedMetric> scraped,
    List<String> steps) {

  /**
   * One run.
   *
   * @param directory its folder
   * @param startedAt in seconds since the epoch
   * @param status of its trial: {@code valid}, {@code weak} or {@code invalid}; the figures of an
   *     invalid one are shown and decide nothing
   * @param differences what differs from the run before; where one of them breaks, no change is
   *     looked for across it
   */
  public record Run(
      String directory, double startedAt, String status, List<Difference> differences) {
    /** Whether a new series begins with this run. */
    public boolean breaks() {
      return differences.stream().anyMatch(Difference::breaks);
    }
  }

  /**
   * One group.
   *
   * @param points one for each run, in their order
   * @param changes where the level changed, in order
   * @param worsened whether the latest change is for the worse, and did not show yet so many runs
   *     ago as was asked for; false if nobody asked
   */
  public record Group(String name, List<Point> points, List<Change> changes, boolean worsened) {}

  /**
   * A group's figure in one run.
   *
   * @param value the figure, or the bound that stands for it; null where the run has neither
   * @param low lower end of the 95 % interval over the run's instances; null where it cannot be
   *     given
   * @param high upper end; null where it cannot be given
   * @param instances how many instances have a figure
   * @param bound {@code at_least} or {@code below} where the value is only a bound; else null
   * @param why why it is only a bound, in words, where the run's own checks do not say so; else
   *     null
   */
  public record Point(
      Double value, Double low, Double high, int instances, String bound, String why) {
    /** One whose reason, if it is a bound, stands in its run. */
    public Point(Double value, Double low, Double high, int instances, String bound) {
      this(value, low, high, instances, bound, null);
    }
  }

  /**
   * A change of the level.
   *
   * @param run the number of the first run of the new level, from 0
   * @param ratio of the new level to the one before; null where a figure is not positive
   * @param low lower end of the 95 % interval of the ratio, over the runs of both levels; null
   *     where it cannot be given
   * @param high upper end; null where it cannot be given
   * @param pValue how probable so clear a division would be without any change
   * @param worse whether the new level is worse
   */
  public record Change(
      int run, Double ratio, Double low, Double high, double pValue, boolean worse) {}

  /**
   * A run that was not used.
   *
   * @param why the reason in words
   */
  public record LeftOut(String directory, String why) {}

  /** Whether any group has become worse within the last runs that were asked for. */
  public boolean hasWorsened() {
    return groups.stream().anyMatch(Group::worsened);
  }
}
