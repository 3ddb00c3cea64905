package dev.jitterlab.lab.report.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serves the live page, on loopback only and read-only: three addresses, and no others.
 *
 * <p>A page from elsewhere cannot read it. A request whose {@code Host} is not this machine's
 * loopback is refused, as a name that somebody else has pointed here (DNS rebinding) is; so is one
 * whose {@code Origin} is another page's, and one that a browser says another page has caused
 * ({@code Sec-Fetch-Site}), be it only an image. Requests that never end hold {@link #THREADS}
 * threads at most. An answer that its viewer does not read is cut off after {@link #ANSWER_SECONDS}
 * seconds, so that its thread serves others.
 */
public final class LiveServer implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int ANSWER_SECONDS = 30;
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  /** This page's own requests, and an address that somebody has typed. */
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

  private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:]+]|[^:\\[\\]]+)(:\\d{1,5})?");
  private static final Pattern HAVE = Pattern.compile("have=(\\d{1,9})");

  private final LiveRun run;
  private final RunDirectory directory;
  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, task -> Thread.ofPlatform().name("lab-live").daemon().unstarted(task));

  private final ScheduledExecutorService limits;

  /**
   * Serves at once.
   *
   * @param port 0 for any that is free
   * @throws LabException if the port cannot be had
   */
  public LiveServer(int port, LiveRun run, RunDirectory directory) {
    this(
        port,
        run,
        directory,
        Executors.newSingleThreadScheduledExecutor(
            task -> Thread.ofPlatform().name("lab-live-limits").daemon().unstarted(task)));
  }

  /**
   * The same.
   *
   * @param limits cuts answers off; ends with the server
   */
  LiveServer(int port, LiveRun run, RunDirectory directory, ScheduledExecutorService limits) {
    this.limits = limits;
    this.run = run;
    this.directory = directory;
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw LabException.wrong(
              "--serve=" + port,
              "the port is already in use or not allowed",
              "Give another port, or none to take any free one.")
          .because(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** The address of the page. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!isFromHere(exchange.getRequestHeaders())) {
        send(exchange, 403, "text/plain", "This page is for this machine only.\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        send(exchange, 405, "text/plain", "There is nothing to change here.\n");
      } else {
        route(exchange);
      }
    }
  }

  private void route(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestURI().getPath()) {
      case "/" -> made(exchange, "text/html", run::page);
      case "/live.json" -> made(exchange, "application/json", () -> run.state(have(exchange)));
      case "/report.html" -> report(exchange);
      default -> send(exchange, 404, "text/plain", "There is no such page.\n");
    }
  }

  /** A file may be half written, or gone, when it is read: the page asks again a second later. */
  private void made(HttpExchange exchange, String type, Supplier<String> text) throws IOException {
    String body;
    try {
      body = text.get();
    } catch (RuntimeException e) {
      send(
          exchange,
          503,
          "text/plain",
          "The figures cannot be read at the moment: " + e.getMessage() + "\n");
      return;
    }
    send(exchange, 200, type, body);
  }

  private void report(HttpExchange exchange) throws IOException {
    if (Files.isRegularFile(directory.report())) {
      send(exchange, 200, "text/html", Files.readString(directory.report()));
    } else {
      send(exchange, 404, "text/plain", "The report is written when the run is over.\n");
    }
  }

  /** The number of the charts that the page has; 0 for none. */
  private static int have(HttpExchange exchange) {
    Matcher have = HAVE.matcher(String.valueOf(exchange.getRequestURI().getQuery()));
    return have.matches() ? Integer.parseInt(have.group(1)) : 0;
  }

  private static boolean isFromHere(Headers headers) {
    String host = headers.getFirst("Host");
    String origin = headers.getFirst("Origin");
    String site = headers.getFirst("Sec-Fetch-Site");
    return host != null
        && isLoopback(host)
        && (origin == null || origin.equalsIgnoreCase("http://" + host))
        && (site == null || OWN_SITES.contains(site.toLowerCase(Locale.ROOT)));
  }

  /** The port is not asked about: a tunnel may end at another one. */
  private static boolean isLoopback(String host) {
    Matcher form = HOST.matcher(host.toLowerCase(Locale.ROOT));
    return form.matches() && LOOPBACK.contains(form.group(1));
  }

  /** The limit is for who does not read; to make a page may take longer. */
  private void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type + "; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Referrer-Policy", "no-referrer");
    ScheduledFuture<?> limit = limits.schedule(exchange::close, ANSWER_SECONDS, TimeUnit.SECONDS);
    try {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    } finally {
      limit.cancel(false);
    }
  }

  /** Ends at once; requests under way are cut off. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    limits.shutdownNow();
  }
}
