package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A real server that stands still until it is let go on, and says how many requests came. */
final class GatedServer implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final int BACKLOG = 1_000;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Semaphore received = new Semaphore(0);
  private final Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile int status = 200;
  private volatile String lastRequest = "";

  GatedServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    lastRequest = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body;
    clients.add(exchange.getRemoteAddress());
    received.release();
    try {
      boolean unused = gate.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    byte[] answer = "hello".getBytes(UTF_8);
    exchange.sendResponseHeaders(status, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  void stall() {
    gate = new CountDownLatch(1);
  }

  void goOn() {
    gate.countDown();
  }

  void status(int newStatus) {
    status = newStatus;
  }

  /** Waits for so many requests that nobody waited for yet. */
  boolean receives(int requests) throws InterruptedException {
    return received.tryAcquire(requests, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Returns how many requests came that nobody waited for. */
  int unexpected() {
    return received.availablePermits();
  }

  /** Returns over how many connections requests came. */
  int connections() {
    return clients.size();
  }

  String lastRequest() {
    return lastRequest;
  }

  @Override
  public void close() {
    goOn();
    server.stop(0);
    threads.shutdownNow();
  }
}
