package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.aggregator.call.CallOutcome;
import dev.jitterlab.aggregator.page.PageKind;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pages, data and orders over real connections; each test has a site of its own. */
class PagesTest {
  private static Shop shop;

  @BeforeAll
  static void open() throws IOException {
    shop = new Shop("", settings -> settings.calls.breakers = false);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aProductPageHasAllItsParts() throws IOException {
    RawClient.Reply page = shop.get("/site-1/product/4711");

    assertEquals(200, page.status);
    assertNull(page.header("X-Partial"), page.body);
    assertFalse(page.body.contains("class=\"missing\""), page.body);
    assertTrue(page.body.contains("<h1>"), page.body);
    assertTrue(page.body.contains("class=\"reviews\""), page.body);
    assertTrue(page.body.contains("in stock"), page.body);
    assertTrue(page.body.contains("points, 0 in the"), page.body);
    assertTrue(page.body.trim().endsWith("</html>"), page.body);
    assertEquals("private, no-store", page.header("Cache-Control"));
  }

  @Test
  void theSameIsMergedAsData() throws IOException {
    RawClient.Reply data = shop.get("/site-2/api/product/4711");

    assertEquals("application/json", data.header("Content-Type"));
    for (String part : new String[] {"product", "price", "stock", "reviews", "recommend", "user"}) {
      assertTrue(data.body.contains("\"" + part + "\":{"), part + " in " + data.body);
    }
    assertTrue(data.body.contains("\"partial\":[]"), data.body);
  }

  /** Two customers get one shell from the cache, and each a fragment of his own. */
  @Test
  void theShellIsSharedAndThePersonalFragmentIsNot() throws IOException {
    String path = "/site-3/product/77";
    String one = shop.get(path, "Cookie: sid=customer-one").body;
    long before = shop.aggregator.client().ended("product", CallOutcome.OK);
    String two = shop.get(path, "Cookie: sid=customer-two").body;
    String again = shop.get(path, "Cookie: sid=customer-one").body;

    assertEquals(before, shop.aggregator.client().ended("product", CallOutcome.OK));
    assertEquals(one, again);
    assertNotEquals(one, two);
    assertEquals(shell(one), shell(two));
  }

  private static String shell(String page) {
    return page.substring(page.indexOf("</aside>"));
  }

  @Test
  void aMissingPartIsMarkedAndTheFailureIsNotCached() throws IOException {
    shop.behave("reviews:errors=1");
    RawClient.Reply partial = shop.get("/site-4/product/5");
    shop.behave("reviews:errors=0");
    RawClient.Reply whole = shop.get("/site-4/product/5");

    assertEquals(200, partial.status);
    assertEquals("reviews", partial.header("X-Partial"));
    assertTrue(partial.body.contains("data-part=\"reviews\""), partial.body);
    assertNull(whole.header("X-Partial"));
    assertTrue(whole.body.contains("class=\"reviews\""), whole.body);
  }

  @Test
  void withoutWhatItIsAboutThereIsNoPage() throws IOException {
    shop.behave("product:errors=1");
    int failed = shop.get("/site-5/product/5").status;
    shop.behave("product:errors=0");

    assertEquals(502, failed);
    assertEquals(200, shop.get("/site-5/product/5").status);
    assertEquals(404, shop.get("/site-5/product/none").status);
    assertEquals(404, shop.get("/site-5/nothing").status);
    assertEquals(404, shop.get("/site-999/product/5").status);
    assertEquals(404, shop.get("/site-05/product/5").status, "a second name for site 5");
  }

  /** A tenth of all names would be markup or a tag of the template. */
  @Test
  void textsOfServicesAreEscapedAndNeverRead() throws IOException {
    boolean script = false;
    boolean tag = false;
    for (int i = 0; i < 12; i++) {
      String page = shop.get("/site-6/list/c" + i).body;
      assertFalse(page.contains("<script"), page);
      script |= page.contains("&lt;script&gt;");
      tag |= page.contains("{{basket}} &amp; {{{user}}}");
    }
    assertTrue(script && tag, "there were such names");
  }

  @Test
  void whatIsSearchedForIsNotReflected() throws IOException {
    RawClient.Reply page =
        shop.get("/site-7/search?q=%3Cscript%3Ealert(1)%3C/script%3E+%7B%7Bx%7D%7D");

    assertEquals(200, page.status);
    assertFalse(page.body.contains("<script"), page.body);
  }

  @Test
  void aBasketIsFilledShownAndOrdered() throws IOException {
    RawClient.Reply added =
        RawClient.post(shop.address(), "/site-8/basket", "id=12&count=3&next=/site-8/list/x");
    String cookie = "Cookie: " + added.header("Set-Cookie").replaceFirst(";.*", "");
    RawClient.Reply more = RawClient.post(shop.address(), "/site-8/basket", "id=13", cookie);
    RawClient.Reply basket = shop.get("/site-8/basket", cookie);

    assertEquals(303, added.status);
    assertEquals("/site-8/list/x", added.header("Location"));
    assertEquals("/site-8/basket", more.header("Location"));
    assertTrue(basket.body.contains("4 in the"), basket.body);
    assertTrue(basket.body.contains("<td>3</td><td>£"), basket.body);

    shop.behave("checkout:errors=1");
    assertEquals(502, RawClient.post(shop.address(), "/site-8/checkout", "", cookie).status);
    assertTrue(shop.get("/site-8/basket", cookie).body.contains("4 in the"), "it stays");
    shop.behave("checkout:errors=0");

    RawClient.Reply order = RawClient.post(shop.address(), "/site-8/checkout", "", cookie);
    assertTrue(order.body.contains("4 products"), order.body);
    assertTrue(shop.get("/site-8/basket", cookie).body.contains("0 in the"));
  }

  @Test
  void manyWhoAskAtOnceShareOneLoad() throws Exception {
    shop.behave("product:slow=1,slow-ms=300");
    long before = shop.aggregator.client().calls();
    ExecutorService clients = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 8; i++) {
      clients.execute(
          () -> {
            try {
              shop.get("/site-9/product/shared");
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
    }
    clients.shutdown();
    assertTrue(clients.awaitTermination(1, TimeUnit.MINUTES));
    shop.behave("product:slow=0");

    // Six shared parts and the frame's two at most once each, and eight personal ones.
    long calls = shop.aggregator.client().calls() - before;
    assertTrue(calls <= 7 + 8, "calls: " + calls);
  }

  @Test
  void piecesOfMarkupArePutTogether() throws IOException {
    RawClient.Reply composed = shop.get("/site-10/composed/3/9");
    RawClient.Reply parts = shop.get("/site-10/parts/3/9", "Cookie: sid=somebody-9");

    assertEquals(4, composed.body.split("<section", -1).length, composed.body);
    assertEquals(5, parts.body.split("<section", -1).length, parts.body);
    String personal = parts.body.substring(composed.body.length() - "</body></html>".length());
    assertEquals(composed.body, parts.body.replace(personal, "</body></html>"));
  }

  @Test
  void countsWhatBecameOfRequests() throws IOException {
    long before = shop.aggregator.figures().counted(PageKind.HOME, RequestFigures.Ending.COMPLETE);
    shop.get("/site-11");
    assertEquals(
        before + 1,
        shop.aggregator.figures().counted(PageKind.HOME, RequestFigures.Ending.COMPLETE));
  }
}
