package dev.jitterlab.lab.collect;

import java.util.ArrayList;
import java.util.List;

/**
 * How fast a counter grew between two samples.
 *
 * @param from the time of the first, in seconds since the epoch
 * @param to that of the second
 * @param perSecond the mean over that time
 */
public record CounterRate(double from, double to, double perSecond) {
  /** Samples are a second apart; below half of that, a pair's quotient is mostly rounding. */
  private static final double LEAST_SECONDS = 0.5;

  /**
   * From sample to sample; one that comes sooner than half a second after another is passed over.
   *
   * @param counter in the order of time
   */
  public static List<CounterRate> of(List<SamplesReader.Point> counter) {
    List<CounterRate> rates = new ArrayList<>();
    SamplesReader.Point previous = null;
    for (SamplesReader.Point sample : counter) {
      if (previous == null) {
        previous = sample;
      } else if (sample.at() - previous.at() >= LEAST_SECONDS) {
        double seconds = sample.at() - previous.at();
        double grown = sample.value() - previous.value();
        rates.add(new CounterRate(previous.at(), sample.at(), grown / seconds));
        previous = sample;
      }
    }
    return rates;
  }
}
