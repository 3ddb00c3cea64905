package dev.jitterlab.battle.cluster;

import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.Parts;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import picocli.CommandLine;

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

  /** Adds the parts of a service to its process, and {@linkplain #open opens} it. */
  @FunctionalInterface
  public interface Start {
    /** Does it. */
    void start(ServiceProcess process) throws IOException;
  }

  private ServiceProcess() {}

  /** Starts a service; what was opened is closed again where that fails. */
  public static ServiceProcess start(Start start) throws IOException {
    ServiceProcess process = new ServiceProcess();
    try {
      start.start(process);
      return process;
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
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
    MetricsEndpoint endpoint =
        parts.add(MetricsEndpoint.start(options.host(), options.metricsPort(), registry));
    metrics = endpoint.uri();
    JsonServer server =
        parts.add(JsonServer.start(options.host(), options.port(), MAX_PENDING, routes, registry));
    http = server.uri();
  }

  /** Returns where the API is. */
  public URI http() {
    return http;
  }

  /** Runs a service until SIGTERM; returns the exit status. */
  public static int run(Callable<ServiceProcess> start) throws Exception {
    ServiceProcess process = start.call();
    Parts.serveUntilTerminated(
        process,
        new ReadyLine()
            .endpoint("http", process.http.toString())
            .endpoint("metrics", process.metrics.toString()));
    return CommandLine.ExitCode.OK;
  }

  @Override
  public void close() {
    parts.close();
  }
}
