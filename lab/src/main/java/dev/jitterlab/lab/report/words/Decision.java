package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.summary.Summary;
import java.util.Optional;

/**
 * What a comparison says at a level of 5 %, corrected for the number of comparisons; the point
 * estimate alone decides nothing.
 */
public enum Decision {
  /** The ratio is below 1. */
  LOWER("lower", "▼"),
  /** The ratio is above 1. */
  HIGHER("higher", "▲"),
  /** The ratio differs from 1 by no more than what matters. */
  EQUIVALENT("equivalent", "="),
  /** Chance may explain it, or no interval can be given. */
  NOT_DECIDED("not decided", "○"),
  /** Many metrics were compared, and nothing corrects for it. */
  NOT_CORRECTED("not corrected", "○");

  private static final double LEVEL = 0.05;

  private final String word;
  private final String mark;

  Decision(String word, String mark) {
    this.word = word;
    this.mark = mark;
  }

  /** What the summary says; of an older one what its figures say. */
  public static Decision of(Summary.Comparison comparison) {
    if (comparison.decision() != null) {
      return switch (comparison.decision()) {
        case Summary.Comparison.LOWER -> LOWER;
        case Summary.Comparison.HIGHER -> HIGHER;
        case Summary.Comparison.EQUIVALENT -> EQUIVALENT;
        default -> NOT_DECIDED;
      };
    }
    boolean decided =
        comparison.pHolm() != null ? comparison.pHolm() < LEVEL : isIntervalBesideOne(comparison);
    if (!decided) {
      return NOT_DECIDED;
    }
    return comparison.ratio() != null && comparison.ratio() < 1 ? LOWER : HIGHER;
  }

  /**
   * The same. In older summaries the metrics that are not the verdict's were not corrected for
   * their number: they decide nothing.
   */
  public static Decision of(Summary summary, Summary.Comparison comparison) {
    boolean corrected =
        comparison.family() != null || comparison.metric().equals(summary.primaryMetric());
    Decision decision = of(comparison);
    return corrected || decision == NOT_DECIDED ? decision : NOT_CORRECTED;
  }

  /** Whether it is one of the verdict's decisions; the baseline against itself is none. */
  public static boolean isOfVerdict(Summary summary, Summary.Comparison comparison) {
    return comparison.metric().equals(summary.primaryMetric()) && !isOfBaseline(comparison);
  }

  /** Whether the baseline is compared with itself, by the verdict's metric. */
  public static boolean isOfBaseline(Summary.Comparison comparison) {
    return Summary.Comparison.CALIBRATION.equals(comparison.family());
  }

  /** What decided in summaries that know no correction. */
  private static boolean isIntervalBesideOne(Summary.Comparison comparison) {
    return comparison.low() != null
        && comparison.high() != null
        && (comparison.high() < 1 || comparison.low() > 1);
  }

  /** {@code 0.065 [0.051, 0.083]}; {@code no ratio} where the baseline is zero or unknown. */
  public static String interval(Summary.Comparison comparison) {
    if (comparison.ratio() == null) {
      return "no ratio";
    }
    String ratio = Units.ratio(comparison.ratio());
    return comparison.low() == null || comparison.high() == null
        ? ratio + " [no interval]"
        : "%s [%s, %s]"
            .formatted(ratio, Units.ratio(comparison.low()), Units.ratio(comparison.high()));
  }

  /** The word in the tables. */
  public String word() {
    return word;
  }

  /** {@code better} or {@code worse} where it differs; empty where nothing is decided. */
  public Optional<String> judgement(Metric metric) {
    boolean isHigherBetter = metric != null && metric.isHigherBetter();
    return switch (this) {
      case LOWER -> Optional.of(isHigherBetter ? "worse" : "better");
      case HIGHER -> Optional.of(isHigherBetter ? "better" : "worse");
      default -> Optional.empty();
    };
  }

  /**
   * {@code ▲ higher}; {@code ▲ higher, worse} of the verdict's metric, the only one that is sure to
   * be wanted low, or high.
   *
   * @param metric null if it is unknown
   */
  public String phrase(Metric metric, boolean isPrimary) {
    String judged = isPrimary ? judgement(metric).map(better -> ", " + better).orElse("") : "";
    return mark + " " + word + judged;
  }

  /** A shape that tells the decisions apart without colour. */
  public String mark() {
    return mark;
  }
}
