package dev.jitterlab.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.plan.Rotation.Round;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RotationTest {
  private static final List<String> SERVERS = List.of("g1/1", "zgc/1", "parallel/1");

  private static List<Integer> seconds(List<Round> rounds) {
    return rounds.stream().map(Round::seconds).toList();
  }

  @Test
  void aSliceIsSomeFiveSecondsAndTheRoundsMakeUpTheDuration() {
    assertEquals(List.of(5, 5, 5, 5), seconds(Rotation.draw(0, 20, SERVERS, 1).rounds()));
    assertEquals(List.of(6, 5), seconds(Rotation.draw(0, 11, SERVERS, 1).rounds()));
    assertEquals(List.of(5, 4, 4), seconds(Rotation.draw(0, 13, SERVERS, 1).rounds()));
    assertEquals(List.of(3, 3), seconds(Rotation.draw(0, 6, SERVERS, 1).rounds()));
    assertEquals(10, Rotation.draw(0, 600, SERVERS, 1).rounds().size());
    assertEquals(60, Rotation.draw(0, 600, SERVERS, 1).rounds().getFirst().seconds());
  }

  @Test
  void warmsUpInTurnsNoLongerThanThoseOfTheMeasurement() {
    Rotation rotation = Rotation.draw(30, 20, SERVERS, 1);
    assertEquals(List.of(6, 6, 6, 6, 6), seconds(rotation.warmup()));
    assertEquals(List.of(), Rotation.draw(0, 20, SERVERS, 1).warmup());
    assertEquals(3 * 30, rotation.warmupSeconds());
    assertEquals(3 * (20 + 4 * 2), rotation.measuredSeconds(), "with a guard at both ends");
  }

  /** Another draw would change the plan of every such experiment. */
  @Test
  void drawsTheSameTurnsForTheSameSeedForEver() {
    List<List<String>> orders =
        Rotation.draw(0, 20, SERVERS, 1).rounds().stream().map(Round::order).toList();
    assertEquals(
        List.of(
            List.of("g1/1", "zgc/1", "parallel/1"),
            List.of("parallel/1", "zgc/1", "g1/1"),
            List.of("zgc/1", "parallel/1", "g1/1")),
        orders.subList(0, 3),
        "as ScheduleTest has them of an independent SplitMix64");
    assertNotEquals(
        orders, Rotation.draw(0, 20, SERVERS, 2).rounds().stream().map(Round::order).toList());
  }

  @Test
  void leavesOutTheServersOfSkippedGroups() {
    Rotation left = Rotation.draw(7, 20, SERVERS, 1).without(Set.of("zgc"));
    for (Round round : left.rounds()) {
      assertEquals(Set.of("g1/1", "parallel/1"), Set.copyOf(round.order()));
    }
    assertEquals(2 * 7, left.warmupSeconds());
  }

  @Property
  void everyServerIsMeasuredForTheWholeDurationInSlicesOfOneLength(
      @ForAll @IntRange(min = 6, max = 2_000) int duration,
      @ForAll @IntRange(max = 300) int warmup,
      @ForAll long seed) {
    Rotation rotation = Rotation.draw(warmup, duration, SERVERS, seed);
    Map<String, Integer> measured = new HashMap<>();
    for (Round round : rotation.rounds()) {
      assertEquals(Set.copyOf(SERVERS), Set.copyOf(round.order()));
      assertEquals(SERVERS.size(), round.order().size());
      assertTrue(round.seconds() >= 3, round::toString);
      round.order().forEach(id -> measured.merge(id, round.seconds(), Integer::sum));
    }
    SERVERS.forEach(id -> assertEquals(duration, measured.get(id)));
    assertEquals(3.0 * warmup, rotation.warmupSeconds());
    assertTrue(rotation.rounds().size() >= 2);
  }
}
