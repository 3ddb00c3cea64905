package dev.jitterlab.chat.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.room.ChatCounters;
import dev.jitterlab.chat.room.PastMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StoredHistoryTest {
  @TempDir Path folder;

  final ChatCounters counters = new ChatCounters();

  /** A database with nothing in it, which lives as long as the test. */
  String url() throws Exception {
    return "jdbc:h2:" + folder.resolve("chat") + ";DB_CLOSE_DELAY=-1";
  }

  static PastMessage message(String room, String text) {
    return new PastMessage(1_700_000_000_000L, room, "anna", text);
  }

  static List<String> texts(StoredHistory history, String room) {
    return history.latest(room).stream().map(PastMessage::text).collect(Collectors.toList());
  }

  @Test
  void whatWasSaidIsThereAgainAfterARestart() throws Exception {
    String url = url();
    try (StoredHistory history = StoredHistory.open(url, 3, 1_000, counters)) {
      for (int i = 0; i < 700; i++) {
        history.said(message("Hall", "h" + i));
      }
      history.said(message("kitchen", "k"));
      assertEquals(List.of("h697", "h698", "h699"), texts(history, "hall"));
    }
    assertEquals(701, counters.historyStored.sum());
    try (StoredHistory history = StoredHistory.open(url, 3, 1_000, counters)) {
      assertEquals(List.of("h697", "h698", "h699"), texts(history, "hall"));
      assertEquals(List.of("k"), texts(history, "kitchen"));
      PastMessage first = history.latest("hall").get(0);
      assertEquals("anna", first.nickname());
      assertEquals(1_700_000_000_000L, first.saidAtMs());
    }
  }

  @Test
  void whoSpeaksNeverWaitsForTheDatabaseAndItGoesOnWhenThatIsBack() throws Exception {
    String url = url();
    try (StoredHistory history = StoredHistory.open(url, 3, 10, counters)) {
      history.said(message("hall", "first"));
      while (counters.historyStored.sum() < 1) { // now the thread has its connection
        TimeUnit.MILLISECONDS.sleep(2);
      }
      try (Connection other = DriverManager.getConnection(url);
          Statement drop = other.createStatement()) {
        drop.execute("DROP TABLE chat_message");
      }
      int said = 1;
      while (counters.historyLeftOut.sum() < 100) {
        history.said(message("hall", "m" + said++));
      }
      assertEquals("m" + (said - 1), texts(history, "hall").get(2));
      while (counters.historyStored.sum() + counters.historyLeftOut.sum() < said) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
      assertTrue(counters.historyFailures.sum() > 0);
    }
  }

  /** Such as a letter that the database's encoding lacks. */
  @Test
  void aMessageThatTheDatabaseRefusesKeepsNoOtherFromBeingWritten() throws Exception {
    String url = url();
    try (StoredHistory history = StoredHistory.open(url, 9, 100, counters)) {
      try (Connection other = DriverManager.getConnection(url);
          Statement alter = other.createStatement()) {
        alter.execute("ALTER TABLE chat_message ADD CONSTRAINT mild CHECK (text <> 'refused')");
      }
      for (String text : List.of("before", "refused", "between", "refused", "after")) {
        history.said(message("hall", text));
      }
      while (counters.historyStored.sum() + counters.historyRefused.sum() < 5) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
    }
    assertEquals(2, counters.historyRefused.sum());
    assertEquals(0, counters.historyFailures.sum(), "nothing is tried again");
    try (StoredHistory history = StoredHistory.open(url, 9, 100, counters)) {
      assertEquals(List.of("before", "between", "after"), texts(history, "hall"));
    }
  }

  @Test
  void theRoomWithoutUsersThatWasUsedLeastRecentlyGivesWay() throws Exception {
    try (StoredHistory history = StoredHistory.open(url(), 3, 10_000, counters)) {
      history.opened("Lobby");
      history.said(message("Lobby", "its users are silent"));
      history.said(message("left", "before all others"));
      for (int i = 0; i < 1_500; i++) {
        history.opened("room" + i);
        history.said(message("room" + i, "m" + i));
        history.closed("room" + i);
      }
      assertEquals(List.of("m1499"), texts(history, "room1499"));
      assertEquals(List.of("m500"), texts(history, "room500"));
      assertEquals(List.of(), texts(history, "room499"));
      assertEquals(List.of(), texts(history, "left"));
      assertEquals(List.of("its users are silent"), texts(history, "lobby"));

      history.opened("lobby"); // again, before the one that was left is closed
      history.closed("Lobby");
      history.closed("lobby");
      assertEquals(List.of("its users are silent"), texts(history, "lobby"));
      assertEquals(List.of(), texts(history, "room500"), "it gave way to the lobby");
    }
  }

  @Test
  void aQuietRoomIsThereAgainHoweverMuchWasSaidInOthers() throws Exception {
    String url = url();
    int said = 10_100;
    try (StoredHistory history = StoredHistory.open(url, 3, 2 * said, counters)) {
      history.said(message("quiet", "long ago"));
      for (int i = 1; i < said; i++) {
        history.said(message("busy", "b" + i));
      }
      while (counters.historyStored.sum() < said) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
    }
    try (StoredHistory history = StoredHistory.open(url, 3, 10, counters)) {
      assertEquals(List.of("long ago"), texts(history, "quiet"));
      assertEquals(List.of("b10097", "b10098", "b10099"), texts(history, "busy"));
    }
  }

  /** Its own end would come while the last messages are being written. */
  @Test
  void aDatabaseInThisProcessEndsWithTheHistoryAndNotWithTheSignal() {
    assertEquals("jdbc:h2:./chat;DB_CLOSE_ON_EXIT=FALSE", StoredHistory.ownEnd("jdbc:h2:./chat"));
    for (String unchanged :
        List.of(
            "jdbc:h2:./chat;db_close_on_exit=true", // the user's wish
            "jdbc:h2:./chat;DB_CLOSE_DELAY=-1", // that is closed by nobody else
            "jdbc:h2:tcp://127.0.0.1/chat",
            "jdbc:postgresql://127.0.0.1/chat")) {
      assertEquals(unchanged, StoredHistory.ownEnd(unchanged));
    }
  }

  @Test
  void anUnusableDatabaseIsNamedWithoutItsPassword() {
    IOException refused =
        assertThrows(
            IOException.class,
            () -> StoredHistory.open("jdbc:nothing:x;password=secret", 3, 10, counters));
    assertTrue(refused.getMessage().contains("jdbc:nothing:x;password=***"), refused::getMessage);
    String before = refused.getMessage().substring(0, refused.getMessage().indexOf('('));
    assertFalse(before.contains("secret"), refused::getMessage);
  }
}
