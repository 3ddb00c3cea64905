package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The median execution that a tick log has, of all ticks. */
final class TickLogTypical {
  private static final String EXECUTION = "execution";

  private TickLogTypical() {}

  /**
   * In nanoseconds; empty if the log has none or cannot be read. A hostile histogram may claim a
   * size that no memory holds.
   */
  @SuppressWarnings("PMD.AvoidCatchingThrowable")
  static OptionalLong executionNs(Path log, TimelineBuilder timeline) {
    Histogram all = new Histogram(3);
    all.setAutoResize(true);
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram one = reader.nextIntervalHistogram();
        if (one instanceof Histogram histogram && EXECUTION.equals(one.getTag())) {
          all.add(histogram);
        }
      }
    } catch (FileNotFoundException | RuntimeException | OutOfMemoryError e) {
      timeline.problem(
          log.getFileName()
              + " is damaged ("
              + e.getClass().getSimpleName()
              + "). The typical time of a tick is that of the recording.");
      return OptionalLong.empty();
    }
    return all.getTotalCount() == 0
        ? OptionalLong.empty()
        : OptionalLong.of(all.getValueAtPercentile(50));
  }
}
