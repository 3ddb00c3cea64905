package dev.jitterlab.aggregator.basket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BasketStoreTest {
  @TempDir private Path folder;

  /** The file as it is when the customer was told: what a process leaves that is killed then. */
  @Test
  void whatWasAcknowledgedSurvivesAKill() throws IOException {
    Path copy = folder.resolve("copy.mv");
    byte[] key;
    try (BasketStore store = BasketStore.open(folder.resolve("baskets.mv"), 10)) {
      store.add("one", "12", 2).join();
      store.add("one", "12", 1).join();
      store.add("two", "13", 99).join();
      key = store.key();
      Files.copy(folder.resolve("baskets.mv"), copy);
    }
    try (BasketStore store = BasketStore.open(copy, 10)) {
      assertEquals(Map.of("12", 3), store.basket("one"));
      assertEquals(Map.of("13", 99), store.basket("two"));
      assertArrayEquals(key, store.key(), "customers come back with their cookies");
    }
  }

  @Test
  void isBounded() throws IOException {
    try (BasketStore store = BasketStore.open(null, 1)) {
      for (int i = 0; i < BasketStore.MOST_PRODUCTS; i++) {
        store.add("one", "p" + i, 1).join();
      }
      assertThrows(CompletionException.class, () -> store.add("one", "more", 1).join());
      assertEquals(BasketStore.MOST_OF_ONE, store.add("one", "p0", 99).join().get("p0"));
    }
  }

  @Test
  void theBasketThatWasChangedLeastRecentlyExpires() throws IOException {
    Path file = folder.resolve("baskets.mv");
    try (BasketStore store = BasketStore.open(file, 3)) {
      for (String session : List.of("one", "two", "three", "one")) {
        store.add(session, "12", 1).join();
      }
    }
    try (BasketStore store = BasketStore.open(file, 3)) {
      store.add("four", "12", 1).join();
      assertEquals(Map.of(), store.basket("two"));
      store.add("five", "12", 1).join();
      assertEquals(Map.of(), store.basket("three"));
      assertEquals(Map.of("12", 2), store.basket("one"));
      assertEquals(Map.of("12", 1), store.basket("four"));
    }
  }

  @Test
  void aBasketThatIsBeingOrderedDoesNotExpire() throws IOException {
    try (BasketStore store = BasketStore.open(null, 1)) {
      store.add("one", "12", 1).join();
      store.claim("one", "n1").join();
      assertThrows(CompletionException.class, () -> store.add("two", "12", 1).join());
      store.putBack("one", "n1").join();
      store.add("two", "12", 1).join();
      assertEquals(Map.of(), store.basket("one"));
    }
  }

  @Test
  void ofTwoWhoClaimOneBasketOneGetsIt() throws IOException {
    try (BasketStore store = BasketStore.open(null, 10)) {
      store.add("one", "12", 3).join();
      CompletableFuture<BasketClaim> first = store.claim("one", "n1");
      CompletableFuture<BasketClaim> second = store.claim("one", "n2");

      assertEquals(BasketClaim.State.CLAIMED, first.join().state());
      assertEquals("n1", first.join().number());
      assertEquals(Map.of("12", 3), first.join().products());
      assertEquals(BasketClaim.State.UNDER_WAY, second.join().state());
      assertEquals(Map.of("12", 3), store.basket("one"), "until the order is taken");
      assertEquals(BasketClaim.State.EMPTY, store.claim("two", "n3").join().state());
    }
  }

  @Test
  void whatCameMeanwhileStaysHoweverTheOrderEnds() throws IOException {
    try (BasketStore store = BasketStore.open(null, 10)) {
      store.add("one", "12", 3).join();
      store.claim("one", "n1").join();
      assertEquals(Map.of("12", 5), store.add("one", "12", 2).join());
      assertEquals(Map.of("12", 2), store.settle("one", "n1").join());

      store.claim("one", "n2").join();
      store.add("one", "12", 98).join();
      store.add("one", "13", 1).join();
      assertEquals(Map.of("12", 99, "13", 1), store.putBack("one", "n2").join());
      BasketClaim all = store.claim("one", "n3").join();
      assertEquals("n3", all.number());
      assertEquals(Map.of("12", 99, "13", 1), all.products());
      assertEquals(Map.of(), store.settle("one", "n3").join());
      assertEquals(BasketClaim.State.EMPTY, store.claim("one", "n4").join().state());
    }
  }

  /** What is claimed counts, so putting it back cannot make a basket too large. */
  @Test
  void anOrderUnderWayMakesNoRoom() throws IOException {
    try (BasketStore store = BasketStore.open(null, 10)) {
      for (int i = 0; i < BasketStore.MOST_PRODUCTS; i++) {
        store.add("one", "p" + i, 1).join();
      }
      store.claim("one", "n1").join();
      assertThrows(CompletionException.class, () -> store.add("one", "more", 1).join());
    }
  }

  @Test
  void anOrderWhoseEndIsUnknownIsTheSameOrderNextTime() throws IOException {
    Path file = folder.resolve("baskets.mv");
    try (BasketStore store = BasketStore.open(file, 10)) {
      store.add("one", "12", 3).join();
      store.claim("one", "n1").join();
      store.leaveOpen("one", "n1").join();
      store.add("one", "13", 1).join();
      BasketClaim again = store.claim("one", "n2").join();

      assertEquals("n1", again.number());
      assertTrue(again.isRepeated());
      assertEquals(Map.of("12", 3), again.products());
    }
    try (BasketStore store = BasketStore.open(file, 10)) {
      assertEquals(Map.of("12", 3, "13", 1), store.basket("one"));
      assertEquals("n1", store.claim("one", "n3").join().number(), "the process ended meanwhile");
      assertEquals(Map.of("13", 1), store.settle("one", "n1").join());
      BasketClaim next = store.claim("one", "n4").join();
      assertEquals("n4", next.number());
      assertFalse(next.isRepeated());
    }
  }

  /** An order that was taken is never in the basket again for want of room in a queue. */
  @Test
  void howAnOrderEndedIsWrittenHoweverMuchWaits() throws Exception {
    try (BasketStore store = BasketStore.open(null, 100_000)) {
      store.add("one", "12", 3).join();
      store.claim("one", "n1").join();
      CountDownLatch end = new CountDownLatch(1);
      holdUp(store, end);
      List<CompletableFuture<?>> waiting = new ArrayList<>();
      CompletableFuture<?> last = store.add("other", "12", 1);
      while (!last.isCompletedExceptionally()) {
        waiting.add(last);
        last = store.add("other", "12", 1);
      }
      assertTrue(waiting.size() <= BasketStore.MOST_WAITING, "waiting: " + waiting.size());
      CompletableFuture<Map<String, Integer>> settled = store.settle("one", "n1");
      assertFalse(settled.isDone());
      end.countDown();

      assertEquals(Map.of(), settled.join());
      waiting.forEach(CompletableFuture::join);
      assertEquals(Map.of("12", 1), store.add("two", "12", 1).join(), "there is room again");
    }
  }

  /** Keeps the writing thread in what follows an addition. */
  private static void holdUp(BasketStore store, CountDownLatch end) throws InterruptedException {
    Thread test = Thread.currentThread();
    CountDownLatch held = new CountDownLatch(1);
    while (held.getCount() > 0) {
      CompletableFuture<?> unused =
          store
              .add("held", "12", 1)
              .thenRun(
                  () -> {
                    if (Thread.currentThread() != test && held.getCount() > 0) {
                      held.countDown();
                      awaitQuietly(end);
                    }
                  });
      Thread.sleep(1);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void readsBasketsThatAnOlderServerWrote() throws IOException {
    Path file = folder.resolve("baskets.mv");
    try (MVStore old = MVStore.open(file.toString())) {
      old.<String, String>openMap("baskets").put("one", "12=3;13=1;");
    }
    try (BasketStore store = BasketStore.open(file, 10)) {
      assertEquals(Map.of("12", 3, "13", 1), store.basket("one"));
      assertEquals(Map.of("12", 4, "13", 1), store.add("one", "12", 1).join());
    }
  }

  @Test
  void aBasketThatCannotBeReadFailsAndTheNextIsWritten() throws Exception {
    Path file = folder.resolve("baskets.mv");
    try (MVStore damaged = MVStore.open(file.toString())) {
      damaged.<String, String>openMap("baskets").put("one", "no number!!12=3;!");
    }
    try (BasketStore store = BasketStore.open(file, 10)) {
      CompletableFuture<?> refused = store.add("one", "12", 1);
      assertThrows(ExecutionException.class, () -> refused.get(60, TimeUnit.SECONDS));
      assertEquals(
          Map.of("12", 1), store.add("two", "12", 1).get(60, TimeUnit.SECONDS), "it writes on");
    }
  }

  /** Else a customer whose order ended just then could not order any more. */
  @Test
  void aBasketThatCannotBeReadHarmsNoneThatIsChangedWithIt() throws Exception {
    Path file = folder.resolve("baskets.mv");
    try (MVStore damaged = MVStore.open(file.toString())) {
      damaged.<String, String>openMap("baskets").put("one", "no number!!12=3;!");
    }
    try (BasketStore store = BasketStore.open(file, 10)) {
      store.add("two", "12", 1).join();
      store.claim("two", "n1").join();
      CountDownLatch end = new CountDownLatch(1);
      holdUp(store, end);
      CompletableFuture<?> refused = store.add("one", "12", 1);
      CompletableFuture<?> settled = store.settle("two", "n1");
      CompletableFuture<?> added = store.add("two", "13", 1);
      end.countDown();

      assertThrows(ExecutionException.class, () -> refused.get(60, TimeUnit.SECONDS));
      assertEquals(Map.of(), settled.get(60, TimeUnit.SECONDS));
      assertEquals(Map.of("13", 1), added.get(60, TimeUnit.SECONDS));
      BasketClaim next = store.claim("two", "n2").get(60, TimeUnit.SECONDS);
      assertEquals(Map.of("13", 1), next.products());
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
