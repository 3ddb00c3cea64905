package dev.jitterlab.bench;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ticks.Distribution;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The latencies that cyclictest has written with {@code --json} and {@code --histogram}, of its
 * first thread. Immutable.
 *
 * @param histogram latency in whole microseconds, rounded down, to its count
 * @param overflows how many latencies were at or above the histogram's end
 * @param maxMicros the highest latency of all
 */
record CyclictestResult(Map<Long, Long> histogram, long overflows, long maxMicros) {
  private static final long HIGHEST_NS = 3_600_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final String FIRST_THREAD = "0";

  /** The file, as far as it is needed. */
  private record Output(Map<String, Latencies> thread) {}

  private record Latencies(Map<Long, Long> histogram, long cycles, long max) {}

  /**
   * Reads the file.
   *
   * @param lastWords what cyclictest printed, as evidence
   * @throws LabException if it is not there or not what cyclictest writes
   */
  static CyclictestResult read(Path file, String lastWords) {
    try {
      Output output = Json.read(file, Output.class);
      Latencies latencies = output.thread() == null ? null : output.thread().get(FIRST_THREAD);
      if (latencies != null && latencies.histogram() != null && latencies.cycles() > 0) {
        long inHistogram = latencies.histogram().values().stream().mapToLong(n -> n).sum();
        return new CyclictestResult(
            Map.copyOf(latencies.histogram()), latencies.cycles() - inHistogram, latencies.max());
      }
      throw unusable(file, "it has no latencies of thread 0", lastWords);
    } catch (UncheckedIOException e) {
      throw unusable(file, String.valueOf(e.getCause().getMessage()), lastWords);
    }
  }

  private static LabException unusable(Path file, String why, String lastWords) {
    return LabException.failed(
            file.toString(),
            "the result of cyclictest cannot be used: " + why,
            "Install rt-tests 2.0 or later, or take cyclictest off the PATH.")
        .withDetails(lastWords);
  }

  /**
   * The latencies as drift, with those that the skipped periods would have had: a tick library that
   * catches up starts their ticks late and records each. After a latency of 4.5 periods it records
   * 3.5, 2.5, 1.5 and 0.5 periods too. Of the latencies at or above the histogram's end only the
   * number and the highest are known, so each of them counts as the highest.
   */
  Distribution drift(long intervalMicros) {
    Histogram drift = new Histogram(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
    histogram.forEach((micros, count) -> record(drift, micros, count, intervalMicros));
    if (overflows > 0) {
      record(drift, maxMicros, overflows, intervalMicros);
    }
    return Distribution.of(drift);
  }

  private static void record(Histogram drift, long micros, long count, long intervalMicros) {
    for (long late = micros; late >= 0; late -= intervalMicros) {
      drift.recordValueWithCount(late * 1_000, count);
    }
  }

  /**
   * How many periods had no start within them. cyclictest skips the periods that a late wake-up has
   * slept through, where the tick library starts each of their ticks late: a latency of 4.5 periods
   * is four missed ones in both.
   */
  long missed(long intervalMicros) {
    long missed =
        histogram.entrySet().stream()
            .mapToLong(entry -> entry.getKey() / intervalMicros * entry.getValue())
            .sum();
    return missed + maxMicros / intervalMicros * overflows;
  }
}
