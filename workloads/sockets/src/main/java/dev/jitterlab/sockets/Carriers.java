package dev.jitterlab.sockets;

import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.observer.UnavailableException;
import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says what carries the bytes, read back from running objects and from the system. */
final class Carriers {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private Carriers() {}

  /** Of a conversation with waiting calls: the socket's class, and that of the calling thread. */
  static String waiting(SocketWire wire) {
    return wire.carrier() + "@" + Thread.currentThread().getClass().getSimpleName();
  }

  /**
   * Of a channel of Netty: its class, and which of the system's interfaces are open.
   *
   * @throws UnavailableException if it is none of the transport that was asked for
   */
  static String ofNetty(NettyTransport asked, Channel channel) throws UnavailableException {
    String carrier =
        asked.readBack(channel)
            + "/epoll:"
            + descriptors("anon_inode:[eventpoll]")
            + ",io_uring:"
            + rings();
    if (asked == NettyTransport.IO_URING && rings() == 0) {
      throw new UnavailableException(
          "io_uring was asked for, but " + carrier + " is in use. Choose another transport.");
    }
    return carrier;
  }

  /** How many rings of io_uring this process has open. */
  static int rings() {
    return descriptors("anon_inode:[io_uring]");
  }

  private static int descriptors(String kind) {
    int found = 0;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path one : open) {
        if (isOf(kind, one)) {
          found++;
        }
      }
    } catch (IOException e) {
      return 0; // a system without /proc
    }
    return found;
  }

  private static boolean isOf(String kind, Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().equals(kind);
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }
}
