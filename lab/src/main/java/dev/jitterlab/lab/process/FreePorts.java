package dev.jitterlab.lab.process;

import dev.jitterlab.lab.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback interface that nobody uses, neither for TCP nor for UDP, and none of them
 * twice. They lie outside the range from which the system gives ports to clients and for port 0:
 * otherwise a client could take a port before its server has opened it. For one thread.
 */
final class FreePorts {
  private static final int ATTEMPTS = 1_000;
  private static final int FIRST = 10_000;
  private static final int END = 65_536;

  private final Set<Integer> taken = new HashSet<>();
  private final int first;
  private final int end;

  FreePorts() {
    this(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
  }

  /** The file has the first and the last port that the system gives away. */
  FreePorts(Path systemsRange) {
    int[] range =
        WholeFile.text(systemsRange).stream()
            .flatMap(text -> Arrays.stream(text.strip().split("\\s+")))
            .mapToInt(Integer::parseInt)
            .toArray();
    boolean isBelow = range.length == 2 && range[0] - FIRST >= ATTEMPTS;
    boolean isAbove = range.length == 2 && !isBelow && END - 1 - range[1] >= ATTEMPTS;
    first = isAbove ? range[1] + 1 : FIRST;
    end = isBelow ? range[0] : END;
  }

  /** The next one. */
  int next() {
    int start = ThreadLocalRandom.current().nextInt(end - first);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = first + (start + attempt) % (end - first);
      if (isFree(port) && taken.add(port)) {
        return port;
      }
    }
    throw new UncheckedIOException(
        new IOException("no port of the loopback interface is free near " + (first + start)));
  }

  private static boolean isFree(int port) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket tcp = new ServerSocket(port, 1, loopback);
        DatagramSocket udp = new DatagramSocket(new InetSocketAddress(loopback, port))) {
      return tcp.isBound() && udp.isBound();
    } catch (SocketException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
