package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.jitterlab.load.Target;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The control of {@link HttpLoadBench}: the same even load as an open model, by a thread that does
 * nothing but look at the clock and at its sockets. It never sleeps, so no client on this machine
 * can be more punctual; it takes a whole core for it.
 */
final class SpinningClient {
  private static final int CONNECTIONS = 100;
  private static final long NS_PER_SECOND = 1_000_000_000;

  private final Deque<Connection> idle = new ArrayDeque<>();
  private final List<Connection> busy = new ArrayList<>();
  private final ByteBuffer request;
  private final ByteBuffer read = ByteBuffer.allocateDirect(1 << 12);
  private final Histogram responses = new Histogram(3);
  private final Histogram drift = new Histogram(3);

  private SpinningClient(InetSocketAddress server) throws IOException {
    byte[] bytes = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(US_ASCII);
    request = ByteBuffer.allocateDirect(bytes.length).put(bytes);
    for (int i = 0; i < CONNECTIONS; i++) {
      idle.push(new Connection(server));
    }
  }

  /** Arguments: host and port, requests a second, seconds to warm up, seconds to measure. */
  public static void main(String[] arguments) throws IOException {
    SpinningClient client = new SpinningClient(Target.parse("server=" + arguments[0]).address());
    long rate = Long.parseLong(arguments[1]);
    client.run(rate, rate * Long.parseLong(arguments[2]), rate * Long.parseLong(arguments[3]));
    System.out.println(HttpLoadBench.encoded(client.responses));
    System.out.println(HttpLoadBench.encoded(client.drift));
  }

  private void run(long rate, long warmup, long measured) throws IOException {
    long zeroNs = System.nanoTime();
    long sent = 0;
    while (sent < warmup + measured || !busy.isEmpty()) {
      long dueNs = zeroNs + sent * NS_PER_SECOND / rate;
      long lateNs = System.nanoTime() - dueNs;
      if (sent < warmup + measured && lateNs >= 0 && !idle.isEmpty()) {
        Connection connection = idle.pop();
        connection.send(dueNs, sent >= warmup);
        busy.add(connection);
        if (sent >= warmup) {
          drift.recordValue(lateNs);
        }
        sent++;
      }
      look();
    }
  }

  private void look() throws IOException {
    for (Iterator<Connection> each = busy.iterator(); each.hasNext(); ) {
      Connection connection = each.next();
      if (connection.isAnswered()) {
        each.remove();
        idle.push(connection);
      }
    }
  }

  private final class Connection {
    private final SocketChannel channel;
    private long dueNs;
    private boolean counts;
    private int awaited;

    Connection(InetSocketAddress server) throws IOException {
      channel = SocketChannel.open(server);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true).configureBlocking(false);
    }

    void send(long due, boolean isMeasured) throws IOException {
      dueNs = due;
      counts = isMeasured;
      awaited = AnswerServer.ANSWER.length();
      request.flip();
      channel.write(request);
    }

    boolean isAnswered() throws IOException {
      read.clear();
      int bytes = channel.read(read);
      if (bytes < 0) {
        throw new EOFException("the server has gone");
      }
      awaited -= bytes;
      if (awaited == 0 && counts) {
        responses.recordValue(System.nanoTime() - dueNs);
      }
      return awaited == 0;
    }
  }
}
