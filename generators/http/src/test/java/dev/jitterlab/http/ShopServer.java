package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A real shop: a sign-in with a token and a cookie, a basket in JSON, answers in chunks. */
final class ShopServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** Opens it; {@code tls} is null for a server without TLS. */
  ShopServer(SSLContext tls) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    if (tls == null) {
      server = HttpServer.create(any, 1_000);
    } else {
      HttpsServer encrypted = HttpsServer.create(any, 1_000);
      encrypted.setHttpsConfigurator(new HttpsConfigurator(tls));
      server = encrypted;
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String cookie = exchange.getRequestHeaders().getFirst("Cookie");
    String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    requests.add(request + " " + body + " " + (cookie == null ? "-" : cookie));
    switch (request) {
      case "GET /login":
        say(exchange, 200, "<input name=\"csrf\" value=\"t-1&2\">", 0);
        return;
      case "POST /login":
        boolean isRight = body.endsWith("&csrf=t-1%262");
        exchange.getResponseHeaders().add("Set-Cookie", "sid=s1; Path=/; HttpOnly");
        exchange.getResponseHeaders().add("Set-Cookie", "old=1; Max-Age=0");
        exchange.getResponseHeaders().add("Location", "/welcome?a=b");
        say(exchange, isRight ? 303 : 403, "", -1);
        return;
      case "POST /basket":
        say(exchange, "sid=s1".equals(cookie) ? 201 : 401, "{\"id\": \"b/7\", \"n\": 3}", 0);
        return;
      default:
        say(exchange, request.contains("missing") ? 404 : 200, "ok", 2);
    }
  }

  /** Length 0: in chunks. */
  private static void say(HttpExchange exchange, int status, String body, int length)
      throws IOException {
    exchange.sendResponseHeaders(status, length);
    exchange.getResponseBody().write(body.getBytes(UTF_8));
    exchange.close();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns method, path, body and cookies of each request so far. */
  List<String> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
