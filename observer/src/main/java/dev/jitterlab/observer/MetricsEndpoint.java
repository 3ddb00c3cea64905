package dev.jitterlab.observer;

import io.prometheus.metrics.exporter.common.PrometheusScrapeHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The HTTP endpoint that Prometheus or the lab scrapes, with the JVM's and the process's own
 * metrics ({@code jvm_*}, {@code process_*}) beside what the registry already holds. Answers in
 * Prometheus text, OpenMetrics text and protobuf (with native histograms), as asked for.
 *
 * <p>Two threads answer, and more, up to 16, while clients are slow to ask or to read; what comes
 * beyond is closed unanswered. A client has two seconds to ask and ten for everything. It needs
 * nothing but {@code java.base}: small runtimes, made by jlink, lack {@code jdk.httpserver}.
 * Thread-safe.
 */
public final class MetricsEndpoint implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int MOST_THREADS = 16;
  private static final int IDLE_SECONDS = 10;
  private static final int WAITING_CONNECTIONS = 16;
  private static final long LONGEST_EXCHANGE_NS = TimeUnit.SECONDS.toNanos(10);
  private static final int LOOK_EVERY_MS = 1_000;
  private static final long FIRST_PAUSE_MS = 100;
  private static final long LONGEST_PAUSE_MS = 2_000;

  private final ServerSocket socket;
  private final PrometheusRegistry registry;
  private final PrometheusScrapeHandler handler;
  private final URI uri;
  private final LongConsumer pauseMs;
  private final Consumer<PrometheusRegistry> jvmMetrics;

  /** The connections that are open, and when they are to be closed, by System.nanoTime. */
  private final Map<Socket, Long> deadlinesNs = new ConcurrentHashMap<>();

  private final ThreadPoolExecutor answering;
  private boolean hasJvmMetrics;

  private MetricsEndpoint(
      ServerSocket socket,
      PrometheusRegistry registry,
      URI uri,
      LongConsumer pauseMs,
      Consumer<PrometheusRegistry> jvmMetrics) {
    this.socket = socket;
    this.registry = registry;
    this.pauseMs = pauseMs;
    this.jvmMetrics = jvmMetrics;
    this.handler = new PrometheusScrapeHandler(registry);
    this.uri = uri;
    AtomicInteger number = new AtomicInteger();
    this.answering =
        new ThreadPoolExecutor(
            THREADS,
            MOST_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            answer -> daemon(answer, "jitterlab-metrics-" + number.incrementAndGet()));
  }

  /**
   * Opens the endpoint.
   *
   * @param host a name or an address, one of IPv6 with or without brackets
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
    return start(
        socket, registry, host, ms -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ms)));
  }

  /**
   * Opens the endpoint on a socket, which it takes over.
   *
   * @param pauseMs waits for so long
   */
  static MetricsEndpoint start(
      ServerSocket socket, PrometheusRegistry registry, String host, LongConsumer pauseMs) {
    return start(socket, registry, host, pauseMs, JvmCollectors::register);
  }

  /**
   * The same.
   *
   * @param jvmMetrics adds the JVM's metrics to the registry
   */
  static MetricsEndpoint start(
      ServerSocket socket,
      PrometheusRegistry registry,
      String host,
      LongConsumer pauseMs,
      Consumer<PrometheusRegistry> jvmMetrics) {
    URI uri;
    try {
      uri = uri(host, socket.getLocalPort());
    } catch (RuntimeException e) {
      closeQuietly(socket);
      throw e;
    }
    MetricsEndpoint endpoint = new MetricsEndpoint(socket, registry, uri, pauseMs, jvmMetrics);
    int unusedStarted =
        endpoint.answering.prestartAllCoreThreads(); // whoever lets them give way finds them
    daemon(endpoint::accept, "jitterlab-metrics-accept").start();
    return endpoint;
  }

  /** Returns where to scrape: there an address of IPv6 stands in brackets. */
  static URI uri(String host, int port) {
    boolean isBare = host.indexOf(':') >= 0 && !host.startsWith("[");
    return URI.create("http://" + (isBare ? "[" + host + "]" : host) + ":" + port + "/metrics");
  }

  private static Thread daemon(Runnable loop, String name) {
    Thread thread = new Thread(loop, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Pauses while it cannot accept: a process without a free file descriptor has none at once. Ends
   * with the socket only, for without this thread the port would be open and nobody would answer.
   */
  private void accept() {
    long nextPauseMs = FIRST_PAUSE_MS;
    boolean said = false;
    while (!socket.isClosed()) {
      try {
        closeOverdue();
        acceptOne();
        nextPauseMs = FIRST_PAUSE_MS;
        said = false;
      } catch (Throwable e) { // also an Error: there may be memory, or a thread, again
        if (socket.isClosed()) {
          return;
        }
        said = said || say("a scrape could not be accepted", e); // once: it may take a while
        pauseMs.accept(nextPauseMs);
        nextPauseMs = Math.min(LONGEST_PAUSE_MS, 2 * nextPauseMs);
      }
    }
  }

  private static boolean say(String what, Throwable failure) {
    try {
      log().log(System.Logger.Level.WARNING, what, failure);
      return true;
    } catch (Throwable e) {
      return false; // for want of memory, perhaps: the next failure is said
    }
  }

  /** Waits for a connection; while others are open, only until it is time to look at those. */
  private void acceptOne() throws IOException {
    socket.setSoTimeout(deadlinesNs.isEmpty() ? 0 : LOOK_EVERY_MS);
    Socket connection;
    try {
      connection = socket.accept();
    } catch (SocketTimeoutException e) {
      return; // nobody came
    }
    hand(connection);
  }

  private void hand(Socket connection) {
    try {
      // First: who closes the endpoint sees it, or the pool refuses it.
      deadlinesNs.put(connection, System.nanoTime() + LONGEST_EXCHANGE_NS);
      answering.execute(() -> answer(connection));
    } catch (RejectedExecutionException e) {
      close(connection);
    } catch (Throwable e) {
      close(connection); // there is no thread to answer it, or no memory for one
      throw e;
    }
  }

  /** Never throws: a server may end itself when a thread of its JVM ends by an exception. */
  private void answer(Socket connection) {
    try (ScrapeExchange exchange = ScrapeExchange.read(connection)) {
      if (exchange.isForMetrics()) {
        addJvmMetrics();
        handler.handleRequest(exchange);
      }
    } catch (IOException | RuntimeException e) {
      log().log(System.Logger.Level.DEBUG, "a scrape broke off", e);
    } catch (Throwable e) { // an Error: the client sees that it gets no answer
      boolean unused = say("a scrape could not be answered", e);
    } finally {
      close(connection);
    }
  }

  /** Ends the exchanges that take too long: a client may ask and then read nothing. */
  private void closeOverdue() {
    long nowNs = System.nanoTime();
    deadlinesNs.forEach(
        (connection, deadlineNs) -> {
          if (nowNs - deadlineNs >= 0) {
            close(connection);
          }
        });
  }

  private void close(Socket connection) {
    deadlinesNs.remove(connection);
    closeQuietly(connection);
  }

  private static void closeQuietly(Closeable open) {
    try {
      open.close();
    } catch (IOException e) {
      log().log(System.Logger.Level.DEBUG, open + " did not close", e);
    }
  }

  /**
   * Not before: that creates the MBean server, which in a server of others is theirs to begin. A
   * small runtime, made by jlink, may lack {@code java.management}: then the other metrics are
   * shown alone.
   */
  private synchronized void addJvmMetrics() {
    if (!hasJvmMetrics) {
      try {
        jvmMetrics.accept(registry);
      } catch (LinkageError e) {
        boolean unused = say("this JVM has no metrics of its own to show", e);
      }
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

  /** Closes the endpoint. Answers that are being sent break off. */
  @Override
  public void close() {
    closeQuietly(socket);
    answering.shutdownNow();
    deadlinesNs.keySet().forEach(this::close); // last: what comes from here on, the pool refuses
  }
}
