package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.aggregator.door.RequestRefusal;
import dev.jitterlab.aggregator.page.PageKind;
import dev.jitterlab.aggregator.server.RequestFigures.Ending;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each way in which too much is shed, over real connections: refused, counted, and over again. */
class ShedRequestsTest {
  private static final String PRODUCT = "GET /site-1/product/1 HTTP/1.1\r\nHost: shop\r\n\r\n";

  private static long shed(Shop shop, PageKind kind) {
    return shop.aggregator.figures().counted(kind, Ending.SHED);
  }

  /** The request under way hangs far longer than the other one may wait. */
  @Test
  void whoWaitsTooLongIsShedThoughNoRequestEnds() throws Exception {
    try (Shop shop =
            new Shop(
                "recommend:hang=1",
                settings -> {
                  settings.underWay = 1;
                  settings.waiting = 1;
                  settings.longestWaitNs = TimeUnit.MILLISECONDS.toNanos(100);
                  settings.callNs = TimeUnit.SECONDS.toNanos(8);
                });
        RawClient first = new RawClient(shop.address())) {
      first.send(PRODUCT);
      Shop.await("under way", () -> shop.aggregator.limit().underWay() == 1);
      RawClient.Reply second = shop.get("/site-1/home");

      assertEquals(503, second.status);
      assertEquals("1", second.header("Retry-After"));
      assertEquals(1, shop.aggregator.limit().underWay(), "the first has not ended");
      assertEquals(0, shop.aggregator.limit().waiting());
      assertEquals(1, shop.aggregator.refusals().of(RequestRefusal.QUEUE_TIME));
      assertEquals(1, shed(shop, PageKind.HOME));
    }
  }

  /** An event loop is always a nanosecond behind, once that was measured. */
  @Test
  void whatIsShedForLagCountsAsShed() throws Exception {
    try (Shop shop =
        new Shop(
            "",
            settings -> {
              settings.door.lagNs = 1;
              settings.loops = 1;
            })) {
      Shop.await("the lag is known", () -> shop.status("/site-1/api/product/1") == 503);
      assertEquals(503, shop.get("/site-1").status);

      long refused = shop.aggregator.refusals().of(RequestRefusal.LAG);
      assertEquals(1, shed(shop, PageKind.HOME));
      assertEquals(refused - 1, shed(shop, PageKind.PRODUCT));
    }
  }

  /** Threads that have ended take nothing; the place of what they refused is free again. */
  @Test
  void withoutRoomInThePoolItIsShed() throws Exception {
    try (Shop shop = new Shop("", settings -> settings.threads = "pool")) {
      assertEquals(200, shop.get("/site-1/home").status);
      shop.aggregator.workshop().close();
      RawClient.Reply refused = shop.get("/site-1/home");

      assertEquals(503, refused.status);
      assertEquals("1", refused.header("Retry-After"));
      assertEquals(1, shop.aggregator.refusals().of(RequestRefusal.THREADS));
      assertEquals(1, shed(shop, PageKind.HOME));
      assertEquals(0, shop.aggregator.limit().underWay());
    }
  }

  /** There is room for no basket; no service was asked, so none has failed. */
  @Test
  void whatTheBasketsHaveNoRoomForIsShed() throws Exception {
    try (Shop shop = new Shop("", settings -> settings.mostBaskets = 0)) {
      RawClient.Reply refused = RawClient.post(shop.address(), "/site-1/basket", "id=1");

      assertEquals(503, refused.status);
      assertEquals("1", refused.header("Retry-After"));
      assertEquals(1, shed(shop, PageKind.BASKET));
    }
  }

  /** 12.8 MB, of which the client reads nothing and the kernel takes a part. */
  @Test
  void whoDoesNotReadIsClosedWhileOthersAreServed() throws Exception {
    try (Shop shop =
            new Shop(
                "*:bytes=200000",
                settings -> settings.door.readerNs = TimeUnit.MILLISECONDS.toNanos(500));
        Socket slow = new Socket()) {
      slow.setReceiveBufferSize(4_096);
      slow.connect(shop.address());
      slow.getOutputStream()
          .write(
              "GET /site-1/composed/64/1 HTTP/1.1\r\nHost: shop\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
      assertEquals(200, shop.get("/site-1/home").status);
      Shop.await("closed", () -> shop.aggregator.refusals().of(RequestRefusal.SLOW_READER) == 1);
      Shop.await("gone", () -> shop.aggregator.door().connections() == 0);
    }
  }
}
