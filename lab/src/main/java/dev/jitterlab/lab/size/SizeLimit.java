package dev.jitterlab.lab.size;

import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.GcPauses;
import dev.jitterlab.lab.metric.GcWork;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricProvider;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a server must hold, such as {@code p99=20ms}: a metric that must not exceed a value.
 * Immutable.
 *
 * @param metric the key of the metric in summary.json
 * @param atMost in the metric's base unit
 */
public record SizeLimit(String metric, double atMost) {
  /** A figure that misses its limit by less than this share may be chance. */
  private static final double CLEAR = 0.25;

  private static final SortedMap<String, Metric> SHORT = new TreeMap<>();

  private static final Set<String> RESPONSES = keys(new ResponseTimes());
  private static final Set<String> PAUSES = keys(new GcPauses());

  static {
    for (Quantile quantile : Quantile.values()) {
      SHORT.put(quantile.key(), ResponseTimes.of(ResponseMetric.RESPONSE, quantile));
    }
    SHORT.put("cpu", CpuLoad.OF_SERVER);
    SHORT.put("gc", GcWork.OF_SERVER);
  }

  private static final Pattern FORM =
      Pattern.compile("([a-z0-9_.]+)=(\\d+(?:\\.\\d+)?)(us|ms|s|%|)");

  private static Set<String> keys(MetricProvider provider) {
    return provider.metrics().stream().map(Metric::key).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it cannot be understood; the message says why
   */
  public static SizeLimit parse(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "expected a limit such as p99=20ms or cpu=30%, found `" + text + "`");
    }
    Metric metric =
        Optional.ofNullable(SHORT.get(form.group(1)))
            .or(() -> Metrics.ofAll().find(form.group(1)).filter(Metric::isCompared))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "`%s` is not a metric; write %s, or a key of summary.json such as %s"
                            .formatted(
                                form.group(1),
                                String.join(", ", SHORT.keySet()),
                                GcPauses.of(Quantile.MAX).key())));
    String key = metric.key();
    if (metric.isHigherBetter()) {
      throw new IllegalArgumentException("more of `" + key + "` is better: it has no upper limit");
    }
    double value = Double.parseDouble(form.group(2)) * scale(form.group(3));
    if (!fits(metric.unit(), form.group(3), value) || value <= 0) {
      throw new IllegalArgumentException(
          "expected %s for %s, found `%s`".formatted(example(metric.unit()), key, text));
    }
    return new SizeLimit(key, value);
  }

  /** Of a share, 30 alone would be 3000 %, which every heap holds. */
  private static boolean fits(Unit of, String given, double value) {
    return switch (of) {
      case SECONDS -> given.endsWith("s");
      case RATIO -> given.equals("%") || (given.isEmpty() && value <= 1);
      case NUMBER, BYTES -> given.isEmpty();
    };
  }

  private static String example(Unit of) {
    return switch (of) {
      case SECONDS -> "a time such as 20ms";
      case RATIO -> "a share such as 30%";
      case NUMBER, BYTES -> "a number such as 2";
    };
  }

  private static double scale(String unit) {
    return switch (unit) {
      case "us" -> 1e-6;
      case "ms" -> 1e-3;
      case "%" -> 1e-2;
      default -> 1;
    };
  }

  /** How it is read and shown. */
  public Metric described() {
    return Metrics.ofAll().find(metric).orElseThrow();
  }

  /** In words: {@code response time p99 of at most 20.0 ms}. */
  public String words() {
    return described().words() + " of at most " + described().format(atMost);
  }

  /** Whether only a load that times its requests can tell. */
  public boolean isOfResponses() {
    return RESPONSES.contains(metric);
  }

  /** Whether a server that lived tells the figure. */
  boolean isToldBy(SizeProbe probe) {
    return figure(probe).isPresent() || atLeast(probe).isPresent();
  }

  private OptionalDouble atLeast(SizeProbe probe) {
    return probe.figure(SizeProbe.atLeast(metric));
  }

  /** A server that never collected was never paused: its log has no pauses to tell. */
  private OptionalDouble figure(SizeProbe probe) {
    OptionalDouble figure = probe.figure(metric);
    return figure.isEmpty() && probe.lived() && PAUSES.contains(metric)
        ? OptionalDouble.of(0)
        : figure;
  }

  /**
   * Whether a probe held it; a server that died or fell behind holds nothing, and a figure that is
   * at least so much does not show that it did.
   */
  boolean isHeld(SizeProbe probe) {
    OptionalDouble figure = figure(probe);
    return probe.lived() && figure.isPresent() && figure.getAsDouble() <= atMost;
  }

  /** Whether one probe is enough to say so. */
  boolean isClear(SizeProbe probe) {
    OptionalDouble atLeast = atLeast(probe);
    if (probe.lived() && atLeast.isPresent()) {
      return atLeast.getAsDouble() > atMost * (1 + CLEAR);
    }
    OptionalDouble figure = figure(probe);
    return !probe.lived()
        || figure.isEmpty()
        || figure.getAsDouble() > atMost * (1 + CLEAR)
        || figure.getAsDouble() < atMost * (1 - CLEAR);
  }

  /** Whether a probe held all of them. */
  static boolean areHeld(List<SizeLimit> limits, SizeProbe probe) {
    return limits.stream().allMatch(limit -> limit.isHeld(probe));
  }

  /** Whether one probe is enough to say whether it held all of them. */
  static boolean areClear(List<SizeLimit> limits, SizeProbe probe) {
    return areHeld(limits, probe)
        ? limits.stream().allMatch(limit -> limit.isClear(probe))
        : limits.stream().anyMatch(limit -> !limit.isHeld(probe) && limit.isClear(probe));
  }
}
