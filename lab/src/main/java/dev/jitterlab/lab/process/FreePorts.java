package dev.jitterlab.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.HashSet;
import java.util.Set;

/**
 * Ports of the loopback interface that nobody uses, neither for TCP nor for UDP, and none of them
 * twice. The system may give one away before the server that it is for has taken it; it goes round
 * all others first. For one thread.
 */
final class FreePorts {
  private static final int ATTEMPTS = 100;

  private final Set<Integer> taken = new HashSet<>();

  /** The next one. */
  int next() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try (ServerSocket tcp = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          DatagramSocket udp =
              new DatagramSocket(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), tcp.getLocalPort()))) {
        if (taken.add(udp.getLocalPort())) {
          return udp.getLocalPort();
        }
      } catch (SocketException e) {
        // In use for UDP: the next one may not be.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new UncheckedIOException(new IOException("the system has no free port"));
  }
}
