package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.changepoint.GrowingSeries;
import dev.jitterlab.lab.run.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How fast a counter without labels grows, from sample to sample, for each source that has it. A
 * sample that is missing makes the next value one of two seconds. Thread-safe.
 */
final class LiveRates implements GrowingSeries {
  private final String counter;

  /** Of each source, the samples of every stretch in which it was followed without a break. */
  private final Map<String, List<List<SamplesReader.Point>>> stretches = new HashMap<>();

  private final Set<String> brokenOff = new HashSet<>();

  /** Follows the counter of that name. */
  LiveRates(String counter) {
    this.counter = counter;
  }

  /** Takes over what concerns it of one round. */
  synchronized void update(List<Sample> round) {
    for (Sample sample : round) {
      if (sample.metric().equals(counter)) {
        List<List<SamplesReader.Point>> ofSource =
            stretches.computeIfAbsent(sample.source(), _ -> new ArrayList<>());
        if (ofSource.isEmpty() || brokenOff.remove(sample.source())) {
          ofSource.add(new ArrayList<>());
        }
        ofSource.getLast().add(new SamplesReader.Point(sample.at(), sample.value()));
      }
    }
  }

  /** The next sample of these sources begins anew: it makes no rate with those before. */
  synchronized void breakOff(Predicate<String> sources) {
    stretches.keySet().stream().filter(sources).forEach(brokenOff::add);
  }

  @Override
  public synchronized double[] of(String source) {
    return stretches.getOrDefault(source, List.of()).stream()
        .flatMap(stretch -> CounterRate.of(stretch).stream())
        .mapToDouble(CounterRate::perSecond)
        .toArray();
  }
}
