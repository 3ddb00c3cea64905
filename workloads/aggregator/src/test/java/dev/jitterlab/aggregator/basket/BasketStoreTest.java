package dev.jitterlab.aggregator.basket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BasketStoreTest {
  @TempDir private Path folder;

  /** The file as it is when the customer was told: what a process leaves that is killed then. */
  @Test
  void whatWasAcknowledgedSurvivesAKill() throws IOException {
    Path copy = folder.resolve("copy.mv");
    try (BasketStore store = BasketStore.open(folder.resolve("baskets.mv"), 10)) {
      store.add("one", "12", 2).join();
      store.add("one", "12", 1).join();
      store.add("two", "13", 99).join();
      Files.copy(folder.resolve("baskets.mv"), copy);
    }
    try (BasketStore store = BasketStore.open(copy, 10)) {
      assertEquals(Map.of("12", 3), store.basket("one"));
      assertEquals(Map.of("13", 99), store.basket("two"));
      assertEquals(Map.of("12", 3), store.take("one").join());
      assertTrue(store.basket("one").isEmpty());
    }
  }

  @Test
  void isBounded() throws IOException {
    try (BasketStore store = BasketStore.open(null, 1)) {
      for (int i = 0; i < BasketStore.MOST_PRODUCTS; i++) {
        store.add("one", "p" + i, 1).join();
      }
      assertThrows(CompletionException.class, () -> store.add("one", "more", 1).join());
      assertThrows(CompletionException.class, () -> store.add("two", "p", 1).join());
      assertEquals(BasketStore.MOST_OF_ONE, store.add("one", "p0", 99).join().get("p0"));
    }
  }

  @Test
  void saysThatAFileIsNoneOfOurs() throws IOException {
    Path file =
        Files.writeString(folder.resolve("text"), "no baskets here, but some text\n".repeat(500));
    IOException e = assertThrows(IOException.class, () -> BasketStore.open(file, 1));
    assertTrue(e.getMessage().contains("cannot open the baskets"), e.getMessage());
  }
}
