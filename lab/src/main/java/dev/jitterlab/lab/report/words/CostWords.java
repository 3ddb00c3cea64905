package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.BangPerDollar;
import dev.jitterlab.lab.summary.Summary.Cost;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What groups cost and give for it, as figures. Stateless. */
public final class CostWords {
  /** Below this, two decimals have only one digit that says something. */
  private static final double LEAST_OF_TWO_DIGITS = 0.095;

  private CostWords() {}

  /** Each load level once; an empty text where there is none. */
  public static List<String> levels(Summary summary) {
    return summary.costs().stream()
        .map(cost -> Objects.requireNonNullElse(cost.loadLevel(), ""))
        .distinct()
        .toList();
  }

  /** All digits that the author gave. */
  public static String price(Cost cost) {
    return BigDecimal.valueOf(cost.pricePerHour()).stripTrailingZeros().toPlainString();
  }

  /** {@code 1.42 [1.38, 1.47]}; a dash where it is not known. */
  public static String interval(Cost cost, Metric metric) {
    BangPerDollar found = cost.bangPerDollar().get(metric.key());
    return figure(cost, metric)
        + (found == null || found.low() == null || found.high() == null
            ? ""
            : " [" + twoDigits(found.low()) + ", " + twoDigits(found.high()) + "]");
  }

  /** {@code 1.42}; a dash where it is not known. */
  public static String figure(Cost cost, Metric metric) {
    BangPerDollar found = cost.bangPerDollar().get(metric.key());
    return found == null ? Units.NONE : twoDigits(found.value());
  }

  /** As in the thesis's tables; but what is no more than a trace is not shown as nothing. */
  private static String twoDigits(double value) {
    return value > 0 && value < LEAST_OF_TWO_DIGITS
        ? Units.number(value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
