package dev.jitterlab.connections;

import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * All connections of a server: takes them in, refuses them, and closes those that break a limit.
 * The design behind it reads and writes. Thread-safe.
 *
 * <p>A connection has a place for good only once it has said hello. Those that have not are few at
 * a time and lose their place to newer ones, so a flood of connects that say nothing takes no place
 * of anybody who talks. Where the system has no descriptor for one more, a descriptor in reserve is
 * given up to accept and close the next one, which so hears that it is refused; then it is taken
 * back.
 */
final class House implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(House.class.getName());
  private static final long PAUSE_MS = 20;
  private static final long SWEEP_MS = 100;

  private final ConnectionLimits limits;
  private final ServerCounts counts = new ServerCounts();
  private final BroadcastTimes times = new BroadcastTimes();
  private final Set<HeldConnection> open = ConcurrentHashMap.newKeySet();
  private final SilentQueue<HeldConnection> silent = new SilentQueue<>();
  private final Set<HeldConnection> inFrame = ConcurrentHashMap.newKeySet();
  private final ServerSocketChannel listening;
  private final Keeper keeper;
  private final Footprint footprint;
  private final AtomicBoolean isMeasuring = new AtomicBoolean();

  /** One thread, with one task at most. What comes after the end is left out. */
  private final ExecutorService measuring =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(1),
          DaemonThreads.named("jitterlab-footprint"),
          new ThreadPoolExecutor.DiscardPolicy());

  private SocketChannel reserve;
  private boolean hasComplained;
  private volatile boolean isClosing;

  /** The design: who reads and writes. */
  interface Keeper extends AutoCloseable {
    /**
     * Takes a connection in.
     *
     * @throws IOException if it cannot; the channel is closed by the caller
     */
    HeldConnection admit(SocketChannel channel, House house) throws IOException;

    @Override
    void close();
  }

  private House(
      ConnectionLimits limits, Keeper keeper, Footprint footprint, ServerSocketChannel listening) {
    this.limits = limits;
    this.keeper = keeper;
    this.footprint = footprint;
    this.listening = listening;
  }

  /** Opens the port and begins to accept. */
  static House open(
      InetSocketAddress at, ConnectionLimits limits, Keeper keeper, Footprint footprint)
      throws IOException {
    ServerSocketChannel listening = ServerSocketChannel.open();
    listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    listening.bind(at, limits.backlog);
    House house = new House(limits, keeper, footprint, listening);
    house.reserve = SocketChannel.open();
    DaemonThreads.start("acceptor", house::acceptAll);
    DaemonThreads.start("jitterlab-sweeper", house::sweepAll);
    return house;
  }

  InetSocketAddress address() throws IOException {
    return (InetSocketAddress) listening.getLocalAddress();
  }

  ConnectionLimits limits() {
    return limits;
  }

  ServerCounts counts() {
    return counts;
  }

  BroadcastTimes times() {
    return times;
  }

  Footprint footprint() {
    return footprint;
  }

  private void acceptAll() {
    while (!isClosing) {
      try {
        accept(listening.accept());
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        noDescriptor(e);
      }
    }
  }

  private void accept(SocketChannel channel) throws IOException {
    counts.accept(System.nanoTime());
    if (counts.open.get() >= limits.connections) {
      counts.refuse("server-full");
      channel.close();
      return;
    }
    if (counts.silent.get() >= limits.silent) {
      closeOldestSilent();
    }
    counts.open.incrementAndGet();
    counts.silent.incrementAndGet();
    HeldConnection connection;
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      connection = keeper.admit(channel, this);
    } catch (IOException | OutOfMemoryError e) { // the latter: no thread for one more
      counts.open.decrementAndGet();
      counts.silent.decrementAndGet();
      counts.refuse("no-thread");
      channel.close();
      return;
    }
    counts.accepted.increment();
    keep(connection);
    silent.add(connection);
  }

  private void keep(HeldConnection connection) {
    open.add(connection);
    if (connection.isClosed()) {
      open.remove(connection);
    }
  }

  /** Accepts and closes the next one with the reserve, so that it need not wait for nothing. */
  private void noDescriptor(IOException e) {
    if (!hasComplained) {
      hasComplained = true; // the counter has the others
      LOG.log(
          System.Logger.Level.WARNING,
          "a connection cannot be accepted: "
              + e.getMessage()
              + "; raise `ulimit -n`, or lower --max-connections");
    }
    counts.refuse("no-descriptor");
    try {
      if (reserve != null) {
        reserve.close();
        reserve = null;
        listening.configureBlocking(false);
        try (SocketChannel refused = listening.accept()) {
          if (refused == null) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
          }
        } finally {
          listening.configureBlocking(true);
        }
      } else {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
      reserve = SocketChannel.open();
    } catch (IOException none) {
      reserve = null; // tried again with the next one
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeOldestSilent() {
    for (HeldConnection oldest = silent.poll(); oldest != null; oldest = silent.poll()) {
      if (!oldest.saidHello() && !oldest.isClosed()) {
        oldest.giveUp("flood");
        return;
      }
    }
  }

  /** Closes those that say nothing, or do not finish a frame, in time. */
  private void sweepAll() {
    long patienceNs = TimeUnit.MILLISECONDS.toNanos(limits.helloMs);
    while (!isClosing) {
      long nowNs = System.nanoTime();
      silent.takeWhile(
          one -> one.saidHello() || one.isClosed() || one.isStuck(nowNs, patienceNs),
          one -> {
            if (!one.saidHello()) {
              one.giveUp("silent");
            }
          });
      for (HeldConnection one : inFrame) {
        if (one.isStuck(nowNs, patienceNs)) {
          one.giveUp("half-frame");
        }
      }
      inFrame.removeIf(one -> one.isClosed() || !one.isInFrame());
      try {
        TimeUnit.MILLISECONDS.sleep(SWEEP_MS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** A connection is in the middle of a frame. */
  void watch(HeldConnection connection) {
    inFrame.add(connection);
  }

  /**
   * A connection has said hello, and gets broadcasts from now on: its reader may be faster than the
   * thread that admits it.
   */
  void greeted(HeldConnection connection) {
    keep(connection);
    counts.silent.decrementAndGet();
    counts.greet(System.nanoTime());
    silent.spoke(connection);
  }

  /** A connection was given up. */
  void left(HeldConnection connection, String reason) {
    counts.open.decrementAndGet();
    if (!connection.saidHello()) {
      counts.silent.decrementAndGet();
    }
    counts.close(reason);
    open.remove(connection);
    inFrame.remove(connection);
  }

  /** Sends the time to all that have said hello. */
  void broadcast() {
    byte[] frame = Frame.of(Frame.BROADCAST, System.nanoTime()).array();
    counts.broadcasts.increment();
    for (HeldConnection one : open) {
      if (one.saidHello()) {
        one.send(ByteBuffer.wrap(frame));
      }
    }
  }

  /**
   * Measures in a thread of its own, which collects garbage before. One measurement at a time, for
   * all clients together: a client waits for the answer before it asks again.
   *
   * @param done runs when it has measured, and may ask again
   * @return false if a measurement goes on already; then nothing is done
   */
  boolean measureStep(Runnable done) {
    if (!isMeasuring.compareAndSet(false, true)) {
      return false;
    }
    measuring.execute(
        () -> {
          try {
            long beginNs = System.nanoTime();
            footprint.measure(counts.open.get());
            counts.measure(System.nanoTime() - beginNs);
          } finally {
            isMeasuring.set(false);
          }
          done.run();
        });
    return true;
  }

  @Override
  public void close() {
    isClosing = true;
    measuring.shutdownNow();
    try {
      listening.close();
      if (reserve != null) {
        reserve.close();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "closing", e);
    }
    open.forEach(one -> one.giveUp("gone"));
    keeper.close();
  }
}
