package dev.jitterlab.battle.hostile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.jitterlab.battle.session.Datagram;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FloodTest {
  @Test
  void refusesEveryTargetThatIsNotThisMachine() throws Exception {
    InetSocketAddress elsewhere =
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}), 4_000);
    assertThrows(
        IllegalArgumentException.class,
        () -> Flood.open(elsewhere, HostileKind.GARBAGE, 1, System::nanoTime));
  }

  @Test
  void sendsNoMoreThanItsRateAllows() throws Exception {
    try (DatagramSocket target = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Flood flood = open(target, HostileKind.REQUESTS)) {
      assertThrows(IllegalArgumentException.class, () -> flood.run(200_001, 1));
      assertEquals(49, flood.run(1_000, 50_000_000), "one a millisecond");
      DatagramPacket received = new DatagramPacket(new byte[2_000], 2_000);
      target.receive(received);
      assertEquals(Datagram.REQUEST_BYTES, received.getLength());
      assertEquals(Datagram.REQUEST, received.getData()[0]);
    }
  }

  @Test
  void theSameSeedMakesTheSameGarbage() {
    List<byte[]> once = new HostilePackets(3).of(HostileKind.GARBAGE, List.of());
    List<byte[]> again = new HostilePackets(3).of(HostileKind.GARBAGE, List.of());
    for (int i = 0; i < once.size(); i++) {
      assertArrayEquals(once.get(i), again.get(i));
    }
  }

  private static Flood open(DatagramSocket target, HostileKind kind) throws Exception {
    AtomicLong nowNs = new AtomicLong();
    return Flood.open(
        (InetSocketAddress) target.getLocalSocketAddress(),
        kind,
        1,
        () -> nowNs.addAndGet(1_000_000));
  }
}
