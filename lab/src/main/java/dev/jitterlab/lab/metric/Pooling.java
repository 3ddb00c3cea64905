package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.statistics.GroupStatistic;
import dev.jitterlab.lab.statistics.Mean;
import dev.jitterlab.lab.statistics.PooledDistribution;
import dev.jitterlab.lab.statistics.PooledShare;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * How an instance is read, and how the readings of several become one figure. Immutable.
 *
 * @param <R> what an instance is read as
 */
public abstract class Pooling<R> {
  private static final double NS_PER_SECOND = 1e9;
  private static final double TAIL = 0.95;
  private static final double TAIL_SPREAD = 1.2;
  private static final double MOST_OF_TAIL = 0.1;

  private final Class<R> type;
  private final Function<MeasuredInstance, Optional<R>> read;

  Pooling(Class<R> type, Function<MeasuredInstance, Optional<R>> read) {
    this.type = type;
    this.read = read;
  }

  /** What an instance has; empty where it was not recorded. */
  final Optional<R> read(MeasuredInstance instance) {
    return read.apply(instance);
  }

  /** What summary.json has of these readings, of which there is at least one; null for nothing. */
  final Object figure(List<?> readings) {
    return figureOf(readings.stream().map(type::cast).toList());
  }

  /** What is resampled, of readings that are known. */
  final GroupStatistic statistic(List<?> readings) {
    return statisticOf(readings.stream().map(type::cast).toList());
  }

  /** Whether a reading has a figure to compare. */
  final boolean isKnown(Object reading) {
    return hasFigure(type.cast(reading));
  }

  /** Whether the figure of these readings is one, or a bound. */
  final Censoring censoring(List<?> readings) {
    return censoringOf(readings.stream().map(type::cast).toList());
  }

  Censoring censoringOf(List<R> readings) {
    return Censoring.NONE;
  }

  abstract Object figureOf(List<R> readings);

  abstract GroupStatistic statisticOf(List<R> readings);

  boolean hasFigure(R reading) {
    return true;
  }

  /** Whether a reading without a figure hides none: there was nothing to have one of. */
  final boolean hidesNothing(Object reading) {
    return isOfNothing(type.cast(reading));
  }

  boolean isOfNothing(R reading) {
    return false;
  }

  /** Whether there are such readings: of some metrics an instance may have nothing. */
  boolean mayBeOfNothing() {
    return false;
  }

  /** Whether a group needs all readings of its instances, also those that are only bounds. */
  boolean needsAll() {
    return false;
  }

  /**
   * How much more the figure of several instances varies than the mean of their own figures: a tail
   * of merged ticks hangs on the one or two slowest instances. By simulation, where rounds differ
   * by 30 % (TrialSimulationTest).
   */
  double extraSpread() {
    return 1;
  }

  /** Whether the figure is the greatest value of all instances, so that one tick makes it. */
  boolean isMaximum() {
    return false;
  }

  /** How many units of the statistic make one of the figure. */
  double scale() {
    return 1;
  }

  /** The figure of the mean instance. */
  public static Pooling<Double> mean(Function<MeasuredInstance, Optional<Double>> read) {
    return ofNumbers(read, readings -> readings.average().orElseThrow());
  }

  /** The greatest figure of any instance; compared by the mean. */
  public static Pooling<Double> greatest(Function<MeasuredInstance, Optional<Double>> read) {
    return ofNumbers(read, readings -> readings.max().orElseThrow());
  }

  /** How many there were in all instances together; compared by the mean. */
  public static Pooling<Double> count(Function<MeasuredInstance, Optional<Double>> read) {
    return ofNumbers(read, readings -> Math.round(readings.sum()));
  }

  private static Pooling<Double> ofNumbers(
      Function<MeasuredInstance, Optional<Double>> read, Function<DoubleStream, Object> figure) {
    return new Pooling<>(Double.class, read) {
      @Override
      Object figureOf(List<Double> readings) {
        return figure.apply(readings.stream().mapToDouble(v -> v));
      }

      @Override
      GroupStatistic statisticOf(List<Double> readings) {
        return new Mean(readings.stream().mapToDouble(v -> v).toArray());
      }
    };
  }

  /** A quantile of all instances' values together; read in nanoseconds, given in seconds. */
  public static Pooling<Distribution> quantile(
      Quantile quantile, Function<MeasuredInstance, Distribution> read) {
    return quantile(
        quantile.share(),
        i -> Optional.of(read.apply(i)).filter(values -> !values.isEmpty()),
        false);
  }

  /**
   * As above, of what an instance may have none of: an empty distribution says that there was
   * nothing, and hides no figure.
   *
   * @param read empty where it was not recorded
   */
  static Pooling<Distribution> quantileOfRecorded(
      double share, Function<MeasuredInstance, Optional<Distribution>> read) {
    return quantile(share, read, true);
  }

  private static Pooling<Distribution> quantile(
      double share,
      Function<MeasuredInstance, Optional<Distribution>> read,
      boolean mayBeOfNothing) {
    return new OfQuantile<>(Distribution.class, read, share) {
      @Override
      Object figureOf(List<Distribution> readings) {
        Distribution all = Distribution.merge(readings);
        return all.isEmpty() ? null : (Object) (all.quantileNs(share) / scale());
      }

      @Override
      boolean hasFigure(Distribution reading) {
        return !reading.isEmpty();
      }

      @Override
      boolean isOfNothing(Distribution reading) {
        return reading.isEmpty();
      }

      @Override
      boolean mayBeOfNothing() {
        return mayBeOfNothing;
      }

      @Override
      GroupStatistic statisticOf(List<Distribution> readings) {
        return new PooledDistribution(readings).quantileNs(share);
      }
    };
  }

  /**
   * A quantile of all instances' response times together; read in nanoseconds, given in seconds.
   * Requests without an answer are beyond all answers: a quantile among them is a bound. So is one
   * among requests that were still out, if these are more than a tenth of the values beyond it.
   */
  static Pooling<Answers> answers(
      Quantile quantile, Function<MeasuredInstance, Optional<Answers>> read) {
    return answers(quantile.share(), read);
  }

  /** As above, by the share of values that are not above it. */
  static Pooling<Answers> answers(
      double share, Function<MeasuredInstance, Optional<Answers>> read) {
    return bounded(share, read, (all, quantileNs) -> isBound(share, all, quantileNs));
  }

  /** Whether a quantile of these response times is only a bound, as {@link #answers} says. */
  static boolean isBound(double share, List<Answers> all, long quantileNs) {
    return quantileNs >= Answers.boundNs(all)
        || Answers.waitingFrom(all, quantileNs) > MOST_OF_TAIL * beyond(share, all);
  }

  /** How many values are beyond a quantile of all. */
  private static double beyond(double share, List<Answers> all) {
    return (1 - share) * all.stream().mapToLong(one -> one.all().count()).sum();
  }

  /**
   * A quantile of what has ended and what has not; read in nanoseconds, given in seconds. It is a
   * bound if it lies among what has not ended, or beyond its least value, and that is more than a
   * tenth of the values beyond the quantile.
   */
  static Pooling<Answers> unended(
      Quantile quantile, Function<MeasuredInstance, Optional<Answers>> read) {
    return bounded(
        quantile.share(),
        read,
        (all, quantileNs) ->
            quantileNs >= Answers.boundNs(all)
                && Answers.unanswered(all) > MOST_OF_TAIL * beyond(quantile.share(), all));
  }

  private static Pooling<Answers> bounded(
      double share,
      Function<MeasuredInstance, Optional<Answers>> read,
      BiPredicate<List<Answers>, Long> isBound) {
    return new OfQuantile<>(Answers.class, read, share) {
      @Override
      Object figureOf(List<Answers> readings) {
        double seconds = quantileNs(readings) / scale();
        return censoringOf(readings) == Censoring.NONE
            ? seconds
            : MetricValues.bound(new Capacity.AtLeast(seconds));
      }

      @Override
      GroupStatistic statisticOf(List<Answers> readings) {
        return new PooledDistribution(readings.stream().map(Answers::all).toList())
            .quantileNs(share);
      }

      @Override
      Censoring censoringOf(List<Answers> readings) {
        return isBound.test(readings, quantileNs(readings)) ? Censoring.AT_LEAST : Censoring.NONE;
      }

      private long quantileNs(List<Answers> readings) {
        return Distribution.merge(readings.stream().map(Answers::all).toList()).quantileNs(share);
      }
    };
  }

  /**
   * The share that the events of all instances have of all their events, such as late ticks of
   * ticks. A scrape reads its counters one after the other, so that a part may come out a little
   * above its whole: the share is 1 then. Where no whole is known the figure is NaN.
   */
  public static Pooling<Share> share(Function<MeasuredInstance, Optional<Share>> read) {
    return share(read, PooledShare::ofCounts, false, 1);
  }

  /** By how many events all instances deviate from all that were due: it may be more than all. */
  static Pooling<Share> deviation(Function<MeasuredInstance, Optional<Share>> read) {
    return share(read, PooledShare::ofCounts, false, Double.POSITIVE_INFINITY);
  }

  /**
   * The share that amounts of all instances have of all their amounts, such as seconds in pauses of
   * seconds. How large a part is says nothing about how certain it is; otherwise as {@link #share}.
   */
  public static Pooling<Share> shareOfAmounts(Function<MeasuredInstance, Optional<Share>> read) {
    return share(read, PooledShare::ofAmounts, false, 1);
  }

  /**
   * As above, of a whole that an instance may have none of: a whole of 0 says that there was
   * nothing, and hides no figure.
   *
   * @param read empty where it was not recorded
   */
  static Pooling<Share> shareOfRecordedAmounts(Function<MeasuredInstance, Optional<Share>> read) {
    return share(read, PooledShare::ofAmounts, true, 1);
  }

  private static Pooling<Share> share(
      Function<MeasuredInstance, Optional<Share>> read,
      BiFunction<double[], double[], GroupStatistic> pooled,
      boolean mayBeOfNothing,
      double most) {
    return new Pooling<>(Share.class, read) {
      @Override
      Object figureOf(List<Share> readings) {
        List<Share> known = readings.stream().filter(this::hasFigure).toList();
        double part = known.stream().mapToDouble(Share::part).sum();
        return Math.min(most, part / known.stream().mapToDouble(Share::whole).sum());
      }

      @Override
      GroupStatistic statisticOf(List<Share> readings) {
        return pooled.apply(
            readings.stream().mapToDouble(Share::part).toArray(),
            readings.stream().mapToDouble(Share::whole).toArray());
      }

      @Override
      boolean hasFigure(Share reading) {
        return reading.whole() > 0;
      }

      @Override
      boolean isOfNothing(Share reading) {
        return mayBeOfNothing && reading.whole() == 0;
      }

      @Override
      boolean mayBeOfNothing() {
        return mayBeOfNothing;
      }
    };
  }

  /**
   * The mean of greatest loads, of some of which only a bound is known. A bound is no figure to
   * compare: those of which only one is known are the best, or the worst, of all.
   */
  public static Pooling<Capacity> bound(Function<MeasuredInstance, Optional<Capacity>> read) {
    return new Pooling<>(Capacity.class, read) {
      @Override
      Object figureOf(List<Capacity> readings) {
        return Capacity.mean(readings).map(MetricValues::bound).orElse(null);
      }

      @Override
      GroupStatistic statisticOf(List<Capacity> readings) {
        return new Mean(readings.stream().mapToDouble(Capacity::load).toArray());
      }

      @Override
      Censoring censoringOf(List<Capacity> readings) {
        return Capacity.mean(readings).map(Capacity::censoring).orElse(Censoring.UNKNOWN);
      }

      @Override
      boolean hasFigure(Capacity reading) {
        return reading instanceof Capacity.Reached;
      }

      @Override
      boolean needsAll() {
        return true;
      }
    };
  }

  /** A quantile of times: read in nanoseconds, given in seconds. */
  private abstract static class OfQuantile<R> extends Pooling<R> {
    private final double q;

    OfQuantile(Class<R> type, Function<MeasuredInstance, Optional<R>> read, double q) {
      super(type, read);
      this.q = q;
    }

    @Override
    double extraSpread() {
      return q < TAIL ? 1 : TAIL_SPREAD;
    }

    @Override
    boolean isMaximum() {
      return q >= 1;
    }

    @Override
    double scale() {
      return NS_PER_SECOND;
    }
  }
}
