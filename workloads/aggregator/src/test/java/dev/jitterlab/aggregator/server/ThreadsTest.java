package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.aggregator.call.CallOutcome;
import dev.jitterlab.aggregator.door.RequestRefusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The same pages whichever threads make them, and what happens when there are too many requests.
 */
class ThreadsTest {
  /** One request is under way until a call ends, one waits, the third is shed. */
  @Test
  void answersAndSheds() throws Exception {
    List<Shop> shops = new ArrayList<>();
    List<RawClient> clients = new ArrayList<>();
    try {
      for (String threads : List.of("event-loop", "pool", "virtual")) {
        Shop shop = new Shop("recommend:hang=1", settings -> narrow(settings, threads));
        shops.add(shop);
        for (int i = 0; i < 2; i++) {
          clients.add(new RawClient(shop.address()));
        }
        RawClient first = clients.get(clients.size() - 2);
        first.send("GET /site-1/product/1 HTTP/1.1\r\nHost: shop\r\n\r\n");
        Shop.await("under way", () -> shop.aggregator.limit().underWay() == 1);
        clients.get(clients.size() - 1).send("GET /site-1/home HTTP/1.1\r\nHost: shop\r\n\r\n");
        Shop.await("waiting", () -> shop.aggregator.limit().waiting() == 1);
        RawClient.Reply third = shop.get("/site-1/home");

        assertEquals(503, third.status, threads);
        assertEquals("1", third.header("Retry-After"));
        assertEquals(1, shop.aggregator.refusals().of(RequestRefusal.QUEUE_FULL));
      }
      for (int i = 0; i < clients.size(); i += 2) {
        assertEquals("recommend", clients.get(i).reply().header("X-Partial"));
        RawClient.Reply waited = clients.get(i + 1).reply();
        assertEquals(200, waited.status);
        assertNull(waited.header("X-Partial"));
      }
      for (Shop shop : shops) {
        Shop.await("all ended", () -> shop.aggregator.limit().underWay() == 0);
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
      shops.forEach(Shop::close);
    }
  }

  private static void narrow(AggregatorSettings settings, String threads) {
    settings.threads = threads;
    settings.underWay = 1;
    settings.waiting = 1;
    settings.callNs = TimeUnit.SECONDS.toNanos(2);
  }

  /** The service takes 300 ms, and the header gives it 20. */
  @Test
  void whoGivesServicesNoTimeTakesThemFromNobody() throws IOException {
    try (Shop shop =
        new Shop(
            "user:slow=1,slow-ms=300",
            settings -> {
              settings.calls.breakerCalls = 10;
              settings.calls.breakerWindowMs = 600_000;
              settings.calls.breakerOpenMs = 600_000;
            })) {
      for (int i = 0; i < 60; i++) {
        String missing = shop.get("/site-1", "X-Budget-Ms: 20").header("X-Partial");
        assertTrue(missing.contains("user"), missing);
      }
      RawClient.Reply page = shop.get("/site-1");

      assertEquals(200, page.status);
      assertNull(page.header("X-Partial"), page.body);
    }
  }

  /** Nobody else waits for it if nothing is cached: the service works no longer than the client. */
  @Test
  void withoutCacheNoCallGoesOnBehindItsPage() throws Exception {
    try (Shop shop =
        new Shop(
            "recommend:hang=1",
            settings -> {
              settings.cache.on = false;
              settings.callNs = TimeUnit.HOURS.toNanos(1);
            })) {
      RawClient.Reply page = shop.get("/site-1/product/1", "X-Budget-Ms: 900");

      assertEquals("recommend", page.header("X-Partial"));
      Shop.await(
          "the call has ended",
          () -> shop.aggregator.client().ended("recommend", CallOutcome.TIMEOUT) == 1);
    }
  }

  @Test
  void theDeadlineLeavesOutWhatHasNotCome() throws IOException {
    try (Shop shop = new Shop("recommend:hang=1", settings -> settings.cache.on = false)) {
      RawClient.Reply page = shop.get("/site-1/product/1", "X-Budget-Ms: 900");

      assertEquals(200, page.status);
      assertEquals("recommend", page.header("X-Partial"));
      assertTrue(page.body.contains("class=\"reviews\""), page.body);
    }
  }
}
