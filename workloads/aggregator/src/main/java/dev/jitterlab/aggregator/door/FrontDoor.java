package dev.jitterlab.aggregator.door;

import dev.jitterlab.load.port.ListeningPort;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The listening port and its connections. What a client can cause is bounded. Thread-safe. */
public final class FrontDoor implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(FrontDoor.class.getName());
  private static final int BACKLOG = 4_096;
  private static final int LOOK_MS = 250;

  private final DoorSettings settings;
  private final RequestRefusals refusals;
  private final RequestHandler handler;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong bodyBytes = new AtomicLong();
  private final LongAdder failures = new LongAdder();
  private final Map<EventExecutor, LoopPart> parts = new HashMap<>();
  private InetSocketAddress address;

  /** What belongs to one event loop. */
  private static final class LoopPart {
    final Set<ClientConnection> connections = new LinkedHashSet<>();
    final LoopLag lag;

    LoopPart(EventLoop loop) {
      lag = new LoopLag(loop, System::nanoTime);
    }

    void look() {
      long nowNs = System.nanoTime();
      new ArrayList<>(connections).forEach(one -> one.look(nowNs)); // looking may close
    }
  }

  private FrontDoor(DoorSettings settings, RequestRefusals refusals, RequestHandler handler) {
    this.settings = settings;
    this.refusals = refusals;
    this.handler = handler;
  }

  /**
   * Opens the door.
   *
   * @throws IOException if the port cannot be opened
   */
  public static FrontDoor open(
      EventLoopGroup loops, DoorSettings settings, RequestRefusals refusals, RequestHandler handler)
      throws IOException {
    FrontDoor door = new FrontDoor(settings, refusals, handler);
    for (EventExecutor loop : loops) {
      LoopPart part = new LoopPart((EventLoop) loop);
      door.parts.put(loop, part);
      part.lag.start();
      var unused = loop.scheduleWithFixedDelay(part::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }
    door.bind(loops);
    return door;
  }

  private void bind(EventLoopGroup loops) throws IOException {
    InetSocketAddress at = new InetSocketAddress(settings.host, settings.port);
    Channel listening = ListeningPort.open(loops, at, BACKLOG, this::accept);
    channels.add(listening);
    address = (InetSocketAddress) listening.localAddress();
  }

  private void accept(SocketChannel channel) {
    if (open.incrementAndGet() > settings.connections) {
      open.decrementAndGet();
      refusals.count(RequestRefusal.CONNECTIONS);
      var unused = channel.close();
      return;
    }
    LoopPart part = parts.get(channel.eventLoop());
    ClientConnection connection = new ClientConnection(this, settings, refusals, part.lag);
    part.connections.add(connection);
    channels.add(channel);
    var unused =
        channel
            .closeFuture()
            .addListener(
                closed -> {
                  part.connections.remove(connection);
                  open.decrementAndGet();
                });
    channel
        .pipeline()
        .addLast(connection.bytes())
        .addLast(connection.decoder())
        .addLast(new HttpResponseEncoder())
        .addLast(connection.bodies())
        .addLast(connection.whole())
        .addLast(connection);
  }

  RequestHandler handler() {
    return handler;
  }

  /** Counts bytes of a body; returns false, and does not count them, if there is no room. */
  boolean hold(int bytes) {
    if (bodyBytes.addAndGet(bytes) <= settings.bodiesBytes) {
      return true;
    }
    letGo(bytes);
    return false;
  }

  /** Such bytes were released. */
  void letGo(int bytes) {
    bodyBytes.addAndGet(-bytes);
  }

  void failed(RuntimeException failure) {
    if (failures.sum() == 0) {
      LOG.log(System.Logger.Level.ERROR, "a request failed; the first is logged", failure);
    }
    failures.increment();
  }

  /** Returns how many requests failed by a defect of ours. */
  public long failures() {
    return failures.sum();
  }

  /** Returns how many connections are open. */
  public int connections() {
    return open.get();
  }

  /** Returns how many bytes the bodies have that are not whole, or wait for their turn. */
  public long bodyBytes() {
    return bodyBytes.get();
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    channels.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
  }
}
