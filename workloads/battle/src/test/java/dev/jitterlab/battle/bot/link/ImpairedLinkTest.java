package dev.jitterlab.battle.bot.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ManualClock;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A link over a wire that takes everything, by a clock that is moved by hand. */
class ImpairedLinkTest {
  private static final long MS = 1_000_000L;
  private static final int PACKET_BYTES = 8;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 70 * MS);
  private final LinkMetrics metrics = new LinkMetrics(new PrometheusRegistry());
  private final List<Integer> sent = new ArrayList<>();
  private final List<Integer> received = new ArrayList<>();
  private boolean takesPackets = true;
  private boolean isClosed;
  private DelayLine line;

  /** Keeps what goes out. */
  private final Link wire =
      new Link() {
        @Override
        public Departure send(ByteBuffer packet, long nowNs) {
          if (takesPackets) {
            sent.add(packet.getInt());
          }
          return takesPackets ? Departure.SENT : Departure.FAILED;
        }

        @Override
        public void close() {
          isClosed = true;
        }
      };

  @Test
  void deliversInBothDirectionsWhenTheLatencyIsOver() {
    ImpairedLink link = link(new Impairments(40 * MS, 0, 0, 0, 0, 0), 1, 64);
    assertEquals(Link.Departure.SENT, link.send(packet(1), clock.nanoTime()));
    link.onPacket(packet(2), clock.nanoTime());
    pass(40 * MS - 1);
    assertEquals(List.of(), sent);
    assertEquals(List.of(), received);
    pass(1);
    assertEquals(List.of(1), sent);
    assertEquals(List.of(2), received);
  }

  @Test
  void saysWhenItLosesAPacketOnPurpose() {
    ImpairedLink link = link(new Impairments(0, 0, 0.5, 0, 0, 0), 1, 64);
    int withheld = 0;
    for (int i = 0; i < 100; i++) {
      withheld += link.send(packet(i), clock.nanoTime()) == Link.Departure.WITHHELD ? 1 : 0;
      pass(50 * MS);
    }
    assertTrue(withheld > 0);
    assertEquals(withheld, count(metrics.up, LinkEvent.LOST));
    assertEquals(100 - withheld, sent.size());
  }

  @Test
  void countsWhatHasNoRoomAndDoesNotClaimToHaveSentIt() {
    ImpairedLink link = link(new Impairments(40 * MS, 0, 0, 0, 0, 0), 1, 3);
    for (int i = 0; i < 3; i++) {
      assertEquals(Link.Departure.SENT, link.send(packet(i), clock.nanoTime()));
    }
    assertEquals(Link.Departure.FAILED, link.send(packet(3), clock.nanoTime()));
    assertEquals(1, count(metrics.up, LinkEvent.OVERFLOWED));
    pass(40 * MS);
    assertEquals(List.of(0, 1, 2), sent);
    assertEquals(Link.Departure.SENT, link.send(packet(4), clock.nanoTime()));
  }

  @Test
  void countsWhatTheSocketRefusesLater() {
    ImpairedLink link = link(new Impairments(40 * MS, 0, 0, 0, 0, 0), 1, 64);
    link.send(packet(1), clock.nanoTime());
    takesPackets = false;
    pass(40 * MS);
    assertEquals(1, count(metrics.up, LinkEvent.FAILED));
    assertEquals(0, count(metrics.up, LinkEvent.DELIVERED));
  }

  @Test
  void closesBehindTheLastPacketAndReceivesNothingMore() {
    ImpairedLink link = link(new Impairments(40 * MS, 0, 0, 0, 0, 0), 1, 64);
    link.onPacket(packet(1), clock.nanoTime());
    link.send(packet(2), clock.nanoTime());
    link.close();
    assertFalse(isClosed);
    pass(40 * MS);
    assertTrue(isClosed);
    assertEquals(List.of(2), sent);
    assertEquals(List.of(), received);
  }

  /** Such as the one that says that the battle is over. */
  @Test
  void aPacketAfterWhichTheBotClosesTheLinkWasDelivered() {
    line = new DelayLine(64, PACKET_BYTES, () -> {});
    List<ImpairedLink> links = new ArrayList<>();
    links.add(
        new ImpairedLink(
            wire,
            (packet, nowNs) -> links.get(0).close(),
            new Impairments(40 * MS, 0, 0, 0, 0, 0),
            1,
            line,
            metrics));
    links.get(0).onPacket(packet(1), clock.nanoTime());
    links.get(0).onPacket(packet(2), clock.nanoTime());
    pass(40 * MS);
    assertTrue(isClosed);
    assertEquals(1, count(metrics.down, LinkEvent.DELIVERED));
    assertEquals(1, count(metrics.down, LinkEvent.FAILED));
  }

  @Property(tries = 50)
  void playsTheSameNetworkForTheSameSeed(@ForAll long seed) {
    Impairments bad = NetworkProfile.BAD.impairments();
    received.clear(); // the tries of a property share the object
    play(link(bad, seed, 256), 200);
    List<Integer> first = List.copyOf(received);
    received.clear();
    play(link(bad, seed, 256), 200);
    assertEquals(first, received);
  }

  @Property(tries = 50)
  void deliversEverythingInOrderWithoutLossAndReordering(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 13) int jitterMs) {
    received.clear();
    play(link(new Impairments(40 * MS, jitterMs * MS, 0, 0, 0, 0), seed, 256), 200);
    assertEquals(IntStream.range(0, 200).boxed().collect(Collectors.toList()), received);
  }

  @Property(tries = 50)
  void keepsExactBooks(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int room) {
    LinkMetrics books = new LinkMetrics(new PrometheusRegistry());
    line = new DelayLine(room, PACKET_BYTES, () -> {});
    List<Integer> arrived = new ArrayList<>();
    ImpairedLink link =
        new ImpairedLink(
            wire,
            (packet, nowNs) -> arrived.add(packet.getInt()),
            new Impairments(90 * MS, 30 * MS, 0.1, 3, 0.1, 0.2),
            seed,
            line,
            books);
    for (int i = 0; i < 300; i++) {
      link.onPacket(packet(i), clock.nanoTime());
      pass(5 * MS);
    }
    Map<LinkEvent, CounterDataPoint> down = books.down;
    long waiting = count(down, LinkEvent.DELAYED) - count(down, LinkEvent.DELIVERED);
    assertTrue(waiting >= 0 && waiting <= room);
    pass(1_000 * MS);
    assertEquals(300, count(down, LinkEvent.ENTERED));
    assertEquals(
        300 + count(down, LinkEvent.DUPLICATED),
        count(down, LinkEvent.LOST)
            + count(down, LinkEvent.OVERFLOWED)
            + count(down, LinkEvent.DELAYED));
    assertEquals(count(down, LinkEvent.DELAYED), count(down, LinkEvent.DELIVERED));
    assertEquals(arrived.size(), count(down, LinkEvent.DELIVERED));
    assertEquals(overtaken(arrived), count(down, LinkEvent.REORDERED));
  }

  /** Counts the numbers that came for the first time after a greater one. */
  private static long overtaken(List<Integer> arrived) {
    int latest = -1;
    List<Integer> seen = new ArrayList<>();
    long overtaken = 0;
    for (int number : arrived) {
      overtaken += number < latest && !seen.contains(number) ? 1 : 0;
      latest = Math.max(latest, number);
      seen.add(number);
    }
    return overtaken;
  }

  private void play(ImpairedLink link, int packets) {
    for (int i = 0; i < packets; i++) {
      link.onPacket(packet(i), clock.nanoTime());
      pass(50 * MS);
    }
    pass(1_000 * MS);
  }

  private ImpairedLink link(Impairments impairments, long seed, int room) {
    line = new DelayLine(room, PACKET_BYTES, () -> {});
    return new ImpairedLink(
        wire, (packet, nowNs) -> received.add(packet.getInt()), impairments, seed, line, metrics);
  }

  /** Lets time pass in steps that no two packets are due in. */
  private void pass(long ns) {
    long untilNs = clock.nanoTime() + ns;
    for (long waitNs = line.beginWait(clock.nanoTime());
        waitNs != Long.MAX_VALUE && clock.nanoTime() + waitNs - untilNs <= 0;
        waitNs = line.beginWait(clock.nanoTime())) {
      clock.advance(waitNs);
      line.deliverDue(clock.nanoTime());
    }
    clock.advanceTo(untilNs);
  }

  private static ByteBuffer packet(int number) {
    return ByteBuffer.allocate(PACKET_BYTES).putInt(0, number);
  }

  private static long count(Map<LinkEvent, CounterDataPoint> counts, LinkEvent event) {
    return (long) counts.get(event).get();
  }
}
