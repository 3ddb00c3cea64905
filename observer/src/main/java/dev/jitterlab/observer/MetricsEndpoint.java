package dev.jitterlab.observer;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;

/**
 * The HTTP endpoint that Prometheus or the lab scrapes, with the JVM's and the process's own
 * metrics ({@code jvm_*}, {@code process_*}) beside what the registry already holds. Answers in
 * Prometheus text, OpenMetrics text and protobuf (with native histograms), as asked for.
 */
public final class MetricsEndpoint implements AutoCloseable {
  private final HTTPServer server;
  private final URI uri;

  private MetricsEndpoint(HTTPServer server, URI uri) {
    this.server = server;
    this.uri = uri;
  }

  /**
   * Opens the endpoint.
   *
   * @param port 0 for any free one
   * @param registry what to show; the JVM's metrics are added to it
   * @throws IOException if the port is in use
   */
  public static MetricsEndpoint start(String host, int port, PrometheusRegistry registry)
      throws IOException {
    HTTPServer server =
        HTTPServer.builder().hostname(host).port(port).registry(registry).buildAndStart();
    JvmMetrics.builder().register(registry);
    return new MetricsEndpoint(
        server, URI.create("http://" + host + ":" + server.getPort() + "/metrics"));
  }

  /** Returns where to scrape. */
  public URI uri() {
    return uri;
  }

  /** Closes the endpoint. */
  @Override
  public void close() {
    server.close();
  }
}
