package dev.jitterlab.battle.bot.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.Load;
import dev.jitterlab.load.RequestStream;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TargetLoad;
import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.Rate;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The books of the load, when the generator plays a bad network in front of a perfect server. */
class LinkLoadTest {
  private static final long MS = 1_000_000L;
  private static final Target TARGET = Target.parse("s=127.0.0.1:4000");
  private static final int REQUESTS = 500;
  private static final int TICKS_AFTERWARDS = 60;

  @Property(tries = 100)
  void everythingOfferedIsAnsweredWhateverTheLinkDoes(
      @ForAll long seed,
      @ForAll @IntRange(max = 10) int lossPercent,
      @ForAll @IntRange(max = 40) int jitterMs) {
    ManualClock clock = new ManualClock(0);
    PrometheusRegistry registry = new PrometheusRegistry();
    Load load = new Load(List.of(TARGET), clock, registry);
    TargetLoad books = load.of(TARGET);
    RequestStream requests = load.stream(TARGET, Rate.hz(20));
    PerfectServer server = new PerfectServer();
    DelayLine line = new DelayLine(1_000, 8, () -> {});
    ImpairedLink link =
        new ImpairedLink(
            server,
            (packet, nowNs) -> acknowledge(requests, packet, nowNs),
            new Impairments(120 * MS, jitterMs * MS, lossPercent / 100.0, 0, 0.05, 0.05),
            seed,
            line,
            new LinkMetrics(registry));
    ByteBuffer packet = ByteBuffer.allocate(8);
    for (int tick = 0; tick < REQUESTS + TICKS_AFTERWARDS; tick++) {
      if (tick < REQUESTS) {
        packet.clear();
        packet.putInt(requests.next(clock.nanoTime())).flip();
        book(requests, link.send(packet, clock.nanoTime()));
      } else {
        requests.suspend();
      }
      packet.clear();
      packet.putInt(server.latest).putInt(server.bits).flip();
      link.onPacket(packet, clock.nanoTime());
      for (int ms = 0; ms < 50; ms++) {
        clock.advance(MS);
        line.deliverDue(clock.nanoTime());
      }
    }
    assertTrue(books.sent() > REQUESTS / 2);
    assertEquals(books.sent(), books.offeredBy(clock.nanoTime()));
    assertEquals(books.sent(), books.answered());
  }

  private static void book(RequestStream requests, Link.Departure departure) {
    switch (departure) {
      case SENT:
        requests.sent();
        return;
      case WITHHELD:
        requests.withdrawn();
        return;
      case FAILED:
        throw new AssertionError("the line has room");
    }
  }

  private static void acknowledge(RequestStream requests, ByteBuffer packet, long nowNs) {
    int ack = packet.getInt();
    requests.answered(ack, nowNs);
    for (int bits = packet.getInt(); bits != 0; bits &= bits - 1) {
      requests.answered(ack - 1 - Integer.numberOfTrailingZeros(bits), nowNs);
    }
  }

  /** Accepts what comes in order, and acknowledges the last 33, as the battle server does. */
  private static final class PerfectServer implements Link {
    int latest = -1;
    int bits;

    @Override
    public Departure send(ByteBuffer packet, long nowNs) {
      int number = packet.getInt();
      int ahead = number - latest;
      if (ahead > 0) {
        bits =
            ahead > Integer.SIZE
                ? 0
                : ahead == Integer.SIZE ? 1 << 31 : bits << ahead | 1 << (ahead - 1);
        latest = number;
      }
      return Departure.SENT;
    }

    @Override
    public void close() {}
  }
}
