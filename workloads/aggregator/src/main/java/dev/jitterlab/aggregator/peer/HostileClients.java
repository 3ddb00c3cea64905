package dev.jitterlab.aggregator.peer;

import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.program.DaemonThreads;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Hostile clients of a server, which is loaded by others at the same time: do those notice? Each
 * request has a connection of its own. Thread-safe.
 */
final class HostileClients implements MultiCollector, AutoCloseable {
  private static final int THREADS = 4;
  private static final int SLOW_CONNECTIONS = 200;
  private static final long BYTE_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int PATIENCE_MS = 2_000;
  private static final int MOST_ANSWER_BYTES = 1 << 20;
  private static final String HOST = "Host: shop\r\n";
  private static final String PAGE = "GET /site-1/parts/8/4711 HTTP/1.1\r\n" + HOST;
  private static final String ORDER = "POST /site-1/basket HTTP/1.1\r\n" + HOST;

  /** How an answer begins; what an answer says may have the version in it as well. */
  private static final Pattern ANSWER = Pattern.compile("HTTP/1\\.[01] \\d{3}");

  /** What became of a hostile request. */
  enum Outcome {
    /** It was answered with a status from 400 on, and nothing else was. */
    REFUSED,
    /** It, or a request hidden in it, was answered as an honest one is. */
    SERVED,
    /** The connection ended without an answer, or was never made. */
    CLOSED,
    /** It was an honest request, and had a page for an answer. */
    HONEST
  }

  private final InetSocketAddress server;
  private final Outcome whenServed;
  private final CountsByKind<Outcome> outcomes = new CountsByKind<>(Outcome.class);
  private volatile boolean closed;

  private HostileClients(InetSocketAddress server, Outcome whenServed) {
    this.server = server;
    this.whenServed = whenServed;
  }

  /**
   * Begins to send.
   *
   * @param kind slow: connections on which a byte of a header comes every half second; headers:
   *     headers of 20 kB; bodies: bodies of 100 kB; smuggling: a body of two lengths with a request
   *     in it; mixed: in turn what is malformed, a path traversal, a template, and the address of
   *     another server; honest: a page, to show what as many connections cost; none: nothing
   * @param perSecond requests of all kinds but slow
   */
  static HostileClients start(String kind, InetSocketAddress server, int perSecond) {
    HostileClients clients =
        new HostileClients(server, kind.equals("honest") ? Outcome.HONEST : Outcome.SERVED);
    switch (kind) {
      case "none":
        break;
      case "honest":
        clients.send(perSecond, PAGE + "Connection: close\r\n\r\n");
        break;
      case "slow":
        DaemonThreads.start("hostile", clients::sendSlowly);
        break;
      case "headers":
        clients.send(perSecond, PAGE + "X: " + "a".repeat(20_000) + "\r\n\r\n");
        break;
      case "bodies":
        clients.send(perSecond, ORDER + "Content-Length: 100000\r\n\r\n" + "a".repeat(100_000));
        break;
      case "smuggling":
        clients.send(
            perSecond,
            ORDER
                + "Content-Length: 72\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                + PAGE
                + "\r\n");
        break;
      case "mixed":
        clients.send(
            perSecond,
            PAGE + "no colon here\r\n\r\n",
            "GET /site-1/../../etc/passwd HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /site-1/product/{{user}} HTTP/1.1\r\n" + HOST + "\r\n",
            "GET http://127.0.0.1:22/ HTTP/1.1\r\n" + HOST + "\r\n",
            ORDER + "Connection: close\r\nContent-Length: 28\r\n\r\nid=1&next=http://127.0.0.1/x");
        break;
      default:
        throw new IllegalArgumentException("there are no hostile clients " + kind);
    }
    return clients;
  }

  private void send(int perSecond, String... requests) {
    byte[][] bytes = new byte[requests.length][];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = requests[i].getBytes(StandardCharsets.ISO_8859_1);
    }
    long gapNs = TimeUnit.SECONDS.toNanos(THREADS) / perSecond;
    for (int i = 0; i < THREADS; i++) {
      long firstNs = System.nanoTime() + i * gapNs / THREADS;
      DaemonThreads.start("hostile", () -> send(bytes, firstNs, gapNs));
    }
  }

  private void send(byte[][] inTurn, long firstNs, long gapNs) {
    int turn = 0;
    for (long dueNs = firstNs; !closed; dueNs = Math.max(dueNs + gapNs, System.nanoTime())) {
      LockSupport.parkNanos(dueNs - System.nanoTime());
      outcomes.count(outcome(inTurn[turn]));
      turn = (turn + 1) % inTurn.length;
    }
  }

  private Outcome outcome(byte[] request) {
    String answers = "";
    try (Socket socket = connected()) {
      socket.getOutputStream().write(request);
      answers = read(socket.getInputStream());
    } catch (IOException e) {
      return Outcome.CLOSED;
    }
    return outcome(answers);
  }

  private Outcome outcome(String answers) {
    if (answers.isEmpty()) {
      return Outcome.CLOSED;
    }
    boolean refused = answers.matches("(?s)HTTP/1\\.[01] [45].*");
    boolean another = ANSWER.matcher(answers).results().count() > 1;
    return refused && !another ? Outcome.REFUSED : whenServed;
  }

  private Socket connected() throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(server, PATIENCE_MS);
      socket.setSoTimeout(PATIENCE_MS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Reads to the connection's end, or until nothing comes any more. */
  private static String read(InputStream in) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[8_192];
    try {
      for (int n = in.read(some); n >= 0 && all.size() < MOST_ANSWER_BYTES; n = in.read(some)) {
        all.write(some, 0, n);
      }
    } catch (IOException e) {
      // What came before counts: a server may close hard when it has answered.
      return all.toString(StandardCharsets.ISO_8859_1);
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  private void sendSlowly() {
    Socket[] sockets = new Socket[SLOW_CONNECTIONS];
    while (!closed) {
      for (int i = 0; i < sockets.length && !closed; i++) {
        sockets[i] = oneByteMore(sockets[i]);
        LockSupport.parkNanos(BYTE_EVERY_NS / SLOW_CONNECTIONS);
      }
    }
    for (Socket socket : sockets) {
      close(socket);
    }
  }

  /** Returns the connection for the next byte; null if a new one is to be made. */
  private Socket oneByteMore(Socket before) {
    Socket socket = before;
    try {
      if (socket == null) {
        socket = connected();
        socket.getOutputStream().write((PAGE + "X: ").getBytes(StandardCharsets.ISO_8859_1));
      } else if (socket.getInputStream().available() > 0) {
        outcomes.count(outcome(read(socket.getInputStream())));
        close(socket);
        return null;
      }
      socket.getOutputStream().write('a');
      return socket;
    } catch (IOException e) {
      outcomes.count(Outcome.CLOSED);
      close(socket);
      return null;
    }
  }

  private static void close(Socket socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        return; // it is of no use any more
      }
    }
  }

  /** Returns how many hostile requests ended so. */
  long ended(Outcome outcome) {
    return outcomes.of(outcome);
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_hostile_requests",
            "Requests of hostile clients, by what became of them.",
            List.of(Outcome.values()),
            outcome -> Labels.of("outcome", outcome.name().toLowerCase(Locale.ROOT)),
            outcomes::of));
  }

  @Override
  public void close() {
    closed = true;
  }
}
