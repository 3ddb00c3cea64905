package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.changepoint.GrowingSeries;
import dev.jitterlab.lab.run.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The mean of what a histogram or summary recorded between one scrape and the next, for each source
 * that has it: the increase of its sum over that of its count, over all label sets. A scrape
 * without increase, and one that failed, make no mean; the next one then covers the time of both.
 * Thread-safe.
 */
final class LiveMeans implements GrowingSeries {
  /** Scrapes closer to each other than half a period are taken as one. */
  private static final double LEAST_SECONDS = 0.5;

  private final String sumName;
  private final String countName;
  private final Map<String, Totals> last = new HashMap<>();
  private final Map<String, List<Double>> means = new HashMap<>();

  private record Totals(double at, double sum, double count) {
    private Totals plus(double moreSum, double moreCount) {
      return new Totals(at, sum + moreSum, count + moreCount);
    }
  }

  /** Follows the metric of that name, such as {@code jitterlab_tick_execution_seconds}. */
  LiveMeans(String metric) {
    sumName = metric + "_sum";
    countName = metric + "_count";
  }

  /** Takes over what concerns it of one round of scrapes. */
  synchronized void update(List<Sample> round) {
    Map<String, Totals> now = new HashMap<>();
    for (Sample sample : round) {
      boolean isSum = sample.metric().equals(sumName);
      if (isSum || sample.metric().equals(countName)) {
        Totals soFar = now.getOrDefault(sample.source(), new Totals(sample.at(), 0, 0));
        now.put(
            sample.source(), isSum ? soFar.plus(sample.value(), 0) : soFar.plus(0, sample.value()));
      }
    }
    now.forEach(this::add);
  }

  /** The next scrape of these sources begins anew: what was before is no part of its mean. */
  synchronized void breakOff(Predicate<String> sources) {
    last.keySet().removeIf(sources);
  }

  private void add(String source, Totals totals) {
    Totals before = last.get(source);
    if (before != null && totals.at() - before.at() < LEAST_SECONDS) {
      return;
    }
    if (before != null && totals.count() > before.count()) {
      means
          .computeIfAbsent(source, _ -> new ArrayList<>())
          .add((totals.sum() - before.sum()) / (totals.count() - before.count()));
    }
    last.put(source, totals);
  }

  @Override
  public synchronized double[] of(String source) {
    return means.getOrDefault(source, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
