package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.statistics.GroupStatistic;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Everything that the lab knows of one figure: what it is called, how it is read from an instance,
 * how a group's instances make one figure, which of two figures is better, and how it is shown.
 * Immutable and thread-safe.
 *
 * <p>A metric with {@link Builder#compared words} is one by which groups and runs are compared; the
 * others are only shown.
 *
 * @param key the key in summary.json
 * @param title the name for a reader: {@code Drift p99}, {@code Late ticks above 1.1 periods}
 * @param unit how it is shown
 * @param words the name in a sentence; null where it is only shown
 * @param praise what the better group does, in a sentence, before "than" and the other group
 * @param path where it stands in the metrics of summary.json
 * @param isHigherBetter whether more of it is better
 * @param isOfTicks whether it is a figure of ticks, which a server without them cannot have
 * @param isOfLoad whether the load generator has to record it, as few do
 * @param isOptional whether it is left out where no group has a figure of it
 * @param isMain whether it is among those that are shown first
 * @param isPriced whether BP$ is given for it
 * @param pooling how an instance is read, and how the readings of several become one figure
 */
public record Metric(
    String key,
    String title,
    Unit unit,
    String words,
    String praise,
    List<String> path,
    boolean isHigherBetter,
    boolean isOfTicks,
    boolean isOfLoad,
    boolean isOptional,
    boolean isMain,
    boolean isPriced,
    Pooling<?> pooling) {

  /**
   * Begins a descriptor.
   *
   * @param key the key in summary.json: a name with the unit in it; behind a dot, if there is one,
   *     the part of a family, such as {@code tick_drift_seconds.p99}
   * @param title the name for a reader: {@code Drift p99}
   */
  public static Builder of(String key, String title, Unit unit) {
    return new Builder(key, title, unit);
  }

  /** The parts of a descriptor. For one use. */
  public static final class Builder {
    private final String key;
    private final String title;
    private final Unit unit;
    private String words;
    private String praise;
    private List<String> path;
    private boolean higherIsBetter;
    private boolean ofTicks;
    private boolean ofLoad;
    private boolean optional;
    private boolean main;
    private boolean priced;

    private Builder(String key, String title, Unit unit) {
      this.key = key;
      this.title = title;
      this.unit = unit;
      int dot = key.indexOf('.');
      this.path = dot < 0 ? List.of(key) : List.of(key.substring(0, dot), key.substring(dot + 1));
    }

    /**
     * Groups and runs are compared by it.
     *
     * @param name the metric in a sentence: {@code tick drift p99}
     * @param better what the better group does, before "than" and the other group: {@code keeps the
     *     beat better}
     */
    public Builder compared(String name, String better) {
      words = name;
      praise = better;
      return this;
    }

    /** More of it is better; without this, less is. */
    public Builder higherIsBetter() {
      higherIsBetter = true;
      return this;
    }

    /** It is a figure of ticks, which a server without them cannot have. */
    public Builder ofTicks() {
      ofTicks = true;
      return this;
    }

    /**
     * The load generator has to record it, as few do: it is not shown where it was not measured.
     */
    public Builder ofLoad() {
      ofLoad = true;
      return this;
    }

    /** Not every server has it: it is not shown where none has. */
    public Builder optional() {
      optional = true;
      return this;
    }

    /** It is among those that are shown first: enough to see where a difference comes from. */
    public Builder shownFirst() {
      main = true;
      return this;
    }

    /** BP$ is given for it; less of it must be better. */
    public Builder priced() {
      priced = true;
      return this;
    }

    /** That too, where it is so. */
    Builder where(boolean applies, UnaryOperator<Builder> more) {
      return applies ? more.apply(this) : this;
    }

    /** Where it stands in a group's or an instance's metrics, if that is not by its key. */
    Builder at(String... keys) {
      path = List.of(keys);
      return this;
    }

    /** Ends the descriptor. */
    public Metric read(Pooling<?> pooling) {
      return new Metric(
          key,
          title,
          unit,
          words,
          praise,
          path,
          higherIsBetter,
          ofTicks,
          ofLoad,
          ofLoad || optional,
          main,
          priced,
          pooling);
    }
  }

  /** The key of the family in summary.json: what is before the dot, if there is one. */
  public String family() {
    return path.getFirst();
  }

  /** Whether groups and runs are compared by it. */
  public boolean isCompared() {
    return words != null;
  }

  /**
   * Whether a group that answers less may look better by it than it deserves: less work needs less,
   * and is done in time more easily. What the load records counts requests without an answer, and
   * what an experiment itself asks for is about what its author says.
   */
  public boolean isBetterWithLessWork() {
    return isCompared() && !isHigherBetter && !isOfLoad && !family().equals(MetricValues.OWN);
  }

  /** Whether servers can have it that tick, or do not. */
  public boolean appliesTo(boolean ticking) {
    return ticking || !isOfTicks;
  }

  /** What an instance has of it; empty where it was not recorded. */
  public Optional<?> read(MeasuredInstance instance) {
    return pooling.read(instance);
  }

  /** Whether what an instance has is a figure to compare, and no bound. */
  public boolean isKnown(Object reading) {
    return pooling.isKnown(reading);
  }

  /**
   * Whether a reading without a figure hides none, such as that of a collector that never paused.
   */
  public boolean hidesNothing(Object reading) {
    return pooling.hidesNothing(reading);
  }

  /**
   * Whether an instance may have no figure because there was nothing to have one of. The length of
   * pauses is such a metric; summary.json does not say whether a collector never paused, or nobody
   * recorded it.
   */
  public boolean mayBeOfNothing() {
    return pooling.mayBeOfNothing();
  }

  /** Whether a group needs all readings of its instances, also those that are only bounds. */
  public boolean needsAll() {
    return pooling.needsAll();
  }

  /** Whether the figure of these readings is one, or a bound of it. */
  public Censoring censoring(List<?> readings) {
    return pooling.censoring(readings);
  }

  /** What summary.json has of these readings, of which there is at least one; null for nothing. */
  Object figure(List<?> readings) {
    return pooling.figure(readings);
  }

  /** How much more the figure of several instances varies than the mean of their own figures. */
  public double extraSpread() {
    return pooling.extraSpread();
  }

  /**
   * Whether the figure is the greatest value of all instances, whatever their number, so that one
   * tick or request makes it.
   */
  public boolean isMaximum() {
    return pooling.isMaximum();
  }

  /** What is resampled, of readings that are known; {@link #value} has its unit. */
  public GroupStatistic statistic(List<?> readings) {
    return pooling.statistic(readings);
  }

  /** The figure of known readings, in the unit of summary.json. */
  public double value(List<?> readings) {
    return pooling.statistic(readings).value() / pooling.scale();
  }

  /** The figure among others; null where it was not measured. */
  public Double in(MetricValues values) {
    return values == null ? null : values.number(path);
  }

  /** The figure among others, or what it is at least; null where neither is known. */
  public Double atLeast(MetricValues values) {
    return values == null ? null : values.atLeast(path);
  }

  /**
   * The figure among others, or the bound that stands for it: what it is at least, or, where more
   * is better, what it is below. Null where none of them is known.
   */
  public Double figureOrBound(MetricValues values) {
    Double known = atLeast(values);
    return known == null && values != null && isHigherBetter ? values.below(path) : known;
  }

  /**
   * Which bound stands for the figure among others: {@link MetricValues#AT_LEAST} or {@link
   * MetricValues#BELOW}. Null where the figure itself is known, or nothing.
   */
  public String standsForIt(MetricValues values) {
    if (in(values) != null || figureOrBound(values) == null) {
      return null;
    }
    return atLeast(values) != null ? MetricValues.AT_LEAST : MetricValues.BELOW;
  }

  /** The figure among others as text; a bound is marked as one, a dash stands for none. */
  public String show(MetricValues values) {
    String bound = values == null ? null : values.bound(path, unit);
    return bound == null ? format(in(values)) : bound;
  }

  /** A figure as text; a dash for null. */
  public String format(Double value) {
    return unit.format(value);
  }

  /** By where it stands in summary.json. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Metric metric && path.equals(metric.path);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  @Override
  public String toString() {
    return key;
  }
}
