package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.wire.JoinPacket;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.arena.world.Meeting;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.tick.recording.TickRecorder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One port with a place for one player. Time goes on, and the fighter moves, as a test says. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class UdpPortTest {
  private static final long PERIOD_NS = 100_000_000;

  private final AtomicLong clock = new AtomicLong(1);
  private final CountsByKind<Reception> receptions = new CountsByKind<>(Reception.class);
  private final List<ActiveObject> fighters = new CopyOnWriteArrayList<>();
  private ArenaHost host;
  private UdpPort port;
  private volatile boolean fails;

  @BeforeEach
  void open() throws IOException {
    ArenaSettings settings = new ArenaSettings();
    settings.mostPlayers = 1;
    host =
        new ArenaHost(
            settings, this::nowNs, new TickRecorder(), Optional.empty(), Optional.empty());
    host.world().changeTo(Meeting.DIRECT, (object, firstAfterNs) -> fighters.add(object));
    port = new UdpPort(host, receptions, Cookies.newSecret(new SecureRandom()), 0);
    port.start(List.of(port));
  }

  @AfterEach
  void close() throws IOException {
    port.close();
    host.close();
  }

  private long nowNs() {
    if (fails) {
      throw new IllegalStateException("of the test");
    }
    return clock.get();
  }

  private void awaitCount(Reception what, long least) {
    while (receptions.of(what) < least) {
      Thread.onSpinWait();
    }
  }

  /** Updates the newest fighter once; returns whether it goes on. */
  private boolean update() {
    return fighters.get(fighters.size() - 1).run(clock.addAndGet(PERIOD_NS));
  }

  @Test
  void whoComesAndGoesAllTheTimeHasOneFighter() throws IOException {
    try (UdpClient client = new UdpClient(port.address(), 21)) {
      assertEquals(WireFormat.WELCOME, client.join("anna"));
      for (int i = 0; i < 20; i++) {
        client.leave();
        assertEquals(WireFormat.REFUSED, client.join("anna"));
      }
      assertEquals(1, fighters.size());

      boolean goesOn = true;
      while (goesOn) {
        goesOn = update();
      }
      assertEquals(WireFormat.WELCOME, client.join("anna"), "its fighter has left the world");
      assertEquals(2, fighters.size());
    }
  }

  /** As if its network had given the client another address; a victim there would not join. */
  @Test
  void statesGoToANewAddressOnceTheClientHasJoinedFromThere() throws IOException {
    try (UdpClient client = new UdpClient(port.address(), 22);
        UdpClient moved = new UdpClient(port.address(), 22)) {
      assertEquals(WireFormat.WELCOME, client.join("bert"));
      moved.fighter = client.fighter;
      moved.token = client.token;
      moved.input(moved.token, 1, 0);
      awaitCount(Reception.ACCEPTED, 1);
      assertTrue(update());
      assertEquals(WireFormat.CHALLENGE, moved.next(), "no state");
      assertTrue(moved.packet.limit() <= WireFormat.INPUT_BYTES, "nothing is amplified");
      assertEquals(WireFormat.STATE, client.next());

      assertEquals(WireFormat.WELCOME, moved.joinWithCookie("bert"));
      assertEquals(0, moved.ports, "it knows them");
      assertEquals(client.fighter, moved.fighter);
      assertTrue(update());
      assertEquals(WireFormat.STATE, moved.next());
      moved.input(moved.token, 2, 0);
      awaitCount(Reception.ACCEPTED, 2);
      assertTrue(update());
      assertEquals(WireFormat.STATE, moved.next(), "no more challenges");
    }
  }

  /** Nothing can be sent to it: each answer failed. */
  @Test
  void aPacketFromPortZeroIsMalformed() throws IOException {
    try (UdpPort idle = new UdpPort(host, receptions, new byte[32], 0)) {
      idle.incoming.clear();
      new JoinPacket(23, 0, "carl").writeTo(idle.incoming);
      idle.incoming.flip();
      InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      assertEquals(Reception.MALFORMED, idle.handle(nowhere, clock.get()));
    }
  }

  @Test
  void packetsThatCannotBeHandledAreCountedAndOneIsSaid() throws IOException {
    AtomicInteger said = new AtomicInteger();
    Logger logger = Logger.getLogger(UdpPort.class.getName());
    Handler counting = new CountingHandler(said);
    logger.addHandler(counting);
    logger.setUseParentHandlers(false);
    try (UdpClient client = new UdpClient(port.address(), 24)) {
      fails = true;
      for (int i = 0; i < 5; i++) {
        client.packet.clear();
        client.send();
      }
      awaitCount(Reception.FAILED, 5);
      fails = false;
      assertEquals(WireFormat.WELCOME, client.join("dora"));
      assertEquals(1, said.get());
    } finally {
      logger.setUseParentHandlers(true);
      logger.removeHandler(counting);
    }
  }

  private static final class CountingHandler extends Handler {
    private final AtomicInteger counted;

    CountingHandler(AtomicInteger counted) {
      this.counted = counted;
    }

    @Override
    public void publish(LogRecord entry) {
      counted.incrementAndGet();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
