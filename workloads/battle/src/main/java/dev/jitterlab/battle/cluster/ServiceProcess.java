package dev.jitterlab.battle.cluster;

import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.Parts;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/**
 * A service that is running: its API, its metrics and its parts, closed in the opposite order of
 * their opening. Thread-safe.
 */
public final class ServiceProcess implements AutoCloseable {
  /** A player's long poll is one of them. */
  private static final int MAX_PENDING = 8_192;

  private final Parts parts = new Parts();
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private URI http;
  private URI metrics;

  private ServiceProcess() {}

  /**
   * Starts a service; what was opened is closed again where that fails.
   *
   * @param start adds the service's parts to its process, and opens it
   */
  public static ServiceProcess start(Parts.Opening<ServiceProcess> start) throws IOException {
    return Parts.open(new ServiceProcess(), start);
  }

  /** Returns where the service's metrics go. */
  public PrometheusRegistry registry() {
    return registry;
  }

  /** Adds a part, which is closed with this. */
  public <T extends AutoCloseable> T add(T part) {
    return parts.add(part);
  }

  /** Opens the metrics' endpoint and the API; the last thing before it is ready. */
  public void open(ServiceOptions options, Function<ScheduledExecutorService, JsonRoutes> routes)
      throws IOException {
    open(options.host, options.port, options.metricsPort, MAX_PENDING, routes);
  }

  /** The same, with so many requests at most that wait for an answer. */
  public void open(
      String host,
      int port,
      int metricsPort,
      int mostPending,
      Function<ScheduledExecutorService, JsonRoutes> routes)
      throws IOException {
    metrics = parts.add(MetricsEndpoint.start(host, metricsPort, registry)).uri();
    http = parts.add(JsonServer.start(host, port, mostPending, routes, registry)).uri();
  }

  /** Returns where the API is. */
  public URI http() {
    return http;
  }

  /** Says that the service is ready, and returns at SIGTERM. */
  public void serve() throws InterruptedException {
    Parts.serveUntilTerminated(
        this,
        new ReadyLine().endpoint("http", http.toString()).endpoint("metrics", metrics.toString()));
  }

  @Override
  public void close() {
    parts.close();
  }
}
