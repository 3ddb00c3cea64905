package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The instances whose figure lies far outside their group, and what is known of the cause. One with
 * a cause does not count; one without counts, because what an outlier shows may be what the group
 * does. Immutable.
 *
 * @param causes an instance's id to what happened to it, for those that do not count
 * @param words an instance's id to what is to be said of it, in words
 */
public record Outliers(Map<String, String> causes, Map<String, String> words) {
  /**
   * Looks for them.
   *
   * @param groups for each group, instance id to its figure, without instances that do not count
   * @param metric the figure's name in words
   * @param show writes the figure down
   */
  public static Outliers find(
      List<Map<String, Double>> groups,
      String metric,
      Function<Double, String> show,
      Evidence evidence) {
    Map<String, String> causes = new LinkedHashMap<>();
    Map<String, String> words = new LinkedHashMap<>();
    for (Map<String, Double> figures : groups) {
      Outlier.among(figures)
          .forEach(
              (id, outlier) -> {
                Optional<String> cause = OutlierCause.of(id, evidence);
                String far =
                    "its %s of %s is far from its group's median of %s"
                        .formatted(
                            metric, show.apply(outlier.value()), show.apply(outlier.median()));
                cause.ifPresent(found -> causes.put(id, far + ", and " + found));
                words.put(
                    id,
                    far
                        + cause
                            .map(
                                found ->
                                    "; the assumed cause is that " + found + ": it does not count")
                            .orElse("; no cause found, it counts"));
              });
    }
    return new Outliers(causes, words);
  }
}
