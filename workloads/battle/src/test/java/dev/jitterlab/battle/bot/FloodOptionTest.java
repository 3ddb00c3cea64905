package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.Target;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloodOptionTest {
  @Test
  void choosesTheServersOfItsGroup() {
    List<FloodOption> floods = FloodOption.parse("a:garbage:10;ab:forged:100000");
    assertEquals(2, floods.size());
    assertTrue(floods.get(0).isFor(Target.parse("a/1=127.0.0.1:4000")));
    assertFalse(floods.get(0).isFor(Target.parse("ab/1=127.0.0.1:4000")));
    assertTrue(floods.get(1).isFor(Target.parse("ab/1=127.0.0.1:4000")));
    assertEquals(List.of(), FloodOption.parse(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a:garbage", "a:chess:10", "a:garbage:0", "a:garbage:900000", ";"})
  void refusesWhatIsNoFlood(String text) {
    assertThrows(IllegalArgumentException.class, () -> FloodOption.parse(text));
  }

  @Test
  void sendsUntilItIsClosed() throws Exception {
    try (DatagramSocket server = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Target target = Target.parse("a/1=127.0.0.1:" + server.getLocalPort());
      FloodOption flood = FloodOption.parse("a:garbage:1000").get(0);
      AutoCloseable running = flood.start(target, 1, System::nanoTime);
      try {
        DatagramPacket packet = new DatagramPacket(new byte[1_000], 1_000);
        server.receive(packet);
        assertTrue(packet.getLength() > 0);
      } finally {
        running.close();
      }
    }
  }
}
