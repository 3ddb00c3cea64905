package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.jitterlab.lab.collect.ExpositionParser.Series;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Against real endpoints on the loopback. */
class ScrapeTargetTest {
  private static final int TIMEOUT_MILLIS = 10_000;

  private static ScrapeTarget target(int port) {
    return new ScrapeTarget("pool/1", List.of(URI.create("http://127.0.0.1:" + port + "/metrics")));
  }

  private static void withServer(int status, byte[] body, Scrape scrape) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, 0);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      scrape.of(target(server.getAddress().getPort()));
    } finally {
      server.stop(0);
    }
  }

  private interface Scrape {
    void of(ScrapeTarget target) throws Exception;
  }

  @Test
  void readsWhatThePrometheusClientWrites() throws Exception {
    PrometheusRegistry registry = new PrometheusRegistry();
    Counter counter =
        Counter.builder()
            .name("late_total")
            .help("a \"b\"\n\\")
            .labelNames("at")
            .register(registry);
    counter.labelValues("1.1").inc(41);
    counter.labelValues("a\"\\\n").inc();
    Histogram histogram =
        Histogram.builder().name("drift_seconds").classicUpperBounds(0.1, 1).register(registry);
    histogram.observe(0.5);
    List<Series> samples;
    try (HTTPServer server =
        HTTPServer.builder()
            .inetAddress(InetAddress.getLoopbackAddress())
            .port(0)
            .registry(registry)
            .buildAndStart()) {
      samples = target(server.getPort()).scrape(TIMEOUT_MILLIS);
    }

    assertTrue(samples.contains(new Series("late_total", "at=\"1.1\"", 41)), samples.toString());
    assertTrue(
        samples.contains(new Series("late_total", "at=\"a\\\"\\\\\\n\"", 1)), samples.toString());
    assertTrue(
        samples.contains(new Series("drift_seconds_bucket", "le=\"0.1\"", 0)), samples.toString());
    assertTrue(
        samples.contains(new Series("drift_seconds_bucket", "le=\"+Inf\"", 1)), samples.toString());
    assertTrue(samples.contains(new Series("drift_seconds_sum", "", 0.5)), samples.toString());
  }

  @Test
  void refusesAnErrorPage() throws Exception {
    withServer(
        203,
        "a 1\n".getBytes(StandardCharsets.UTF_8),
        target -> {
          IOException failure =
              assertThrows(IOException.class, () -> target.scrape(TIMEOUT_MILLIS));
          assertTrue(failure.getMessage().contains("203"), failure.getMessage());
        });
  }

  @Test
  void refusesAnAnswerWithoutBound() throws Exception {
    withServer(
        200,
        new byte[(16 << 20) + 1],
        target -> {
          IOException failure =
              assertThrows(IOException.class, () -> target.scrape(TIMEOUT_MILLIS));
          assertTrue(failure.getMessage().contains("more than"), failure.getMessage());
        });
  }

  /** Else each second's scrape of an answer without an end would go on beside the next. */
  @Test
  void anInterruptEndsTheReadingOfAnAnswer() throws Exception {
    withServer(
        200,
        new byte[(16 << 20) + 1],
        target -> {
          Thread.currentThread().interrupt();
          try {
            IOException failure =
                assertThrows(IOException.class, () -> target.scrape(TIMEOUT_MILLIS));
            assertTrue(failure.getMessage().contains("for too long"), failure.getMessage());
          } finally {
            boolean wasInterrupted = Thread.interrupted();
            assertTrue(wasInterrupted, "the caller still sees it");
          }
        });
  }

  @Test
  void failsWhereNobodyListens() throws Exception {
    int[] port = new int[1];
    withServer(200, new byte[0], target -> port[0] = target.addresses().getFirst().getPort());

    assertThrows(IOException.class, () -> target(port[0]).scrape(TIMEOUT_MILLIS));
  }
}
