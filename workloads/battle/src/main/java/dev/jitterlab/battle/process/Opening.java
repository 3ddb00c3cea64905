package dev.jitterlab.battle.process;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;

/** Opens what a process needs, with errors that say which of its options was wrong. */
public final class Opening {
  private Opening() {}

  /** Starts the tick log. */
  public static TickLogWriter tickLog(TickRecorder recorder, Path file) throws IOException {
    try {
      return TickLogWriter.start(recorder, file);
    } catch (IOException e) {
      throw new IOException("cannot write the tick log " + file + " (" + e + ")", e);
    }
  }

  /** Opens the Prometheus endpoint. */
  public static MetricsEndpoint metrics(String host, int port, PrometheusRegistry registry)
      throws IOException {
    try {
      return MetricsEndpoint.start(host, port, registry);
    } catch (IOException e) {
      throw portError("TCP", host, port, e);
    }
  }

  /** Returns the error of a port that could not be opened. */
  public static IOException portError(String protocol, String host, int port, Throwable cause) {
    return new IOException(
        String.format(
            "cannot open %s port %d on %s (%s); is it in use? Port 0 takes any free one",
            protocol, port, host, cause.getMessage()),
        cause);
  }
}
