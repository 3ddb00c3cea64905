package dev.jitterlab.battle.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a request costs at our {@link JsonServer} and at one of Vert.x, which stands on the same
 * Netty: the heartbeat of a battle server, over connections that stay, with the same JSON read and
 * written. The two serve in turn, so that the machine is the same for both. Prints the CPU time of
 * the server's event loop for a request and the latency, each as Vert.x divided by ours: the median
 * of all rounds, the least and the most.
 */
public final class HttpServersBenchmark {
  private static final int CONNECTIONS = 4;
  private static final int REQUESTS = 3_000; // of each connection, a round
  private static final int WARM_UP_ROUNDS = 4;
  private static final String PATH = "/servers/s-1/heartbeat";
  private static final byte[] BODY =
      ("{\"battles\":3,\"players\":30,\"load\":0.2,\"admits\":true,\"reason\":\"utilisation is"
              + " 0.200\",\"draining\":false,\"over\":[{\"battle\":6,\"outcome\":\"ended\"}]}")
          .getBytes(US_ASCII);
  private static final byte[] REQUEST = request();

  private HttpServersBenchmark() {}

  private static byte[] request() {
    byte[] head =
        ("POST "
                + PATH
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Content-Length: "
                + BODY.length
                + "\r\n\r\n")
            .getBytes(US_ASCII);
    byte[] all = Arrays.copyOf(head, head.length + BODY.length);
    System.arraycopy(BODY, 0, all, head.length, BODY.length);
    return all;
  }

  /** A server, and the thread that serves. */
  private static final class Served {
    final AtomicLong thread = new AtomicLong();
    int port;

    /** As the allocator does it: reads every field, answers with one. */
    JsonAnswer answer(byte[] body) throws IOException {
      thread.set(Thread.currentThread().threadId());
      JsonBody heartbeat = JsonBody.of(StrictJson.read(body));
      double sum = heartbeat.number("load", 0, 1_000) + heartbeat.integer("players", 0, 1_000_000);
      sum += heartbeat.bool("admits") ? 1 : 0;
      sum += heartbeat.text("reason", 500).length() + heartbeat.objects("over", 0, 10).size();
      return JsonAnswer.ok(StrictJson.object().put("battles", sum));
    }

    long cpuNs() {
      return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.get());
    }
  }

  /** What a round showed. */
  private static final class Round {
    double cpuNs;
    double p50Ns;
    double p99Ns;
  }

  /**
   * Runs the benchmark.
   *
   * @param arguments the number of rounds; 20 without
   */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    Served ours = new Served();
    Served theirs = new Served();
    try (JsonServer server = ours(ours)) {
      ours.port = server.uri().getPort();
      theirs(vertx, theirs);
      double[][] ratios = new double[3][rounds];
      for (int i = -WARM_UP_ROUNDS; i < rounds; i++) {
        boolean first = (i & 1) == 0;
        Round one = round(first ? ours : theirs);
        Round other = round(first ? theirs : ours);
        Round a = first ? one : other;
        Round b = first ? other : one;
        if (i >= 0) {
          ratios[0][i] = b.cpuNs / a.cpuNs;
          ratios[1][i] = b.p50Ns / a.p50Ns;
          ratios[2][i] = b.p99Ns / a.p99Ns;
        }
      }
      print("CPU time of the event loop", ratios[0]);
      print("latency p50", ratios[1]);
      print("latency p99", ratios[2]);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get();
    }
  }

  private static JsonServer ours(Served served) throws IOException {
    JsonRoutes routes =
        new JsonRoutes()
            .post("/servers", JsonHandler.now(request -> JsonAnswer.ok(StrictJson.object())))
            .post(
                "/servers/{id}/heartbeat",
                JsonHandler.now(
                    request -> {
                      try {
                        return served.answer(request.bytes());
                      } catch (IOException e) {
                        throw new HttpError(400, e.getMessage());
                      }
                    }));
    return JsonServer.start("127.0.0.1", 0, 256, routes, new PrometheusRegistry());
  }

  private static void theirs(Vertx vertx, Served served) throws Exception {
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0))
            .requestHandler(request -> theirs(request, served))
            .listen()
            .toCompletionStage()
            .toCompletableFuture()
            .get();
    served.port = server.actualPort();
  }

  /** Vert.x' own routes would cost more: this is the least that it can cost. */
  private static void theirs(HttpServerRequest request, Served served) {
    request
        .body()
        .onSuccess(
            body -> {
              JsonAnswer answer;
              try {
                answer = served.answer(body.getBytes());
              } catch (IOException e) {
                answer = JsonAnswer.error(400, e.getMessage());
              }
              var unused =
                  request
                      .response()
                      .setStatusCode(answer.status())
                      .putHeader("Content-Type", answer.contentType)
                      .end(io.vertx.core.buffer.Buffer.buffer(answer.body));
            });
  }

  private static Round round(Served served) throws Exception {
    long[] latencies = new long[CONNECTIONS * REQUESTS];
    CountDownLatch ready = new CountDownLatch(CONNECTIONS);
    CountDownLatch go = new CountDownLatch(1);
    Thread[] clients = new Thread[CONNECTIONS];
    for (int i = 0; i < CONNECTIONS; i++) {
      int from = i * REQUESTS;
      clients[i] = new Thread(() -> ask(served.port, latencies, from, ready, go), "client-" + i);
      clients[i].start();
    }
    ready.await();
    long beforeNs = served.cpuNs();
    go.countDown();
    for (Thread client : clients) {
      client.join();
    }
    Round round = new Round();
    round.cpuNs = (double) (served.cpuNs() - beforeNs) / latencies.length;
    Arrays.sort(latencies);
    round.p50Ns = latencies[latencies.length / 2];
    round.p99Ns = latencies[latencies.length * 99 / 100];
    return round;
  }

  private static void ask(
      int port, long[] latencies, int from, CountDownLatch ready, CountDownLatch go) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      byte[] buffer = new byte[4_096];
      exchange(in, out, buffer); // the server's thread is known from here on
      ready.countDown();
      go.await();
      for (int i = 0; i < REQUESTS; i++) {
        long sentNs = System.nanoTime();
        exchange(in, out, buffer);
        latencies[from + i] = System.nanoTime() - sentNs;
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends a request, and reads its answer, which ends with the only closing brace. */
  private static void exchange(InputStream in, OutputStream out, byte[] buffer) throws IOException {
    out.write(REQUEST);
    int bytes = 0;
    while (bytes == 0 || buffer[bytes - 1] != '}') {
      int read = in.read(buffer, bytes, buffer.length - bytes);
      if (read < 0) {
        throw new IOException("closed after " + bytes + " bytes");
      }
      bytes += read;
    }
    if (!new String(buffer, 0, 12, US_ASCII).equals("HTTP/1.1 200")) {
      throw new IOException(new String(buffer, 0, bytes, US_ASCII));
    }
  }

  private static void print(String what, double[] ratios) {
    Arrays.sort(ratios);
    System.out.printf(
        Locale.ROOT,
        "%-27s Vert.x / ours: %.2f (least %.2f, most %.2f, %d rounds)%n",
        what,
        ratios[ratios.length / 2],
        ratios[0],
        ratios[ratios.length - 1],
        ratios.length);
  }
}
