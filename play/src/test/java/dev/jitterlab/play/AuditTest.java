package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ann is player 1, Bob player 2. */
class AuditTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Audit audit = new Audit();

  @Test
  void nothingIsWrongWhenEverythingThatWasSeenIsStoredOnce() throws Exception {
    logIn();
    sees(1, 7, true);
    stores("s", 7, true, false);
    sees(2, 7, false);
    stores("s", 8, true, false); // its players were gone when it ended
    assertEquals(Set.of(1L, 2L), audit.playersToAsk());
    records(record("ann", 1030.5304984710244, 2, 2), record("bob", 969.4695015289755, 2, 0));
    assertEquals(new AuditResult(true, 1, 2, 0, 0, 2, List.of()), audit.result());
    assertTrue(audit.result().isSound());
  }

  @Test
  void aResultThatWasSeenAndIsNotStoredIsLost() throws Exception {
    logIn();
    sees(1, 7, true);
    sees(2, 7, false);
    sees(1, 8, true);
    assertEquals(2, audit.result().resultsLost());
    stores("s", 7, true, false);
    assertEquals(1, audit.result().resultsLost());
    assertTrue(audit.result().isSound(), "it may be on its way");
    audit.records(Map.of(1L, record("ann", 1_016, 1, 1), 2L, record("bob", 984, 1, 0)));
    assertEquals(List.of(), audit.result().disagreements());
    assertFalse(audit.result().isSound());
  }

  @Test
  void aBattleWithTwoResultsAndARecordWithTooManyCountTwice() throws Exception {
    logIn();
    stores("s", 7, true, true);
    stores("t", 7, true, true);
    assertEquals(1, audit.result().countedTwice());
    records(record("ann", 1_000, 3, 2), record("bob", 1_000, 2, 2));
    assertEquals(2, audit.result().countedTwice());
    assertFalse(audit.result().isSound());
  }

  @Test
  void saysWhoSawSomethingElse() throws Exception {
    logIn();
    sees(1, 7, true);
    stores("s", 7, false, true);
    audit.saw(json("{'name':'ann','player':3}"));
    records(record("ann", 1_000, 1, 0), record("carol", 1_016, 1, 1));
    List<String> said = audit.result().disagreements();
    assertEquals(
        "player 1 won battle 7, but the store says that the player did not win", said.get(0));
    assertEquals("ann was player 1, and is player 3 now", said.get(1));
    assertTrue(said.get(2).startsWith("player 1 has played 1, won 0, skill 1000.000"), said.get(2));
    assertEquals("player 2 logged in as bob, and the store says carol", said.get(3));
    assertEquals("the store does not know player 3, ann", said.get(4));
  }

  private void logIn() throws Exception {
    audit.saw(json("{'name':'ann','player':1}"));
    audit.saw(json("{'name':'bob','player':2}"));
    audit.saw(json("{'name':'ann','player':1}")); // the bots were started again
  }

  private void sees(long player, long battle, boolean won) throws Exception {
    audit.saw(
        json(
            "{'player':%d,'server':'s','battle':%d,'ending':'score','won':%b}"
                .formatted(player, battle, won)));
  }

  private void stores(String server, long battle, boolean ann, boolean bob) throws Exception {
    audit.stored(
        json(
            "{'server':'%s','battle':%d,'players':[{'player':1,'won':%b},{'player':2,'won':%b}]}"
                .formatted(server, battle, ann, bob)));
  }

  private static JsonNode record(String name, double skill, int played, int won) throws Exception {
    return json(
        "{'name':'%s','skill':%s,'played':%d,'won':%d}"
            .formatted(name, Double.toString(skill), played, won));
  }

  private void records(JsonNode ann, JsonNode bob) {
    audit.records(Map.of(1L, ann, 2L, bob));
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }
}
