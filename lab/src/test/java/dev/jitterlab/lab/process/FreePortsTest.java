package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreePortsTest {
  @TempDir private Path folder;

  private FreePorts besides(int first, int last) throws IOException {
    Path range = folder.resolve("range");
    Files.writeString(range, first + "\t" + last + "\n");
    return new FreePorts(range);
  }

  /** The system may give those away to a client before the server has opened its own. */
  @Test
  void noPortIsOneThatTheSystemGivesAway() throws IOException {
    for (int i = 0; i < 100; i++) {
      int below = besides(32_768, 60_999).next();
      assertTrue(below >= 10_000 && below < 32_768, "port " + below);
      int above = besides(1_024, 60_999).next();
      assertTrue(above > 60_999 && above < 65_536, "port " + above);
      int anyOf = besides(1_024, 65_535).next();
      assertTrue(anyOf >= 10_000 && anyOf < 65_536, "port " + anyOf);
    }
  }

  @Test
  void aPortInUseIsNotGiven() throws IOException {
    FreePorts ports = besides(11_000, 60_999); // from 10,000 to 10,999
    int used = ports.next();
    try (ServerSocket other = new ServerSocket(used, 1, InetAddress.getLoopbackAddress())) {
      assertTrue(other.isBound());
      FreePorts others = besides(11_000, 60_999);
      Set<Integer> given = new HashSet<>();
      assertThrows(
          UncheckedIOException.class,
          () -> {
            for (int i = 0; i < 1_001; i++) {
              given.add(others.next());
            }
          },
          "there are a thousand");
      assertFalse(given.contains(used), given::toString);
      assertTrue(given.size() > 900, given::toString);
    }
  }

  @Test
  void aPortIsFreeForTcpAndGivenOnce() throws IOException {
    FreePorts ports = new FreePorts();
    int first = ports.next();
    assertNotEquals(first, ports.next());
    try (ServerSocket mine = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
      assertFalse(mine.isClosed());
    }
  }
}
