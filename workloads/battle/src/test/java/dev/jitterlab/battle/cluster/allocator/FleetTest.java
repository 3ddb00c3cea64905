package dev.jitterlab.battle.cluster.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FleetTest {
  private static final long SECOND_NS = 1_000_000_000L;

  /** An earlier allocator gave the battles up to this one. */
  private static final long LAST_OF_BEFORE = 6;

  private final BattleEvents events = new BattleEvents("test");
  private final Fleet fleet = new Fleet(events, LAST_OF_BEFORE);
  private long lastBattle;

  @Test
  void asksTheLeastLoadedFirstAndCountsWhatItWasGivenSince() {
    RegisteredServer busy = register("busy", "v1");
    RegisteredServer idle = register("idle", "v1");
    busy.given(++lastBattle);
    busy.heard(0.30, 10, true, "", false, 0);
    idle.given(++lastBattle);
    idle.heard(0.20, 10, true, "", false, 0);
    assertEquals(List.of("idle", "busy"), candidates());
    idle.given(++lastBattle); // 0.20 more, as its first takes
    assertEquals(List.of("busy", "idle"), candidates());
  }

  @Test
  void spreadsBattlesThatAreOfferedAtTheSameTime() {
    RegisteredServer one = register("one", "v1");
    register("other", "v1");
    assertEquals(List.of("one", "other"), candidates());
    one.offered();
    assertEquals(List.of("other", "one"), candidates());
    one.answered();
    assertEquals(List.of("one", "other"), candidates());
  }

  @Test
  void aServerThatIsGoneLosesItsBattlesUnlessItWasStartedAnew() {
    RegisteredServer gone = register("one", "v1");
    gone.given(7);
    assertEquals(gone, fleet.serverOf(7));
    assertTrue(fleet.remove(gone));
    assertNull(fleet.serverOf(7));
    register("one", "v1");
    assertFalse(fleet.remove(gone));
    assertEquals(List.of("one"), candidates());
  }

  @Test
  void passesOverServersThatRefuseOrDrain() {
    RegisteredServer one = register("one", "v1");
    RegisteredServer other = register("other", "v1");
    one.refused("full");
    assertEquals(List.of("other"), candidates());
    one.heard(0, 0, true, "", false, 0);
    other.heard(0, 0, true, "", true, 0);
    assertEquals(List.of("one"), candidates());
  }

  @Test
  void versionsGetEqualSharesWhateverTheirServersAndLoads() {
    register("a1", "a").heard(0.5, 10, true, "", false, 0);
    register("a2", "a").heard(0.5, 10, true, "", false, 0);
    register("a3", "a").heard(0.5, 10, true, "", false, 0);
    register("b1", "b");
    Map<String, Integer> given = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      RegisteredServer server = fleet.candidates().get(0);
      server.given(++lastBattle);
      given.merge(server.version, 1, Integer::sum);
    }
    assertEquals(Map.of("a", 50, "b", 50), given);
  }

  @Test
  void aVersionThatJoinsLaterGetsItsShareFromThenOn() {
    register("a", "a");
    for (int i = 0; i < 10; i++) {
      fleet.candidates();
    }
    register("b", "b");
    int ofB = 0;
    for (int i = 0; i < 10; i++) {
      ofB += fleet.candidates().get(0).version.equals("b") ? 1 : 0;
    }
    assertEquals(5, ofB);
  }

  @Test
  void battlesOfASilentServerAreLost() {
    RegisteredServer silent = register("silent", "v1");
    silent.given(7);
    register("alive", "v1").heard(0, 0, true, "", false, SECOND_NS);
    assertEquals(List.of(), fleet.removeSilent(3 * SECOND_NS - 1));
    assertEquals(List.of(silent), fleet.removeSilent(3 * SECOND_NS));
    assertEquals(
        "[{\"battle\":7,\"outcome\":\"lost\"}]", events.after(0).path("events").toString());
    assertEquals(List.of("alive"), candidates());
  }

  /** Its registration has room for some of its battles only. */
  @Test
  void aServerThatHasMoreToNameLosesNone() {
    RegisteredServer before = register("one", "v1");
    before.given(7);
    before.given(8);
    assertTrue(fleet.register(server("one", "v1"), List.of(8L), false));
    assertEquals("[]", events.after(0).path("events").toString());
    fleet.over(fleet.get("one"), 7, "ended");
    assertEquals(
        "[{\"battle\":7,\"outcome\":\"ended\"}]", events.after(0).path("events").toString());
  }

  @Test
  void aServerStartedAnewHasLostWhatItDoesNotKnow() {
    RegisteredServer before = register("one", "v1");
    before.given(7);
    before.given(8);
    assertTrue(fleet.register(server("one", "v1"), List.of(8L), true));
    assertEquals(
        "[{\"battle\":7,\"outcome\":\"lost\"}]", events.after(0).path("events").toString());
    fleet.over(fleet.get("one"), 8, "ended");
    fleet.over(fleet.get("one"), 8, "ended");
    assertEquals(
        "[{\"battle\":8,\"outcome\":\"ended\"}]", events.after(1).path("events").toString());
    assertTrue(fleet.remove("one"));
    assertFalse(fleet.remove("one"));
  }

  /** Its answer was not awaited any more, and it came when the next attempt had succeeded. */
  @Test
  void aRegistrationThatComesLateLosesNoBattle() {
    RegisteredServer late = server("one", "v1");
    late.registeredBy("p-1", 1);
    RegisteredServer second = server("one", "v1");
    second.registeredBy("p-1", 2);
    assertTrue(fleet.register(second, List.of(), true));
    second.given(7);
    assertTrue(fleet.register(late, List.of(), true));
    assertEquals(second, fleet.serverOf(7));

    RegisteredServer anew = server("one", "v1");
    anew.registeredBy("p-2", 1);
    assertTrue(fleet.register(anew, List.of(), true));
    assertEquals(anew, fleet.get("one"));
    assertEquals(
        "[{\"battle\":7,\"outcome\":\"lost\"}]", events.after(0).path("events").toString());
  }

  @Test
  void aServerCannotClaimTheBattlesOfOthers() {
    RegisteredServer sound = register("sound", "v1");
    sound.given(7);
    assertTrue(fleet.register(server("broken", "v1"), List.of(7L, 8L), true));
    assertEquals(sound, fleet.serverOf(7));
    fleet.over(fleet.get("broken"), 7, "ended");
    assertEquals("[]", events.after(0).path("events").toString());
    assertEquals(List.of(8L, 7L), fleet.battles());
  }

  @Test
  void aServerCanNameMoreOfItsBattlesAfterItHasRegistered() {
    RegisteredServer sound = register("sound", "v1");
    sound.given(7);
    RegisteredServer large = register("large", "v1");
    fleet.runs(large, List.of(7L, 8L));
    assertEquals(sound, fleet.serverOf(7));
    assertEquals(large, fleet.serverOf(8));
    assertEquals("[]", events.after(0).path("events").toString());
  }

  @Test
  void aBattleThatEndedWhileThereWasNoAllocatorIsHeardOfOnce() {
    RegisteredServer server = register("one", "v1"); // with an allocator that has just started
    fleet.over(server, 6, "ended");
    fleet.over(server, 6, "ended"); // its answer was lost
    assertEquals(
        "[{\"battle\":6,\"outcome\":\"ended\"}]", events.after(0).path("events").toString());
    server.given(9);
    assertEquals(List.of(9L), fleet.battles());
  }

  @Test
  void aReservationThatAnotherServerTookOverEndsNoBattle() {
    RegisteredServer late = register("late", "v1"); // its answer came too late
    register("other", "v1").given(6);
    fleet.over(late, 6, "failed");
    assertEquals("[]", events.after(0).path("events").toString());
    assertEquals(List.of(6L), fleet.battles());
  }

  /** The numbers of the battles of others can be guessed with the stolen key of one server. */
  @Test
  void noServerEndsABattleBeforeItIsGiven() {
    RegisteredServer broken = register("broken", "v1");
    RegisteredServer sound = register("sound", "v1");
    fleet.over(broken, 7, "failed");
    assertEquals("[]", events.after(0).path("events").toString());
    fleet.given(sound, 7);
    assertTrue(fleet.remove(sound));
    assertEquals(
        "[{\"battle\":7,\"outcome\":\"lost\"}]", events.after(0).path("events").toString());
  }

  /** It was silent for too long, and registers again while another one is asked. */
  @Test
  void aReservationThatItsServerNamesInARegistrationEndsNoBattleOfAnother() {
    RegisteredServer other = register("other", "v1");
    RegisteredServer late = server("late", "v1");
    assertTrue(fleet.register(late, List.of(7L), true));
    fleet.given(other, 7);
    assertEquals(other, fleet.serverOf(7));
    assertEquals(List.of(7L), fleet.battles());
    fleet.over(late, 7, "failed");
    assertEquals("[]", events.after(0).path("events").toString());
    fleet.over(other, 7, "ended");
    assertEquals(
        "[{\"battle\":7,\"outcome\":\"ended\"}]", events.after(0).path("events").toString());
  }

  private List<String> candidates() {
    return fleet.candidates().stream().map(server -> server.id).collect(Collectors.toList());
  }

  private RegisteredServer register(String id, String version) {
    RegisteredServer server = server(id, version);
    assertTrue(fleet.register(server, List.of(), true));
    return server;
  }

  private static RegisteredServer server(String id, String version) {
    return new RegisteredServer(id, "x:1", URI.create("http://x:2"), "http://x:3", version, 0);
  }
}
