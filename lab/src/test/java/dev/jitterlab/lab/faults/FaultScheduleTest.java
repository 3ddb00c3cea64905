package dev.jitterlab.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
  private static final double FROM = 1_700_000_000;
  private static final double SECONDS = 120;

  private static List<Injection> draw(long seed) {
    SequencedMap<String, FaultSettings> servers = new LinkedHashMap<>();
    servers.put("a/1", FaultSettings.of(Map.of("method", "a.B#c"), false));
    servers.put("b/1", FaultSettings.of(Map.of("kinds", List.of("stop", "busy-neighbour")), false));
    servers.put("c/1", FaultSettings.of(Map.of("kinds", List.of()), false));
    return FaultSchedule.draw(seed, FROM, SECONDS, servers);
  }

  @Test
  void theSeedAloneDecidesTimesAndVictims() {
    assertEquals(draw(1), draw(1));
    assertNotEquals(draw(1), draw(2));
    assertNotEquals(
        draw(1).stream().map(Injection::victim).toList(),
        draw(2).stream().map(Injection::victim).toList());
  }

  @Test
  void faultsKeepTheirDistanceAndStayWithinTheMeasurement() {
    for (long seed = 0; seed < 20; seed++) {
      List<Injection> faults = draw(seed);
      assertTrue(faults.size() > 30, faults::toString);
      assertTrue(faults.getFirst().fromNs() >= (long) ((FROM + 1) * 1e9));
      assertTrue(faults.getLast().toNs() <= (long) ((FROM + SECONDS - 1) * 1e9));
      for (int i = 1; i < faults.size(); i++) {
        assertTrue(faults.get(i).fromNs() - faults.get(i - 1).toNs() >= 1_250_000_000L);
      }
    }
  }

  /** The second one of a pair ends half a length later. */
  @Test
  void longPairsStayWithinTheMeasurementToo() {
    SequencedMap<String, FaultSettings> servers = new LinkedHashMap<>();
    Map<String, Object> asked = Map.of("method", "a.B#c", "pairs", true, "length", "3s");
    servers.put("a/1", FaultSettings.of(asked, false));
    for (long seed = 0; seed < 20; seed++) {
      for (Injection fault : FaultSchedule.draw(seed, FROM, SECONDS, servers)) {
        assertTrue(fault.toNs() <= (long) ((FROM + SECONDS - 1) * 1e9), fault::toString);
      }
    }
  }

  @Test
  void inPairsEachFaultWithinAServerComesWithOneFromOutside() {
    SequencedMap<String, FaultSettings> servers = new LinkedHashMap<>();
    servers.put("a/1", FaultSettings.of(Map.of("method", "a.B#c", "pairs", true), false));
    List<Injection> faults = FaultSchedule.draw(1, FROM, SECONDS, servers);
    List<Injection> inside = faults.stream().filter(one -> !one.kind().isFromOutside()).toList();
    assertFalse(inside.isEmpty());
    for (Injection one : inside) {
      Injection other = faults.get(faults.indexOf(one) + 1);
      assertTrue(other.kind().isFromOutside(), other::toString);
      assertEquals((one.fromNs() + one.toNs()) / 2, other.fromNs(), 1, "each has a time alone");
      assertEquals(one.toNs() - one.fromNs(), other.toNs() - other.fromNs());
    }
  }

  @Test
  void aServerGetsAllItsKindsBeforeOneComesAgain() {
    Map<FaultKind, Long> counts =
        draw(3).stream()
            .filter(fault -> fault.victim().equals("a/1"))
            .collect(Collectors.groupingBy(Injection::kind, Collectors.counting()));
    assertTrue(counts.values().stream().allMatch(count -> count <= 2), counts::toString);
    assertTrue(counts.size() >= 11, counts::toString);
    assertTrue(
        draw(3).stream()
            .filter(fault -> fault.kind() == FaultKind.BUSY_NEIGHBOUR)
            .allMatch(fault -> fault.victim().equals(Injection.EVERYBODY)));
  }

  @Test
  void withoutAMethodNothingThatNeedsOneIsInjected() {
    List<FaultKind> kinds = FaultSettings.of(Map.of(), false).kinds();
    assertTrue(
        kinds.stream()
            .allMatch(
                kind ->
                    kind.place() == FaultKind.Place.SERVER
                        || kind.place() == FaultKind.Place.HOST));
    assertTrue(FaultSettings.of(Map.of(), false).needAgent());
    assertEquals("../x", FaultSettings.of(Map.of(), false).agentArguments("../x"));
    assertEquals(
        "../x,method=a.B#c",
        FaultSettings.of(Map.of("method", "a.B#c"), false).agentArguments("../x"));
  }

  @Test
  void aGroupWithoutACpuLimitIsNotThrottled() {
    assertFalse(FaultSettings.of(Map.of(), false).kinds().contains(FaultKind.THROTTLING));
    assertTrue(FaultSettings.of(Map.of(), true).kinds().contains(FaultKind.THROTTLING));
    assertFalse(FaultSettings.of(Map.of("kinds", List.of("throttling")), true).needAgent());
  }
}
