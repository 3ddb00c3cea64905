package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LateRhythmTest {
  private static final long MS = 1_000_000;

  /** Two traces of 20 s. */
  private static List<List<Long>> every(long ns, long jitterNs) {
    Random random = new Random(1);
    return Stream.of(0L, 777 * MS)
        .map(
            fromNs ->
                LongStream.range(0, 20_000 * MS / ns)
                    .map(i -> fromNs + i * ns + (long) (random.nextDouble() * jitterNs))
                    .boxed()
                    .toList())
        .toList();
  }

  private static List<Double> significant(List<List<Long>> traces) {
    return LateRhythm.of(traces).stream()
        .filter(LateRhythm::isSignificant)
        .map(LateRhythm::seconds)
        .toList();
  }

  @Test
  void findsWhatComesAgainAfterTheSameTime() {
    assertEquals(List.of(0.25), significant(every(250 * MS, 50 * MS)));
    assertEquals(List.of(0.5), significant(every(500 * MS, 250 * MS)));
  }

  /** As a thread that sleeps for 0.25 s and then works: 80 times 2.5 ms are most of a turn. */
  @Test
  void findsARhythmThatRunsAwaySlowly() {
    assertEquals(List.of(0.25), significant(every(252 * MS + MS / 2, 50 * MS)));
  }

  @Test
  void findsNoneInWhatComesByChance() {
    Random random = new Random(2);
    List<List<Long>> traces = new ArrayList<>();
    for (int trace = 0; trace < 50; trace++) {
      traces.add(random.longs(100, 0, 20_000 * MS).sorted().boxed().toList());
    }

    assertEquals(List.of(), significant(traces));
    LateRhythm.of(traces).forEach(one -> assertEquals(1, one.power(), 0.4, one::toString));
  }

  /** An hour and a half: the power of all 1,000 spans together is near 1,000. */
  @Test
  void findsNoneByChanceInALongTrace() {
    Random random = new Random(3);
    List<Long> moments = random.longs(20_000, 0, 5_000_000 * MS).sorted().boxed().toList();
    List<LateRhythm> rhythms = LateRhythm.of(List.of(moments));

    assertEquals(List.of(), significant(List.of(moments)));
    rhythms.forEach(one -> assertTrue(one.probability() > 1e-3, one::toString));
  }

  /** Of one span the probability is that of an exponential distribution. */
  @Test
  void saysHowProbableThePowerIsByChance() {
    LateRhythm rhythm =
        LateRhythm.of(List.of(List.of(0L, 500 * MS, 1_000 * MS, 1_500 * MS))).get(3);

    assertEquals(0.5, rhythm.seconds());
    assertEquals(4, rhythm.power(), 1e-9);
    assertEquals(Math.exp(-4), rhythm.probability(), 1e-9);
  }

  @Test
  void saysNothingWhereTooLittleWasLate() {
    assertTrue(LateRhythm.of(List.of()).isEmpty());
    assertTrue(LateRhythm.of(List.of(List.of(0L, 500 * MS, 1_000 * MS))).isEmpty());
    List<Long> oneStall = List.of(0L, 2 * MS, 4 * MS, 5 * MS, 7 * MS, 8 * MS, 9 * MS);
    assertTrue(LateRhythm.of(List.of(oneStall)).isEmpty());
  }
}
