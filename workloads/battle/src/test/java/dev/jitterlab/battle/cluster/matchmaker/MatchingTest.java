package dev.jitterlab.battle.cluster.matchmaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MatchingTest {
  private static final long SECOND_NS = 1_000_000_000L;
  private static final List<String> MODES = List.of("boss", "escort");

  private final MatchCriteria criteria = new MatchCriteria(4);
  private final Matching matching = new Matching(criteria, MODES);

  @Test
  void takesTheNearestInSkill() {
    List<Candidate> waiting = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      waiting.add(new Candidate(i, "boss", 20, i % 2 == 0 ? 1_000 + i : 1_050 + i, 0));
    }
    Set<Set<Long>> together =
        matching.round(waiting, 0, 0).stream().map(MatchingTest::ids).collect(Collectors.toSet());
    assertEquals(Set.of(Set.of(0L, 2L, 4L, 6L), Set.of(1L, 3L, 5L, 7L)), together);
  }

  @Test
  void playersOfAnyModeFillUpAnyMode() {
    List<Candidate> waiting = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String mode = i == 0 ? "boss" : i == 1 ? "escort" : Candidate.ANY_MODE;
      waiting.add(new Candidate(i, mode, 20, 1_000, 0));
    }
    List<Match> matches = matching.round(waiting, 0, 1);
    assertEquals(
        List.of("escort", "boss"),
        matches.stream().map(match -> match.mode).collect(Collectors.toList()));
  }

  @Test
  void fewPlayTogetherOnlyAfterTheirPatience() {
    List<Candidate> two =
        List.of(new Candidate(1, "boss", 20, 1_000, 0), new Candidate(2, "boss", 20, 1_000, 0));
    assertEquals(List.of(), matching.round(two, 5 * SECOND_NS - 1, 0));
    assertEquals(1, matching.round(two, 5 * SECOND_NS, 0).size());
  }

  @Test
  void nobodyIsLeftAlone() {
    List<Candidate> five = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      five.add(new Candidate(i, "boss", 20, 1_000, 0));
    }
    List<Match> matches = matching.round(five, 0, 0);
    assertEquals(1, matches.size());
    assertEquals(3, matches.get(0).players.size());
    five.removeAll(matches.get(0).players);
    assertEquals(1, matching.round(five, 5 * SECOND_NS, 0).size());
  }

  @Test
  void thoseFarApartWaitUntilTheirLimitsHaveWidened() {
    List<Candidate> far =
        List.of(new Candidate(1, "boss", 20, 1_000, 0), new Candidate(2, "boss", 900, 2_900, 0));
    assertEquals(List.of(), matching.round(far, 10 * SECOND_NS - 1, 0));
    assertEquals(1, matching.round(far, 10 * SECOND_NS, 0).size());
  }

  @Property(tries = 300)
  void matchesAreDisjointAndKeepToEveryPlayersLimits(
      @ForAll long seed, @ForAll @IntRange(max = 1_500) int count) {
    long nowNs = 20 * SECOND_NS;
    List<Candidate> waiting = waiting(new Random(seed), count, nowNs);
    List<Match> matches = matching.round(waiting, nowNs, seed);
    Set<Candidate> seen = new HashSet<>();
    for (Match match : matches) {
      double oldest = 0;
      for (Candidate one : match.players) {
        double waited = one.waitedSeconds(nowNs);
        oldest = Math.max(oldest, waited);
        assertTrue(seen.add(one), "twice: " + one);
        assertTrue(waiting.contains(one));
        assertTrue(match.skillSpread() <= criteria.skillSpread(waited), one.toString());
        assertTrue(match.latencySpreadMs() <= criteria.latencySpreadMs(waited), one.toString());
        assertTrue(one.mode.equals(Candidate.ANY_MODE) || one.mode.equals(match.mode));
      }
      assertTrue(match.players.size() <= 4);
      assertTrue(match.players.size() >= Math.min(3, criteria.fewest(oldest)));
    }
  }

  @Property(tries = 100)
  void samePlayersAtTheSameTimeMatchAlike(@ForAll long seed) {
    long nowNs = 20 * SECOND_NS;
    List<Set<Long>> once = rounds(waiting(new Random(seed), 300, nowNs), nowNs, seed);
    assertEquals(once, rounds(waiting(new Random(seed), 300, nowNs), nowNs, seed));
  }

  @Property(tries = 100)
  void nobodyWaitsOnceAllLimitsHaveWidened(
      @ForAll long seed, @ForAll @IntRange(max = 3_000) int count) {
    List<Candidate> waiting = waiting(new Random(seed), count, SECOND_NS);
    long nowNs = 12 * SECOND_NS;
    int rounds = 0;
    List<Match> matches = matching.round(waiting, nowNs, rounds);
    while (!matches.isEmpty()) {
      for (Match match : matches) {
        waiting.removeAll(new HashSet<>(match.players));
      }
      matches = matching.round(waiting, nowNs, ++rounds);
    }
    // One of each mode may be left over, or one of any mode.
    assertTrue(waiting.size() <= MODES.size(), waiting.toString());
    assertTrue(rounds <= count / 900 + 2, rounds + " rounds for " + count);
  }

  @Test
  void aRoundLooksAtNoMoreThanItsShareOfALongQueue() {
    List<Candidate> waiting = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      waiting.add(new Candidate(i, "boss", 20, 1_000, i));
    }
    List<Match> matches = matching.round(waiting, SECOND_NS, 0);
    assertEquals(Matching.MAX_PLAYERS / 4, matches.size());
    assertTrue(
        matches.stream()
            .flatMap(match -> match.players.stream())
            .allMatch(one -> one.player < Matching.MAX_PLAYERS));
  }

  private List<Set<Long>> rounds(List<Candidate> waiting, long nowNs, long round) {
    return matching.round(waiting, nowNs, round).stream()
        .map(MatchingTest::ids)
        .collect(Collectors.toList());
  }

  private static Set<Long> ids(Match match) {
    return match.players.stream().map(one -> one.player).collect(Collectors.toSet());
  }

  private static List<Candidate> waiting(Random random, int count, long nowNs) {
    List<Candidate> waiting = new ArrayList<>();
    String[] modes = {"boss", "escort", Candidate.ANY_MODE};
    for (int i = 0; i < count; i++) {
      waiting.add(
          new Candidate(
              i,
              modes[random.nextInt(modes.length)],
              random.nextInt(300),
              1_000 + 200 * random.nextGaussian(),
              nowNs - (long) (random.nextDouble() * Math.min(nowNs, 15 * SECOND_NS))));
    }
    waiting.sort(Candidate.OLDEST_FIRST);
    return waiting;
  }
}
