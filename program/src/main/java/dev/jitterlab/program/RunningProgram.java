package dev.jitterlab.program;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * A program while it runs: its parts, closed in the opposite order in which they were opened, and
 * where its metrics are. A subclass opens its parts in a method that it hands to {@link
 * Parts#open}.
 */
public abstract class RunningProgram implements AutoCloseable {
  /** What has been opened so far. */
  protected final Parts parts = new Parts();

  private URI metricsUri;

  /**
   * Writes a tick log until this is closed.
   *
   * @param others histograms of the program's own, by tag
   * @param file null for no log
   * @throws IOException if the file cannot be written
   */
  protected final void addTickLog(
      TickRecorder recorder, Map<String, Supplier<Histogram>> others, Path file)
      throws IOException {
    if (file != null) {
      parts.add(TickLogWriter.start(recorder, others, file));
    }
  }

  /** Serves the metrics from now on. */
  protected final void serveMetrics(PrometheusRegistry registry, String host, int port)
      throws IOException {
    metricsUri = parts.add(MetricsEndpoint.start(host, port, registry)).uri();
  }

  /** Returns where the metrics are. */
  public final URI metricsUri() {
    return metricsUri;
  }

  /** Ends the program: closes all its parts. */
  @Override
  public void close() {
    parts.close();
  }
}
