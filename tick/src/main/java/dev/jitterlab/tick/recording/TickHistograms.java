package dev.jitterlab.tick.recording;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * One reader's view of a {@link TickRecorder}: the histograms of what was recorded since the
 * subscription, or since the last {@link #take}. Thread-safe.
 */
public final class TickHistograms implements AutoCloseable {
  private final TickRecorder recorder;
  private final Map<TickMetric, Histogram> histograms = new EnumMap<>(TickMetric.class);
  private long sinceEpochMs = System.currentTimeMillis();

  TickHistograms(TickRecorder recorder) {
    this.recorder = recorder;
    for (TickMetric metric : TickMetric.values()) {
      histograms.put(metric, TickRecorder.newHistogram(metric));
    }
  }

  /**
   * Shows the histograms up to now. They are valid until {@code reader} returns, and it must not
   * change them.
   */
  public void read(Consumer<Map<TickMetric, Histogram>> reader) {
    synchronized (recorder) {
      recorder.drain();
      long nowEpochMs = System.currentTimeMillis();
      for (Histogram histogram : histograms.values()) {
        histogram.setStartTimeStamp(sinceEpochMs);
        histogram.setEndTimeStamp(nowEpochMs);
      }
      reader.accept(histograms);
    }
  }

  /** Shows the histograms up to now, and empties them. */
  public void take(Consumer<Map<TickMetric, Histogram>> reader) {
    read(
        shown -> {
          reader.accept(shown);
          sinceEpochMs = shown.get(TickMetric.EXECUTION).getEndTimeStamp();
          shown.values().forEach(Histogram::reset);
        });
  }

  /** Ends the subscription. */
  @Override
  public void close() {
    recorder.unsubscribe(this);
  }

  void add(TickMetric metric, Histogram interval) {
    if (interval.getTotalCount() > 0) { // else every one of its 34,000 slots is walked for nothing
      histograms.get(metric).add(interval);
    }
  }
}
