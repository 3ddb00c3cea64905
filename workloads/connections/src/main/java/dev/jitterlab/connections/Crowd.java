package dev.jitterlab.connections;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * All clients of one server, on one event loop. They connect in steps; after each, the server
 * measures itself. Then each sends a message when it is due, and all tell the server how long its
 * broadcasts took. What comes from other threads is posted.
 */
final class Crowd implements AutoCloseable {
  private static final int READ_BYTES = 16 << 10;
  private static final long MOST_NS = 3_600_000_000_000L;

  /** As many as every server takes: behind the type. */
  private static final int PAIRS_A_FRAME =
      (ConnectionLimits.LEAST_FRAME_BYTES - 1) / Frame.PAIR_BYTES;

  /** An address has some 28,000 ports for clients; further ones are 127.0.0.2, 127.0.0.3, ... */
  private static final int CLIENTS_AN_ADDRESS = 20_000;

  private static final long REPORT_NS = 1_000_000_000;

  private final InetSocketAddress to;
  private final int connections;
  private final int steps;
  private final int connectingAtOnce;
  private final AwaitedRequests requests;
  private final LongConsumer served;
  private final byte[] payload;
  private final Selector selector;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final List<Client> clients = new ArrayList<>();
  private final Queue<Runnable> posted = new ConcurrentLinkedQueue<>();
  private final Histogram broadcasts = new Histogram(MOST_NS, 2);
  private final Histogram connectTimes = new Histogram(MOST_NS, 3);
  private final CountDownLatch ready = new CountDownLatch(1);
  private volatile String failure;
  private volatile boolean isClosing;
  private int connecting;
  private int greeted;
  private int step;
  private long nextReportNs;

  /**
   * @param steps in which they connect; each is followed by a measurement
   * @param connectingAtOnce how many connects may be under way
   * @param messageBytes of each message
   * @param served gets for each message how long after it was due this thread came to send it
   */
  Crowd(
      InetSocketAddress to,
      int connections,
      int steps,
      int connectingAtOnce,
      int messageBytes,
      AwaitedRequests requests,
      LongConsumer served)
      throws IOException {
    this.to = to;
    this.connections = connections;
    this.steps = steps;
    this.connectingAtOnce = connectingAtOnce;
    this.requests = requests;
    this.served = served;
    this.payload = new byte[messageBytes];
    this.selector = Selector.open();
  }

  void start() {
    DaemonThreads.start("crowd", this::loop);
  }

  /**
   * Waits until all are in and the last step is measured.
   *
   * @throws IOException if a connection is refused or broken
   */
  void awaitReady() throws IOException, InterruptedException {
    ready.await();
    if (failure != null) {
      throw new IOException(failure);
    }
  }

  String failure() {
    return failure;
  }

  /** From a connect to the server's welcome, in seconds; after {@link #awaitReady}. */
  double connectSeconds(double q) {
    return connectTimes.getValueAtPercentile(q * 100) / 1e9;
  }

  /** Sends the next message of a client; from any thread. */
  void send(int client, long dueNs) {
    posted.add(
        () -> {
          served.accept(System.nanoTime() - dueNs);
          clients.get(client % clients.size()).send(dueNs);
        });
    selector.wakeup();
  }

  private void loop() {
    try {
      connectMore();
      while (!isClosing) {
        selector.select(this::serve, 100);
        runPosted();
        long nowNs = System.nanoTime();
        if (nowNs - nextReportNs >= 0) {
          nextReportNs = nowNs + REPORT_NS;
          report();
        }
      }
    } catch (IOException | RuntimeException e) {
      fail("the load broke: " + e);
    } finally {
      clients.forEach(Client::close);
      try {
        selector.close();
      } catch (IOException e) {
        // It is as gone as any.
      }
    }
  }

  private void runPosted() {
    for (Runnable one = posted.poll(); one != null; one = posted.poll()) {
      one.run();
    }
  }

  private int wantedByNow() {
    return (int) ((long) connections * (step + 1) / steps);
  }

  private void connectMore() throws IOException {
    while (clients.size() < wantedByNow() && connecting < connectingAtOnce) {
      Client client = new Client();
      clients.add(client);
      connecting++;
      client.connect(clients.size() - 1);
    }
  }

  private void serve(SelectionKey key) {
    runPosted(); // a message does not wait until thousands of clients have read a broadcast
    Client client = (Client) key.attachment();
    try {
      if (key.isConnectable() && client.channel.finishConnect()) {
        client.connected(key);
      } else if (key.isWritable()) {
        client.write(key);
      } else {
        client.read();
      }
    } catch (IOException | FrameParser.BadFrame e) {
      if (!isClosing) {
        client.gone();
        client.close();
        fail("connection " + client.number + " of " + connections + " broke: " + e.getMessage());
      }
    }
  }

  private void fail(String reason) {
    if (failure == null) {
      failure = reason;
    }
    ready.countDown();
  }

  /**
   * Tells the server how long its broadcasts took to us, over the first connection that it has not
   * ended. Without any, the times are kept.
   */
  private void report() {
    if (broadcasts.getTotalCount() > 0) {
      clients.stream().filter(Client::isConnected).findFirst().ifPresent(this::report);
    }
  }

  private void report(Client client) {
    ByteBuffer pairs = ByteBuffer.allocate(PAIRS_A_FRAME * Frame.PAIR_BYTES);
    for (HistogramIterationValue value : broadcasts.recordedValues()) {
      pairs
          .putLong(value.getValueIteratedTo())
          .putInt((int) value.getCountAddedInThisIterationStep());
      if (!pairs.hasRemaining()) {
        tell(client, pairs);
      }
    }
    if (pairs.position() > 0) {
      tell(client, pairs);
    }
    broadcasts.reset();
  }

  private static void tell(Client client, ByteBuffer pairs) {
    byte[] bytes = new byte[pairs.position()];
    pairs.flip().get(bytes);
    pairs.clear();
    client.write(Frame.of(Frame.TIMES, bytes));
  }

  private void welcomed() throws IOException {
    connecting--;
    greeted++;
    if (greeted == wantedByNow()) {
      clients.get(0).write(Frame.of(Frame.STEP));
    } else {
      connectMore();
    }
  }

  private void measured() throws IOException {
    step++;
    if (step == steps) {
      ready.countDown();
    } else {
      connectMore();
    }
  }

  private final class Client implements FrameParser.Receiver {
    private final FrameParser parser = new FrameParser(Math.max(READ_BYTES, 1 + payload.length));
    private SocketChannel channel;
    private SelectionKey key;
    private ByteBuffer out; // null while nothing waits
    private long connectNs;
    private long dueNs; // of the message that is out
    private int place; // of it among the requests that are out
    private boolean isOut;
    private boolean isGone;
    private int number;

    private void connect(int at) throws IOException {
      number = at + 1;
      connectNs = System.nanoTime();
      channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      int address = at / CLIENTS_AN_ADDRESS;
      if (address > 0) {
        byte[] from = {127, 0, 0, (byte) (1 + address)};
        channel.bind(new InetSocketAddress(InetAddress.getByAddress(from), 0));
      }
      boolean isConnected = channel.connect(to);
      key = channel.register(selector, SelectionKey.OP_CONNECT, this);
      if (isConnected) {
        connected(key);
      }
    }

    private void connected(SelectionKey at) {
      at.interestOps(SelectionKey.OP_READ);
      write(Frame.of(Frame.HELLO));
    }

    private void read() throws IOException, FrameParser.BadFrame {
      buffer.clear();
      int got = channel.read(buffer);
      if (got < 0) {
        throw new IOException("the server has closed it");
      }
      buffer.flip();
      boolean unused = parser.take(buffer, this);
    }

    @Override
    public void frame(byte type, ByteBuffer in) {
      try {
        switch (type) {
          case Frame.WELCOME:
            connectTimes.recordValue(Math.max(0, System.nanoTime() - connectNs));
            welcomed();
            return;
          case Frame.ECHO:
            if (isOut) {
              isOut = false;
              requests.ended(place, RequestOutcome.OK, System.nanoTime() - dueNs);
            }
            return;
          case Frame.BROADCAST:
            broadcasts.recordValue(
                Math.max(0, Math.min(MOST_NS, System.nanoTime() - in.getLong())));
            return;
          case Frame.STEP_MEASURED:
            measured();
            return;
          default:
            fail("the server sent a frame of the unknown type " + type);
        }
      } catch (IOException e) {
        fail("connection " + number + " broke: " + e.getMessage());
      }
    }

    private void send(long atNs) {
      if (isGone) {
        requests.countFailed(); // a server must not gain by getting rid of a client
        return;
      }
      if (isOut) {
        requests.countOverflow(); // the server has its last message and has not answered it
        return;
      }
      place = requests.trySend(atNs);
      if (place < 0) {
        return; // counted as overflow
      }
      isOut = true;
      dueNs = atNs;
      write(Frame.of(Frame.MESSAGE, payload));
    }

    private boolean isConnected() {
      return !isGone && channel.isConnected();
    }

    private void write(ByteBuffer frame) {
      if (isGone) {
        return; // nobody reads it, and what waits would only grow
      }
      if (out != null) {
        ByteBuffer both = ByteBuffer.allocate(out.remaining() + frame.remaining());
        both.put(out).put(frame).flip();
        out = both;
      } else {
        out = frame;
      }
      try {
        write(key);
      } catch (IOException e) {
        gone();
        fail("connection " + number + " broke: " + e.getMessage());
      }
    }

    /** Nothing is sent over it any more, and what is out gets no answer. */
    private void gone() {
      isGone = true;
      out = null;
      if (isOut) {
        isOut = false;
        requests.ended(place, RequestOutcome.FAILED, System.nanoTime() - dueNs);
      }
    }

    private void write(SelectionKey at) throws IOException {
      if (out != null) {
        int unused = channel.write(out);
        out = out.hasRemaining() ? out : null;
      }
      int interest =
          out == null ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
      if (at.interestOps() != interest) {
        at.interestOps(interest);
      }
    }

    private void close() {
      if (channel != null) {
        try {
          channel.close();
        } catch (IOException e) {
          // It is as gone as any.
        }
      }
    }
  }

  @Override
  public void close() {
    isClosing = true;
    selector.wakeup();
  }
}
