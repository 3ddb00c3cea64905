package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.arena.world.Meeting;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.tick.recording.TickRecorder;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

  @BeforeEach
  void open() throws IOException {
    ArenaSettings settings = new ArenaSettings();
    settings.mostPlayers = 1;
    host =
        new ArenaHost(
            settings, clock::get, new TickRecorder(), Optional.empty(), Optional.empty());
    host.world().changeTo(Meeting.DIRECT, (object, firstAfterNs) -> fighters.add(object));
    port = new UdpPort(host, receptions, Cookies.newSecret(new SecureRandom()), 0);
    port.start(List.of(port));
  }

  @AfterEach
  void close() throws IOException {
    port.close();
    host.close();
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
}
