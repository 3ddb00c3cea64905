package dev.jitterlab.load;

import dev.jitterlab.observer.UnavailableException;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDatagramChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.channels.spi.SelectorProvider;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How Netty reaches the system. None of them falls back to another. */
public enum NettyTransport {
  /** Java's selector: runs everywhere. */
  NIO(
      NioIoHandler.class,
      NioServerSocketChannel.class,
      NioSocketChannel.class,
      NioDatagramChannel.class) {
    @Override
    public IoHandlerFactory handlers() {
      return NioIoHandler.newFactory();
    }

    @Override
    IoHandlerFactory handlers(SelectStrategyFactory waiting) {
      return NioIoHandler.newFactory(SelectorProvider.provider(), waiting);
    }

    @Override
    public Throwable missing() {
      return null;
    }
  },
  /** Linux's epoll, by Netty's own native library. */
  EPOLL(
      EpollIoHandler.class,
      EpollServerSocketChannel.class,
      EpollSocketChannel.class,
      EpollDatagramChannel.class) {
    @Override
    public IoHandlerFactory handlers() {
      return EpollIoHandler.newFactory();
    }

    @Override
    IoHandlerFactory handlers(SelectStrategyFactory waiting) {
      return EpollIoHandler.newFactory(AS_MANY_EVENTS_AS_COME, waiting);
    }

    @Override
    public Throwable missing() {
      return Epoll.unavailabilityCause();
    }
  },
  /** Linux's io_uring, by Netty's own native library. */
  IO_URING(
      IoUringIoHandler.class,
      IoUringServerSocketChannel.class,
      IoUringSocketChannel.class,
      IoUringDatagramChannel.class) {
    @Override
    public IoHandlerFactory handlers() {
      return IoUringIoHandler.newFactory();
    }

    @Override
    IoHandlerFactory handlers(SelectStrategyFactory waiting) {
      throw new IllegalArgumentException("Netty's io_uring lets nobody choose how it waits");
    }

    @Override
    public Throwable missing() {
      return IoUring.unavailabilityCause();
    }
  };

  private static final int AS_MANY_EVENTS_AS_COME = 0;

  private final Class<? extends IoHandler> handler;
  private final Class<? extends ServerChannel> listening;
  private final Class<? extends Channel> stream;
  private final Class<? extends DatagramChannel> datagram;

  NettyTransport(
      Class<? extends IoHandler> handler,
      Class<? extends ServerChannel> listening,
      Class<? extends Channel> stream,
      Class<? extends DatagramChannel> datagram) {
    this.handler = handler;
    this.listening = listening;
    this.stream = stream;
    this.datagram = datagram;
  }

  /** Returns epoll where its library loads, else NIO. */
  public static NettyTransport best() {
    return EPOLL.missing() == null ? EPOLL : NIO;
  }

  /**
   * Returns the transport of that {@linkplain #label label}; of {@code auto}, {@link #best()}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static NettyTransport labelled(String label) {
    if (label.equals("auto")) {
      return best();
    }
    for (NettyTransport each : values()) {
      if (each.label().equals(label)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "no transport " + label + "; there are auto and " + labels());
  }

  /**
   * Returns the transport of event loops: only its channels can be registered with them.
   *
   * @throws IllegalArgumentException if they have another
   */
  public static NettyTransport of(EventLoopGroup loops) {
    for (NettyTransport each : values()) {
      if (loops instanceof IoEventLoopGroup && ((IoEventLoopGroup) loops).isIoType(each.handler)) {
        return each;
      }
    }
    throw new IllegalArgumentException("none of these transports has the loops of " + loops);
  }

  private static String labels() {
    return Stream.of(values()).map(NettyTransport::label).collect(Collectors.joining(", "));
  }

  /** Returns what makes the I/O handlers of event loops. */
  public abstract IoHandlerFactory handlers();

  /** Returns what makes the I/O handlers of event loops that wait in another way. */
  abstract IoHandlerFactory handlers(SelectStrategyFactory waiting);

  /** Returns why it cannot be used here; null if it can. */
  public abstract Throwable missing();

  /** Returns its name as options write it, such as {@code io_uring}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns its channels that accept connections. */
  public Class<? extends ServerChannel> listening() {
    return listening;
  }

  /** Returns its connections. */
  public Class<? extends Channel> stream() {
    return stream;
  }

  /** Returns its channels of datagrams. */
  public Class<? extends DatagramChannel> datagram() {
    return datagram;
  }

  /**
   * Starts event loops.
   *
   * @throws UnavailableException if this machine cannot
   */
  public EventLoopGroup loops(int threads) throws UnavailableException {
    requireAvailable();
    return new MultiThreadIoEventLoopGroup(threads, handlers());
  }

  /**
   * Starts event loops on daemon threads of a name.
   *
   * @throws UnavailableException if this machine cannot
   */
  public EventLoopGroup loops(int threads, String name) throws UnavailableException {
    requireAvailable();
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), handlers());
  }

  /**
   * Starts event loops that wait for what comes in another way than Netty's own.
   *
   * @throws UnavailableException if this machine cannot
   * @throws IllegalArgumentException for io_uring, whose handlers cannot be told how to wait
   */
  public EventLoopGroup loops(int threads, SelectStrategyFactory waiting)
      throws UnavailableException {
    requireAvailable();
    return new MultiThreadIoEventLoopGroup(threads, handlers(waiting));
  }

  private void requireAvailable() throws UnavailableException {
    Throwable missing = missing();
    if (missing != null) {
      throw new UnavailableException(
          "Netty has no " + label() + " here: " + cause(missing) + ". " + remedy());
    }
  }

  private String remedy() {
    return this == IO_URING
        ? "It needs Linux 5.14 or later, `sysctl kernel.io_uring_disabled` = 0, and a container"
            + " whose seccomp profile allows io_uring_setup; or choose another transport."
        : "It needs Linux on x86-64 or aarch64, and a folder for temporary files"
            + " (-Djava.io.tmpdir=…) that libraries may be loaded from; or choose another"
            + " transport, such as nio.";
  }

  private static String cause(Throwable missing) {
    Throwable last = missing;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return String.valueOf(last.getMessage());
  }

  /**
   * Reads back whose channel that really is; returns the name of its class.
   *
   * @throws UnavailableException if it is none of this transport
   */
  public String readBack(Channel channel) throws UnavailableException {
    String found = channel.getClass().getSimpleName();
    if (!stream.isInstance(channel)
        && !datagram.isInstance(channel)
        && !listening.isInstance(channel)) {
      throw new UnavailableException(
          label() + " was asked for, but " + found + " is in use. Choose another transport.");
    }
    return found;
  }
}
