package dev.jitterlab.battle.bot.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ImpairedPathTest {
  private static final long MS = 1_000_000L;
  private static final int PACKETS = 5_000;

  @Property(tries = 100)
  void losesTheShareAskedFor(
      @ForAll long seed, @ForAll @DoubleRange(min = 0, max = 0.9) double loss) {
    ImpairedPath path = path(seed, new Impairments(0, 0, loss, 0, 0, 0));
    int lost = 0;
    for (long i = 0; i < PACKETS; i++) {
      path.decide(i * 50 * MS);
      lost += path.isLost() ? 1 : 0;
    }
    // Six standard deviations of the binomial distribution: one try in 500 million is beyond.
    double deviation = Math.sqrt(PACKETS * loss * (1 - loss));
    assertEquals(PACKETS * loss, lost, 6 * deviation + 1e-9);
  }

  @Property(tries = 50)
  void losesInBurstsOfTheMeanLengthAskedFor(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int burst) {
    double loss = 0.1;
    ImpairedPath path = path(seed, new Impairments(0, 0, loss, burst, 0, 0));
    int packets = 40 * PACKETS;
    int lost = 0;
    int bursts = 0;
    boolean before = false;
    for (long i = 0; i < packets; i++) {
      path.decide(i * 50 * MS);
      lost += path.isLost() ? 1 : 0;
      bursts += path.isLost() && !before ? 1 : 0;
      before = path.isLost();
    }
    // The lengths are geometric, their number nearly binomial: six standard deviations again.
    double lengthDeviation = Math.sqrt(burst * (burst - 1.0) / bursts);
    assertEquals(burst, (double) lost / bursts, 6 * lengthDeviation);
    assertEquals(loss * packets, lost, 6 * Math.sqrt(packets * loss * 2 * burst));
  }

  @Property(tries = 100)
  void keepsTheOrderWhateverTheJitter(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 60) int gapMs) {
    ImpairedPath path = path(seed, new Impairments(90 * MS, 30 * MS, 0.1, 0, 0, 0.1));
    long last = Long.MIN_VALUE;
    for (long i = 0; i < 500; i++) {
      path.decide(i * gapMs * MS);
      if (!path.isLost()) {
        assertTrue(path.dueNs() >= last);
        last = path.dueNs();
      }
    }
  }

  @Property(tries = 20)
  void delaysByTheLatencyGiveOrTakeTheJitter(@ForAll long seed) {
    ImpairedPath path = path(seed, new Impairments(40 * MS, 10 * MS, 0, 0, 0, 0));
    double sum = 0;
    double squares = 0;
    for (long i = 0; i < PACKETS; i++) {
      long sentNs = i * 100 * MS; // too far apart to wait for one another
      path.decide(sentNs);
      double delayMs = (double) (path.dueNs() - sentNs) / MS;
      assertTrue(delayMs >= 10 && delayMs <= 70, delayMs + " ms");
      sum += delayMs;
      squares += delayMs * delayMs;
    }
    double mean = sum / PACKETS;
    assertEquals(40, mean, 6 * 10 / Math.sqrt(PACKETS));
    // Cut off at three of them, the distribution has 0.9866 of its standard deviation.
    assertEquals(9.87, Math.sqrt(squares / PACKETS - mean * mean), 0.6);
  }

  @Property(tries = 20)
  void drawsEachImpairmentFromASequenceOfItsOwn(@ForAll long seed) {
    ImpairedPath one = path(seed, new Impairments(90 * MS, 30 * MS, 0.2, 0, 0.1, 0.3));
    ImpairedPath other = path(seed, new Impairments(0, 0, 0.2, 0, 0, 0));
    for (long i = 0; i < 500; i++) {
      one.decide(i * 50 * MS);
      other.decide(i * 50 * MS);
      assertEquals(one.isLost(), other.isLost());
    }
  }

  @Test
  void holdsAPacketBackUntilTheNextIsThrough() {
    ImpairedPath path = path(7, new Impairments(0, 0, 0, 0, 0.5, 0));
    int overtaken = 0;
    long heldUntilNs = 0;
    for (long i = 0; i < 200; i++) {
      path.decide(i * 50 * MS);
      if (path.isHeldBack()) {
        assertEquals(i * 50 * MS + 75 * MS, path.dueNs());
        heldUntilNs = path.dueNs();
      } else {
        assertEquals(i * 50 * MS, path.dueNs());
        overtaken += path.dueNs() < heldUntilNs ? 1 : 0;
      }
    }
    assertTrue(overtaken > 30, overtaken + " were overtaken");
  }

  private static ImpairedPath path(long seed, Impairments impairments) {
    return new ImpairedPath(impairments, seed);
  }
}
