package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class FreePortsTest {
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
