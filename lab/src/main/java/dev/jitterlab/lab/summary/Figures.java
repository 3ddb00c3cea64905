package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.experiment.PrimaryMetric;
import dev.jitterlab.lab.jit.JitFigures;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.summary.Summary.CapacityFigure;
import dev.jitterlab.lab.summary.Summary.Jit;
import dev.jitterlab.lab.summary.Summary.Lateness;
import dev.jitterlab.lab.summary.Summary.Metrics;
import dev.jitterlab.lab.summary.Summary.OwnFigures;
import dev.jitterlab.lab.summary.Summary.Quantiles;
import dev.jitterlab.lab.summary.Summary.ResponseTimes;
import dev.jitterlab.lab.summary.Summary.TickTimes;
import dev.jitterlab.lab.summary.Summary.Usage;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickMetric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Turns the figures of one or more instances, taken together, into the summary's metrics. */
final class Figures {
  private static final double NS_PER_SECOND = 1e9;

  private Figures() {}

  /** Of at least one instance. */
  static Metrics metrics(List<InstanceFigures> instances) {
    return new Metrics(
        new TickTimes(
            ticks(instances, TickMetric.DRIFT),
            ticks(instances, TickMetric.EXECUTION),
            ticks(instances, TickMetric.WAIT),
            ticks(instances, TickMetric.TOTAL),
            ticks(instances, TickMetric.RELEASE_JITTER)),
        new ResponseTimes(
            responses(instances, ResponseMetric.RESPONSE),
            responses(instances, ResponseMetric.COMPENSATED)),
        new Lateness(
            hasTicks(instances) ? lateRatios(instances) : null,
            LateTickSums.of(instances.stream().flatMap(i -> i.lateTickSums().stream()).toList()),
            instances.stream().mapToLong(InstanceFigures::measuredTicks).sum()),
        new Usage(
            mean(instances, i -> i.usage().cpuLoad()),
            mean(instances, i -> i.usage().observingCpuLoad()),
            mean(instances, i -> i.usage().systemCpuLoad()),
            mean(instances, i -> i.usage().players()),
            mean(instances, i -> i.usage().battles()),
            orNull(present(instances, i -> i.usage().residentMemoryBytes()).max())),
        new Jit(
            mean(instances, InstanceFigures::jitSeconds),
            mean(instances, jit(JitFigures::deoptimisations)),
            mean(instances, jit(JitFigures::ofTickMethods)),
            mean(instances, jit(JitFigures::tickBytecodes))),
        own(instances));
  }

  /** The means over the instances; of a metric that some of them do not know, over the others. */
  private static OwnFigures own(List<InstanceFigures> instances) {
    Map<String, Double> scraped = new LinkedHashMap<>();
    instances.stream()
        .flatMap(instance -> instance.scraped().keySet().stream())
        .distinct()
        .forEach(
            name ->
                scraped.put(
                    name,
                    mean(
                        instances, instance -> Optional.ofNullable(instance.scraped().get(name)))));
    CapacityFigure capacity =
        Capacity.mean(instances.stream().flatMap(i -> i.capacity().stream()).toList())
            .map(Figures::capacity)
            .orElse(null);
    return scraped.isEmpty() && capacity == null ? null : new OwnFigures(scraped, capacity);
  }

  private static CapacityFigure capacity(Capacity capacity) {
    return switch (capacity) {
      case Capacity.Reached reached -> new CapacityFigure(reached.load(), null, null);
      case Capacity.AtLeast bound -> new CapacityFigure(null, bound.load(), null);
      case Capacity.Below bound -> new CapacityFigure(null, null, bound.load());
    };
  }

  private static Quantiles ticks(List<InstanceFigures> instances, TickMetric metric) {
    return quantiles(instances.stream().map(instance -> instance.distribution(metric)));
  }

  private static Quantiles responses(List<InstanceFigures> instances, ResponseMetric metric) {
    return quantiles(instances.stream().map(instance -> instance.distribution(metric)));
  }

  private static Quantiles quantiles(Stream<Distribution> distributions) {
    Distribution merged = Distribution.merge(distributions.toList());
    return merged.isEmpty() ? null : quantiles(merged);
  }

  /** Of at least one value. */
  static Quantiles quantiles(Distribution merged) {
    return new Quantiles(
        merged.quantileNs(0.5) / NS_PER_SECOND,
        merged.quantileNs(0.9) / NS_PER_SECOND,
        merged.quantileNs(0.95) / NS_PER_SECOND,
        merged.quantileNs(0.99) / NS_PER_SECOND,
        merged.quantileNs(0.999) / NS_PER_SECOND,
        merged.maxNs() / NS_PER_SECOND);
  }

  private static boolean hasTicks(List<InstanceFigures> instances) {
    return instances.stream().anyMatch(instance -> instance.ticks().count() > 0);
  }

  /** A threshold without evidence is null. */
  private static Map<String, Double> lateRatios(List<InstanceFigures> instances) {
    Map<String, Double> ratios = new LinkedHashMap<>();
    for (String threshold : PrimaryMetric.LATE_THRESHOLDS) {
      List<InstanceFigures> counted =
          instances.stream()
              .filter(instance -> instance.lateTicks().total().orElse(0.0) > 0)
              .filter(instance -> instance.lateTicks().late().containsKey(threshold))
              .toList();
      double late = counted.stream().mapToDouble(i -> i.lateTicks().late().get(threshold)).sum();
      double all = counted.stream().mapToDouble(i -> i.lateTicks().total().orElseThrow()).sum();
      ratios.put(threshold, counted.isEmpty() ? null : Double.valueOf(late / all));
    }
    return ratios;
  }

  private static Function<InstanceFigures, Optional<Double>> jit(ToLongFunction<JitFigures> of) {
    return instance -> instance.jit().map(figures -> (double) of.applyAsLong(figures));
  }

  private static Double mean(
      List<InstanceFigures> instances, Function<InstanceFigures, Optional<Double>> figure) {
    return orNull(present(instances, figure).average());
  }

  private static DoubleStream present(
      List<InstanceFigures> instances, Function<InstanceFigures, Optional<Double>> figure) {
    return instances.stream()
        .flatMap(instance -> figure.apply(instance).stream())
        .mapToDouble(Double::doubleValue);
  }

  private static Double orNull(OptionalDouble figure) {
    return figure.isPresent() ? Double.valueOf(figure.getAsDouble()) : null;
  }
}
