package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.changepoint.GrowingSeries;
import dev.jitterlab.lab.run.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast a counter without labels grows, from sample to sample, for each source that has it. A
 * sample that is missing makes the next value one of two seconds. Thread-safe.
 */
final class LiveRates implements GrowingSeries {
  private final String counter;
  private final Map<String, List<SamplesReader.Point>> samples = new HashMap<>();

  /** Follows the counter of that name. */
  LiveRates(String counter) {
    this.counter = counter;
  }

  /** Takes over what concerns it of one round. */
  synchronized void update(List<Sample> round) {
    for (Sample sample : round) {
      if (sample.metric().equals(counter)) {
        samples
            .computeIfAbsent(sample.source(), _ -> new ArrayList<>())
            .add(new SamplesReader.Point(sample.at(), sample.value()));
      }
    }
  }

  @Override
  public synchronized double[] of(String source) {
    return CounterRate.of(samples.getOrDefault(source, List.of())).stream()
        .mapToDouble(CounterRate::perSecond)
        .toArray();
  }
}
