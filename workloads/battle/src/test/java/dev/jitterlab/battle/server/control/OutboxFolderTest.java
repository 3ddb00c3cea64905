package dev.jitterlab.battle.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxFolderTest {
  @TempDir private Path folder;

  @Test
  void aResultIsOnTheDiskBeforeAnybodyIsTold() throws Exception {
    try (OutboxFolder outbox = open()) {
      CompletableFuture<List<String>> onDisk = new CompletableFuture<>();
      outbox.keep(
          report(7),
          () -> {
            try {
              onDisk.complete(files());
            } catch (IOException e) {
              onDisk.completeExceptionally(e);
            }
          });
      assertEquals(List.of("7.json"), onDisk.get());
      assertEquals(7, outbox.peek().result.path("battle").asLong());
    }
  }

  @Test
  void anotherProcessFindsWhatWasNotDeliveredOldestFirst() throws Exception {
    try (OutboxFolder outbox = open()) {
      keep(outbox, 1_001);
      keep(outbox, 1_002);
      keep(outbox, 1_003);
      outbox.delivered(outbox.peek());
    }
    Files.writeString(folder.resolve("1004.part"), "{\"server\":"); // killed while it wrote
    Files.writeString(folder.resolve("1005.json"), "no JSON");
    try (OutboxFolder outbox = open()) {
      assertEquals(2, outbox.count());
      OutboxFolder.Kept oldest = outbox.peek();
      assertEquals(1_002, oldest.result.path("battle").asLong());
      assertTrue(oldest.result.path("players").path(0).path("won").asBoolean());
      assertEquals("score", oldest.result.path("ending").asText());
      outbox.delivered(oldest);
      outbox.delivered(oldest); // the store said it twice
      assertEquals(1_003, outbox.peek().result.path("battle").asLong());
      outbox.refused(outbox.peek());
      assertNull(outbox.peek());
    }
    try (OutboxFolder outbox = open()) {
      assertEquals(0, outbox.count());
      assertEquals(List.of("refused/1003.json", "refused/1005.json"), files());
    }
  }

  @Test
  void resultsOfAnotherServerAreLeftToIt() throws Exception {
    try (OutboxFolder outbox = open()) {
      keep(outbox, 7);
    }
    IOException refusal =
        assertThrows(IOException.class, () -> OutboxFolder.open(folder, "other", "v"));
    assertTrue(refusal.getMessage().contains("start 's' with this outbox"), refusal.getMessage());
    try (OutboxFolder outbox = open()) {
      assertEquals(7, outbox.peek().result.path("battle").asLong());
    }
  }

  @Test
  void aFolderBelongsToOneProcess() throws Exception {
    try (OutboxFolder unused = open()) {
      assertNotNull(unused);
      assertThrows(IOException.class, this::open);
    }
  }

  @Test
  void noMoreBattlesBeginWhenTheDiskTakesNoResults() throws Exception {
    try (OutboxFolder outbox = open()) {
      Files.createDirectory(folder.resolve("7.part")); // root may write anywhere else
      keep(outbox, 7);
      assertTrue(outbox.refusal().startsWith("results cannot be written"), outbox.refusal());
      assertEquals(7, outbox.peek().result.path("battle").asLong(), "it is sent from memory");
      keep(outbox, 8);
      assertNull(outbox.refusal());
      outbox.delivered(outbox.peek());
      assertEquals(8, outbox.peek().result.path("battle").asLong());
      Files.delete(folder.resolve("7.part"));
    }
  }

  /** Returns the names of what waits and what was set aside. */
  private List<String> files() throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found
          .filter(file -> file.toString().endsWith(".json"))
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private OutboxFolder open() throws IOException {
    return OutboxFolder.open(folder, "s", "v");
  }

  private static void keep(OutboxFolder outbox, long battle) {
    CompletableFuture<Void> kept = new CompletableFuture<>();
    outbox.keep(report(battle), () -> kept.complete(null));
    kept.join();
  }

  private static BattleReport report(long battle) {
    return BattleReport.played(battle, "boss", "score", 12.5, Map.of(3L, true));
  }
}
