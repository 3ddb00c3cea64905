package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.experiment.OwnMetrics;
import dev.jitterlab.lab.experiment.ScrapedMetric;
import dev.jitterlab.lab.summary.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One figure of {@code summary.json} as the report names, formats and finds it.
 *
 * @param family what is measured
 * @param part which figure of it: a quantile such as {@code p99}, a threshold such as {@code 1.1},
 *     or empty
 * @param scraped what it is made of, where it is the experiment's own; else null
 */
public record Metric(Family family, String part, ScrapedMetric scraped) {
  /** One of those of every experiment. */
  public Metric(Family family, String part) {
    this(family, part, null);
  }

  /** The keys of what is shown first: enough to see where a difference comes from. */
  public static final List<String> MAIN =
      List.of(
          "tick_drift_seconds.p50",
          "tick_drift_seconds.p99",
          "tick_drift_seconds.max",
          "tick_execution_seconds.p50",
          "tick_execution_seconds.p99",
          "tick_wait_seconds.p99",
          "tick_total_seconds.p99",
          "ticks_late_ratio.1.1",
          "response_seconds.p50",
          "response_seconds.p99",
          "response_seconds.max",
          "response_seconds_compensated.p99",
          "cpu_load",
          "jit_seconds",
          "deoptimisations",
          "deoptimisations_tick",
          "deoptimised_tick_bytecodes");

  public static final List<String> QUANTILES = List.of("p50", "p90", "p95", "p99", "p999", "max");

  /** The kinds of figures, by their key in {@code summary.json}. */
  public enum Family {
    DRIFT("tick_drift_seconds", "Drift"),
    EXECUTION("tick_execution_seconds", "Execution"),
    WAIT("tick_wait_seconds", "Wait"),
    TOTAL("tick_total_seconds", "Total"),
    RELEASE_JITTER("tick_release_jitter_seconds", "Release jitter"),
    RESPONSE("response_seconds", "Response time"),
    RESPONSE_COMPENSATED("response_seconds_compensated", "Compensated response time"),
    LATE("ticks_late_ratio", "Late ticks"),
    CPU("cpu_load", "CPU load"),
    OBSERVING_CPU("observing_cpu_load", "Observing"),
    SYSTEM_CPU("system_cpu_load", "CPU load of the machine"),
    PLAYERS("players", "Players"),
    BATTLES("battles", "Battles"),
    MEMORY("resident_memory_bytes", "Resident memory"),
    JIT("jit_seconds", "JIT time"),
    DEOPTIMISATIONS("deoptimisations", "Deoptimisations"),
    TICK_DEOPTIMISATIONS("deoptimisations_tick", "Deoptimisations of tick methods"),
    TICK_BYTECODES("deoptimised_tick_bytecodes", "Bytecodes of the tick deoptimised"),
    CAPACITY("capacity", "Capacity (higher is better)"),
    SCRAPED("", "");

    private final String key;
    private final String title;

    Family(String key, String title) {
      this.key = key;
      this.title = title;
    }

    public String key() {
      return key;
    }

    public String title() {
      return title;
    }
  }

  /** The metric with that key, which may be one of the experiment's own. */
  public static Optional<Metric> of(String key, OwnMetrics own) {
    return own.scraped(key).map(Metric::of).or(() -> of(key));
  }

  /** The experiment's own metrics. */
  public static List<Metric> of(OwnMetrics own) {
    return own.keys().stream().flatMap(key -> of(key, own).stream()).toList();
  }

  /** Whether the metric with that key is among those that are shown first. */
  public static boolean isMain(String key, Summary summary) {
    return summary.metrics().keys().contains(key)
        || (MAIN.contains(key) && (!isOfTheLoad(key) || wasMeasured(key, summary)));
  }

  /**
   * Whether the load generator has to record it, as few do: not shown where it was not measured.
   */
  public static boolean isOfTheLoad(String key) {
    return of(key)
        .filter(m -> m.family == Family.RESPONSE || m.family == Family.RESPONSE_COMPENSATED)
        .isPresent();
  }

  private static boolean wasMeasured(String key, Summary summary) {
    Metric metric = of(key).orElseThrow();
    return summary.groups().stream().anyMatch(group -> metric.in(group.metrics()) != null);
  }

  private static Metric of(ScrapedMetric scraped) {
    return new Metric(Family.SCRAPED, scraped.name(), scraped);
  }

  /** The metric with a key such as {@code tick_drift_seconds.p99}; empty for an unknown one. */
  public static Optional<Metric> of(String key) {
    int dot = key.indexOf('.');
    String family = dot < 0 ? key : key.substring(0, dot);
    String part = dot < 0 ? "" : key.substring(dot + 1);
    return Arrays.stream(Family.values())
        .filter(f -> !f.key.isEmpty() && f.key.equals(family))
        .map(f -> new Metric(f, part))
        .findFirst();
  }

  /** The name for a reader: {@code Drift p99}, {@code Late ticks above 1.1 periods}. */
  public String title() {
    return switch (family) {
      case DRIFT, EXECUTION, WAIT, TOTAL, RELEASE_JITTER, RESPONSE, RESPONSE_COMPENSATED ->
          family.title + " " + (part.equals("p999") ? "p99.9" : part);
      case LATE -> family.title + " above " + part + " periods";
      case CPU,
          OBSERVING_CPU,
          SYSTEM_CPU,
          PLAYERS,
          BATTLES,
          MEMORY,
          JIT,
          DEOPTIMISATIONS,
          TICK_DEOPTIMISATIONS,
          TICK_BYTECODES,
          CAPACITY ->
          family.title;
      case SCRAPED -> part.replace('_', ' ') + direction();
    };
  }

  private String direction() {
    return scraped.better() == null
        ? ""
        : scraped.higherIsBetter() ? " (higher is better)" : " (lower is better)";
  }

  /** Whether more of it is better; where the author of a metric leaves it open, less is. */
  public boolean higherIsBetter() {
    return family == Family.CAPACITY || (scraped != null && scraped.higherIsBetter());
  }

  /** The key in {@code summary.json}. */
  public String key() {
    if (family == Family.SCRAPED) {
      return part;
    }
    return part.isEmpty() ? family.key : family.key + "." + part;
  }

  /** The value in the metric's own unit; a dash for null. */
  public String format(Double value) {
    if (value == null) {
      return Units.NONE;
    }
    return switch (family) {
      case DRIFT, EXECUTION, WAIT, TOTAL, RELEASE_JITTER, RESPONSE, RESPONSE_COMPENSATED ->
          Units.seconds(value);
      case LATE, CPU, OBSERVING_CPU, SYSTEM_CPU -> Units.share(value);
      case JIT -> Units.seconds(value);
      case PLAYERS, BATTLES, CAPACITY, DEOPTIMISATIONS, TICK_DEOPTIMISATIONS, TICK_BYTECODES ->
          Units.number(value);
      case MEMORY -> Units.bytes(Math.round(value));
      case SCRAPED ->
          switch (scraped.unit()) {
            case NUMBER -> Units.number(value);
            case SECONDS -> Units.seconds(value);
            case BYTES -> Units.bytes(Math.round(value));
            case RATIO -> Units.share(value);
          };
    };
  }

  /**
   * How a chart shows its values: {@code seconds}, {@code share}, {@code bytes} or {@code number}.
   */
  public String unit() {
    return switch (family) {
      case DRIFT, EXECUTION, WAIT, TOTAL, RELEASE_JITTER, RESPONSE, RESPONSE_COMPENSATED, JIT ->
          "seconds";
      case LATE, CPU, OBSERVING_CPU, SYSTEM_CPU -> "share";
      case PLAYERS, BATTLES, CAPACITY, DEOPTIMISATIONS, TICK_DEOPTIMISATIONS, TICK_BYTECODES ->
          "number";
      case MEMORY -> "bytes";
      case SCRAPED ->
          switch (scraped.unit()) {
            case NUMBER -> "number";
            case SECONDS -> "seconds";
            case BYTES -> "bytes";
            case RATIO -> "share";
          };
    };
  }

  /** The figure among others as text; a bound is marked as one, a dash stands for none. */
  public String show(Summary.Metrics metrics) {
    if (family == Family.CAPACITY && metrics != null && metrics.own() != null) {
      Summary.CapacityFigure capacity = metrics.own().capacity();
      if (capacity != null && capacity.atLeast() != null) {
        return "≥ " + Units.number(capacity.atLeast());
      }
      if (capacity != null && capacity.below() != null) {
        return "< " + Units.number(capacity.below());
      }
    }
    return format(in(metrics));
  }

  /** The figure among others; null where it was not measured. */
  public Double in(Summary.Metrics metrics) {
    if (metrics == null) {
      return null;
    }
    return switch (family) {
      case DRIFT -> quantile(metrics.times().tickDriftSeconds());
      case EXECUTION -> quantile(metrics.times().tickExecutionSeconds());
      case WAIT -> quantile(metrics.times().tickWaitSeconds());
      case TOTAL -> quantile(metrics.times().tickTotalSeconds());
      case RELEASE_JITTER -> quantile(metrics.times().tickReleaseJitterSeconds());
      case RESPONSE -> quantile(metrics.responses().responseSeconds());
      case RESPONSE_COMPENSATED -> quantile(metrics.responses().responseSecondsCompensated());
      case LATE ->
          metrics.lateness().ticksLateRatio() == null
              ? null
              : metrics.lateness().ticksLateRatio().get(part);
      case CPU -> metrics.usage().cpuLoad();
      case OBSERVING_CPU -> metrics.usage().observingCpuLoad();
      case SYSTEM_CPU -> metrics.usage().systemCpuLoad();
      case PLAYERS -> metrics.usage().players();
      case BATTLES -> metrics.usage().battles();
      case MEMORY -> metrics.usage().residentMemoryBytes();
      case CAPACITY ->
          metrics.own() == null || metrics.own().capacity() == null
              ? null
              : metrics.own().capacity().load();
      case SCRAPED -> metrics.own() == null ? null : metrics.own().scraped().get(part);
      case JIT -> metrics.jit().jitSeconds();
      case DEOPTIMISATIONS -> metrics.jit().deoptimisations();
      case TICK_DEOPTIMISATIONS -> metrics.jit().deoptimisationsTick();
      case TICK_BYTECODES -> metrics.jit().deoptimisedTickBytecodes();
    };
  }

  private Double quantile(Summary.Quantiles quantiles) {
    if (quantiles == null) {
      return null;
    }
    return switch (part) {
      case "p50" -> quantiles.p50();
      case "p90" -> quantiles.p90();
      case "p95" -> quantiles.p95();
      case "p99" -> quantiles.p99();
      case "p999" -> quantiles.p999();
      case "max" -> quantiles.max();
      default -> null; // a quantile that a newer version wrote
    };
  }
}
