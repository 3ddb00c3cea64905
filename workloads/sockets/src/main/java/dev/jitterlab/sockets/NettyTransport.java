package dev.jitterlab.sockets;

import dev.jitterlab.observer.UnavailableException;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
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

/** How Netty reaches the system. It never falls back from one to another. */
enum NettyTransport {
  NIO(NioServerSocketChannel.class, NioSocketChannel.class, NioDatagramChannel.class) {
    @Override
    IoHandlerFactory handlers() {
      return NioIoHandler.newFactory();
    }

    @Override
    Throwable missing() {
      return null;
    }
  },
  EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class, EpollDatagramChannel.class) {
    @Override
    IoHandlerFactory handlers() {
      return EpollIoHandler.newFactory();
    }

    @Override
    Throwable missing() {
      return Epoll.unavailabilityCause();
    }
  },
  IO_URING(
      IoUringServerSocketChannel.class, IoUringSocketChannel.class, IoUringDatagramChannel.class) {
    @Override
    IoHandlerFactory handlers() {
      return IoUringIoHandler.newFactory();
    }

    @Override
    Throwable missing() {
      return IoUring.unavailabilityCause();
    }
  };

  private final Class<? extends ServerChannel> listening;
  private final Class<? extends Channel> stream;
  private final Class<? extends DatagramChannel> datagram;

  NettyTransport(
      Class<? extends ServerChannel> listening,
      Class<? extends Channel> stream,
      Class<? extends DatagramChannel> datagram) {
    this.listening = listening;
    this.stream = stream;
    this.datagram = datagram;
  }

  abstract IoHandlerFactory handlers();

  /** Why it cannot be used here; null if it can. */
  abstract Throwable missing();

  Class<? extends ServerChannel> listening() {
    return listening;
  }

  Class<? extends Channel> stream() {
    return stream;
  }

  Class<? extends DatagramChannel> datagram() {
    return datagram;
  }

  /**
   * Starts event loops.
   *
   * @throws UnavailableException if this machine cannot
   */
  EventLoopGroup loops(int threads) throws UnavailableException {
    Throwable missing = missing();
    if (missing != null) {
      throw new UnavailableException(
          "Netty has no "
              + name().toLowerCase(java.util.Locale.ROOT)
              + " here: "
              + cause(missing)
              + ". "
              + remedy());
    }
    return new MultiThreadIoEventLoopGroup(threads, handlers());
  }

  private String remedy() {
    return this == IO_URING
        ? "It needs Linux 5.14 or later, `sysctl kernel.io_uring_disabled` = 0, and a container"
            + " whose seccomp profile allows io_uring_setup; or choose another transport."
        : "Choose another transport.";
  }

  private static String cause(Throwable missing) {
    Throwable last = missing;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return String.valueOf(last.getMessage());
  }

  /**
   * Reads back what a channel really is.
   *
   * @throws UnavailableException if it is none of this transport
   */
  String readBack(Channel channel) throws UnavailableException {
    boolean isOurs =
        stream.isInstance(channel) || datagram.isInstance(channel) || listening.isInstance(channel);
    if (!isOurs || (this == IO_URING && Carriers.rings() == 0)) {
      throw new UnavailableException(
          "asked for "
              + this
              + ", in use is "
              + Carriers.evented(channel.getClass().getSimpleName())
              + ". Choose another transport.");
    }
    return Carriers.evented(channel.getClass().getSimpleName());
  }
}
