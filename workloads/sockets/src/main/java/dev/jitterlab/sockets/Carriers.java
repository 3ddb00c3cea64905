package dev.jitterlab.sockets;

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

  /** Of an event loop: the channel's class, and which of the system's interfaces are open. */
  static String evented(String channelClass) {
    return channelClass
        + "/epoll:"
        + descriptors("anon_inode:[eventpoll]")
        + ",io_uring:"
        + rings();
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
