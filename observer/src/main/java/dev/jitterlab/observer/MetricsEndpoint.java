package dev.jitterlab.observer;

import io.prometheus.metrics.exporter.common.PrometheusScrapeHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The HTTP endpoint that Prometheus or the lab scrapes, with the JVM's and the process's own
 * metrics ({@code jvm_*}, {@code process_*}) beside what the registry already holds. Answers in
 * Prometheus text, OpenMetrics text and protobuf (with native histograms), as asked for.
 *
 * <p>Two threads answer; a few connections wait, more are closed unanswered and counted. It needs
 * nothing but {@code java.base}: small runtimes, made by jlink, lack {@code jdk.httpserver}.
 * Thread-safe.
 */
public final class MetricsEndpoint implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int WAITING_CONNECTIONS = 16;

  private final ServerSocket socket;
  private final PrometheusRegistry registry;
  private final PrometheusScrapeHandler handler;
  private final URI uri;
  private final LongAdder refused = new LongAdder();
  private final ThreadPoolExecutor answering;
  private boolean hasJvmMetrics;

  private MetricsEndpoint(ServerSocket socket, PrometheusRegistry registry, String host) {
    this.socket = socket;
    this.registry = registry;
    this.handler = new PrometheusScrapeHandler(registry);
    this.uri = URI.create("http://" + host + ":" + socket.getLocalPort() + "/metrics");
    AtomicInteger number = new AtomicInteger();
    this.answering =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_CONNECTIONS),
            answer -> daemon(answer, "jitterlab-metrics-" + number.incrementAndGet()));
  }

  /**
   * Opens the endpoint.
   *
   * @param port 0 for any free one
   * @param registry what to show; the JVM's metrics are added to it with the first scrape
   * @throws PortException if the port cannot be opened
   */
  public static MetricsEndpoint start(String host, int port, PrometheusRegistry registry)
      throws IOException {
    ServerSocket socket;
    try {
      socket = new ServerSocket(port, WAITING_CONNECTIONS, InetAddress.getByName(host));
    } catch (IOException e) {
      throw new PortException("TCP", host, port, e);
    }
    MetricsEndpoint endpoint = new MetricsEndpoint(socket, registry, host);
    int unusedStarted =
        endpoint.answering.prestartAllCoreThreads(); // whoever lets them give way finds them
    daemon(endpoint::accept, "jitterlab-metrics-accept").start();
    return endpoint;
  }

  private static Thread daemon(Runnable loop, String name) {
    Thread thread = new Thread(loop, name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        hand(socket.accept());
      } catch (IOException e) {
        if (!socket.isClosed()) {
          log().log(System.Logger.Level.WARNING, "a scrape could not be accepted", e);
        }
      }
    }
  }

  private void hand(Socket connection) throws IOException {
    try {
      answering.execute(() -> answer(connection));
    } catch (RejectedExecutionException e) {
      refused.increment();
      connection.close();
    }
  }

  private void answer(Socket connection) {
    try (Socket open = connection;
        ScrapeExchange exchange = ScrapeExchange.read(open)) {
      if (exchange.isForMetrics()) {
        addJvmMetrics();
        handler.handleRequest(exchange);
      }
    } catch (IOException e) {
      log().log(System.Logger.Level.DEBUG, "a scrape broke off", e);
    }
  }

  /** Not before: that creates the MBean server, which in a server of others is theirs to begin. */
  private synchronized void addJvmMetrics() {
    if (!hasJvmMetrics) {
      JvmCollectors.register(registry);
      hasJvmMetrics = true;
    }
  }

  /** Not before there is something to log: logging is a server's to begin, too. */
  private static System.Logger log() {
    return System.getLogger(MetricsEndpoint.class.getName());
  }

  /** Returns where to scrape. */
  public URI uri() {
    return uri;
  }

  /** Returns how many connections were closed unanswered, because too many were waiting. */
  public long refusedConnections() {
    return refused.sum();
  }

  /** Closes the endpoint. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      log().log(System.Logger.Level.DEBUG, "the endpoint did not close", e);
    }
    answering.shutdownNow();
  }
}
