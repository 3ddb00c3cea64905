package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.statistics.ModifiedZScore;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An instance whose figure lies far outside its group.
 *
 * @param value its figure
 * @param median of its group
 * @param score its modified z-score
 */
public record Outlier(double value, double median, double score) {
  /** Of fewer nobody can say which one is far off. */
  private static final int FEWEST = 5;

  /**
   * Five instances that happen to be alike have a spread of next to nothing, and each is "far" from
   * it: what is less than a tenth off the median is none.
   */
  private static final double LEAST_RATIO = 0.1;

  /**
   * Those of a group.
   *
   * @param figures instance id to its figure
   */
  public static Map<String, Outlier> among(Map<String, Double> figures) {
    Map<String, Outlier> outliers = new LinkedHashMap<>();
    if (figures.size() < FEWEST) {
      return outliers;
    }
    ModifiedZScore scores =
        ModifiedZScore.of(figures.values().stream().mapToDouble(value -> value).toArray());
    figures.forEach(
        (id, value) -> {
          double off = Math.abs(value - scores.median());
          if (Math.abs(scores.of(value)) > ModifiedZScore.OUTLIER
              && off > LEAST_RATIO * Math.abs(scores.median())) {
            outliers.put(id, new Outlier(value, scores.median(), scores.of(value)));
          }
        });
    return outliers;
  }
}
