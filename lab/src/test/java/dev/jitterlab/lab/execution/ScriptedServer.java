package dev.jitterlab.lab.execution;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A server, or a load process, as small as can be: it keeps the contract of ARCHITECTURE.md, or
 * breaks it in the way that its first argument names. Run as a process by the tests.
 */
public final class ScriptedServer {
  private static final CountDownLatch NEVER = new CountDownLatch(1);
  private static final String UDP = "udp=127.0.0.1:1";

  private ScriptedServer() {}

  /** Runs until SIGTERM. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream out = System.out;
    out.println("arguments " + List.of(arguments));
    switch (arguments[0]) {
      case "good" -> ready(serve(), UDP);
      case "never-ready" -> {}
      case "out-of-memory" -> {
        out.println("Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space");
        IntStream.range(0, 40).forEach(i -> out.println("\tat game.World.load" + i));
      }
      case "dies-at-start" -> {
        out.println("cannot bind: Address already in use");
        System.exit(7);
      }
      case "unavailable" -> {
        out.println("server: there is no C compiler");
        System.exit(69);
      }
      case "dies-while-measured" -> {
        HttpServer server = serve();
        dieAtThirdScrape(server);
        ready(server, UDP);
      }
      case "dies-on-request" -> {
        HttpServer server = serve();
        server.createContext("/die", _ -> Runtime.getRuntime().halt(9));
        ready(server, "udp=127.0.0.1:" + server.getAddress().getPort());
      }
      case "ends-with-its-servers" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> askToDie(arguments)));
        ready(serve(), UDP);
      }
      case "ignores-sigterm" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(ScriptedServer::waitForever));
        ready(serve(), UDP);
      }
      case "unequal" -> ready(loads(serve(), arguments, "planned", true), UDP);
      case "unequal-once" -> ready(loads(serve(), arguments, "planned", isFirstOfTheRun()), UDP);
      case "unequal-closed" -> ready(loads(serve(), arguments, "offered", true), UDP);
      case "prints-garbage" -> {
        byte[] garbage = new byte[3_000_000];
        for (int i = 0; i < garbage.length; i++) {
          garbage[i] = (byte) (i * 31);
        }
        out.write(garbage);
        out.println();
        ready(serve(), UDP);
      }
      case "serves-more" -> ready(serve(), "admin=127.0.0.1:2 " + UDP);
      case "serves-tcp" -> ready(serve(), "tcp=127.0.0.1:1");
      case "malformed-ready" -> out.println("JITTERLAB READY udp=127.0.0.1:1");
      case "has-a-child" -> {
        Process child = new ProcessBuilder("sleep", "600").start();
        out.println("child " + child.pid());
        ready(serve(), UDP);
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    waitForever();
  }

  /** They die when their load ends, before the lab asks them to end. */
  private static void askToDie(String[] arguments) {
    for (String argument : arguments) {
      if (argument.startsWith("--target=")) {
        String address = argument.split("=", -1)[2];
        try {
          URI.create("http://" + address + "/die").toURL().openStream().close();
        } catch (IOException e) {
          System.out.println(address + " has ended: " + e);
        }
      }
    }
  }

  private static HttpServer serve() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    AtomicInteger scrapes = new AtomicInteger();
    server.createContext(
        "/metrics",
        exchange -> {
          String text =
              """
              # TYPE test_scrapes_total counter
              test_scrapes_total %1$d
              jitterlab_ticks_late_total{threshold="1.1"} 4
              jitterlab_players 10
              jitterlab_tick_execution_seconds_count %1$d
              jitterlab_tick_execution_seconds_sum %1$d
              """
                  .formatted(scrapes.incrementAndGet());
          byte[] body = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  /** The folder is {@code load/<n>} in the run directory. */
  private static boolean isFirstOfTheRun() throws IOException {
    Path mark = Path.of("..", "..", "loaded-before");
    boolean first = !Files.exists(mark);
    if (first) {
      Files.createFile(mark);
    }
    return first;
  }

  /**
   * What a load process counts: each scrape has ten more of every server, or twenty of the last.
   */
  private static HttpServer loads(
      HttpServer server, String[] arguments, String counted, boolean unequal) {
    List<String> targets =
        Stream.of(arguments)
            .filter(argument -> argument.startsWith("--target="))
            .map(argument -> argument.split("=", -1)[1])
            .toList();
    AtomicInteger scrapes = new AtomicInteger();
    server.removeContext("/metrics");
    server.createContext(
        "/metrics",
        exchange -> {
          int count = 10 * scrapes.incrementAndGet();
          StringBuilder text = new StringBuilder();
          for (String target : targets) {
            boolean twice = unequal && target.equals(targets.getLast());
            text.append("jitterlab_load_%s_total{target=\"%s\"} ".formatted(counted, target))
                .append(twice ? 2 * count : count)
                .append('\n');
          }
          byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    return server;
  }

  private static void dieAtThirdScrape(HttpServer server) {
    AtomicInteger scrapes = new AtomicInteger();
    server.removeContext("/metrics");
    server.createContext(
        "/metrics",
        exchange -> {
          if (scrapes.incrementAndGet() == 3) {
            System.out.println("giving up");
            Runtime.getRuntime().halt(9);
          }
          byte[] body = "test_scrapes_total 1\n".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private static void ready(HttpServer server, String service) {
    int port = server.getAddress().getPort();
    System.out.println(
        "JITTERLAB READY " + service + " metrics=http://127.0.0.1:" + port + "/metrics");
  }

  private static void waitForever() {
    try {
      // Bounded, so that nothing is left behind even if the test itself is killed.
      NEVER.await(5, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
