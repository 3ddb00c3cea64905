package dev.jitterlab.lab.execution;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A server that knows nothing of Jitterlab: it listens on the port of its first argument, says so
 * in words of its own, has metrics, and emits an event of the flight recording fifty times a
 * second.
 */
public final class StrangeServer {
  private static final int RATE_HZ = 50;

  private static final long BOUND_NS = TimeUnit.MINUTES.toNanos(5);

  private StrangeServer() {}

  @Name("strange.Tick")
  @StackTrace(false)
  private static final class Tick extends Event {}

  /** Runs until SIGTERM; bounded, so that nothing is left behind even if the test is killed. */
  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "strange_requests_total 7\n".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    System.out.println("Open for business on " + port);
    long startNs = System.nanoTime();
    long dueNs = startNs;
    while (dueNs - startNs < BOUND_NS) {
      Tick tick = new Tick();
      tick.begin();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      tick.commit();
      dueNs += TimeUnit.SECONDS.toNanos(1) / RATE_HZ;
      while (dueNs - System.nanoTime() > 0) {
        LockSupport.parkNanos(dueNs - System.nanoTime());
      }
    }
  }
}
