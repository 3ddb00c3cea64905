package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.aggregator.cache.CacheOutcome;
import dev.jitterlab.aggregator.call.CallOutcome;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a failing service leaves in the cache: nothing. Over real connections. */
class FailuresOfServicesTest {
  private static final String REVIEWS = "class=\"reviews\"";
  private static final int CLIENTS = 8;

  /** Each fragment is old at once, and every request fetches it anew behind the answer. */
  @Test
  void aFailedRefreshLeavesTheOldFragmentAlone() throws Exception {
    try (Shop shop =
        new Shop(
            "",
            settings -> {
              settings.cache.freshNs = 1;
              settings.cache.staleNs = TimeUnit.HOURS.toNanos(1);
              settings.calls.breakers = false;
            })) {
      assertWhole(shop.get("/site-1/product/5"));
      shop.behave("reviews:errors=1");
      assertWhole(shop.get("/site-1/product/5"));
      Shop.await("refreshed", () -> shop.aggregator.cache().counted(CacheOutcome.FAILED) == 1);
      assertWhole(shop.get("/site-1/product/5"));

      shop.behave("reviews:errors=0");
      long before = shop.aggregator.client().ended("reviews", CallOutcome.OK);
      // Not before a second has passed since the refresh that failed.
      Shop.await(
          "refreshed again",
          () ->
              shop.status("/site-1/product/5") == 200
                  && shop.aggregator.client().ended("reviews", CallOutcome.OK) > before);
      assertWhole(shop.get("/site-1/product/5"));
    }
  }

  private static void assertWhole(RawClient.Reply page) {
    assertEquals(200, page.status);
    assertNull(page.header("X-Partial"));
    assertTrue(page.body.contains(REVIEWS), page.body);
  }

  /** All of them wait for one request to the service, which fails; the next client does not. */
  @Test
  void aFailureThatManyWaitedForIsForgotten() throws Exception {
    RawClient[] clients = new RawClient[CLIENTS];
    try (Shop shop =
        new Shop(
            "part0:errors=1,slow=1,slow-ms=4000", settings -> settings.calls.breakers = false)) {
      try {
        for (int i = 0; i < CLIENTS; i++) {
          clients[i] = new RawClient(shop.address());
          clients[i].send("GET /site-1/parts/1/7 HTTP/1.1\r\nHost: shop\r\n\r\n");
        }
        Shop.await(
            "all wait",
            () -> shop.aggregator.cache().counted(CacheOutcome.COALESCED) == CLIENTS - 1);
        for (RawClient client : clients) {
          RawClient.Reply partial = client.reply();
          assertEquals(200, partial.status);
          assertEquals("part0", partial.header("X-Partial"));
        }
      } finally {
        close(clients);
      }
      assertEquals(1, shop.aggregator.client().ended("part0", CallOutcome.ERROR));
      assertEquals(1, shop.aggregator.cache().counted(CacheOutcome.FAILED));

      shop.behave("part0:errors=0,slow=0");
      assertNull(shop.get("/site-1/parts/1/7").header("X-Partial"));
    }
  }

  private static void close(RawClient... clients) throws IOException {
    for (RawClient client : clients) {
      if (client != null) {
        client.close();
      }
    }
  }
}
