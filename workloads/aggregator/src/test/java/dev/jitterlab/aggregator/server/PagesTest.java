package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.aggregator.basket.BasketStore;
import dev.jitterlab.aggregator.call.CallOutcome;
import dev.jitterlab.aggregator.page.PageKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    String customer = shop.newCustomer();
    String one = shop.get(path, customer).body;
    long before = shop.aggregator.client().ended("product", CallOutcome.OK);
    String two = shop.get(path, shop.newCustomer()).body;
    String again = shop.get(path, customer).body;

    assertEquals(before, shop.aggregator.client().ended("product", CallOutcome.OK));
    assertEquals(one, again);
    assertNotEquals(one, two);
    assertEquals(shell(one), shell(two));
  }

  private static String shell(String page) {
    return page.substring(page.indexOf("</aside>"));
  }

  /** Made of old fragments while new ones come, it would be served as a fresh one for as long. */
  @Test
  void aShellOfOldFragmentsIsNotKept() throws Exception {
    String path = "/site-1/product/5";
    try (Shop aging =
        new Shop(
            "",
            settings -> {
              settings.cache.freshNs = TimeUnit.SECONDS.toNanos(2);
              settings.cache.staleNs = TimeUnit.HOURS.toNanos(1);
            })) {
      int whole = aging.get(path).body.length();
      aging.behave("reviews:bytes=50");
      TimeUnit.MILLISECONDS.sleep(2_100);
      assertEquals(whole, aging.get(path).body.length(), "the old one");

      Shop.await("refreshed", () -> aging.aggregator.cache().fresh("1/reviews/5") != null);
      int shorter = aging.get(path).body.length();
      assertTrue(shorter < whole, shorter + " is as long as " + whole);
    }
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

  /** Its file has the key, too, by which a customer of before is known. */
  @Test
  void aBasketAndItsCustomerOutliveTheServer(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("baskets.mv");
    String customer;
    try (Shop before = new Shop("", settings -> settings.baskets = file)) {
      customer = before.newCustomer();
      String form = "id=12&count=3";
      assertEquals(303, RawClient.post(before.address(), "/site-1/basket", form, customer).status);
    }
    try (Shop after = new Shop("", settings -> settings.baskets = file)) {
      RawClient.Reply basket = after.get("/site-1/basket", customer);

      assertEquals(200, basket.status);
      assertTrue(basket.body.contains("3 in the"), basket.body);
    }
  }

  private static int add(String site, String form, String customer) throws IOException {
    return RawClient.post(shop.address(), site + "/basket", form, customer).status;
  }

  private static RawClient.Reply pay(String site, String customer) throws IOException {
    return RawClient.post(shop.address(), site + "/checkout", "", customer);
  }

  private static String basket(String site, String customer) throws IOException {
    return shop.get(site + "/basket", customer).body;
  }

  /** A double click: one order, whichever of the two requests it is. */
  @Test
  void whoPaysTwiceAtOnceOrdersOnce() throws Exception {
    String customer = shop.newCustomer();
    assertEquals(303, add("/site-12", "id=12&count=3", customer));
    long before = shop.services.requests("checkout");
    shop.behave("checkout:slow=1,slow-ms=500");
    ExecutorService clients = Executors.newFixedThreadPool(2);
    List<Future<Integer>> replies = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        replies.add(clients.submit(() -> pay("/site-12", customer).status));
      }
      List<Integer> statuses = List.of(replies.get(0).get(), replies.get(1).get());
      int refused = statuses.get(0) == 200 ? statuses.get(1) : statuses.get(0);

      assertTrue(statuses.contains(200), statuses.toString());
      // Under way, or over already.
      assertTrue(refused == 409 || refused == 400, statuses.toString());
    } finally {
      clients.shutdown();
      shop.behave("checkout:slow=0");
    }
    assertEquals(before + 1, shop.services.requests("checkout"));
    assertTrue(basket("/site-12", customer).contains("0 in the"));
  }

  @Test
  void whatIsAddedWhileTheOrderIsUnderWayStays() throws Exception {
    String customer = shop.newCustomer();
    assertEquals(303, add("/site-13", "id=12&count=3", customer));
    long before = shop.services.requests("checkout");
    shop.behave("checkout:slow=1,slow-ms=500");
    try (RawClient buyer = new RawClient(shop.address())) {
      buyer.send(
          "POST /site-13/checkout HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n"
              + customer
              + "\r\n\r\n");
      Shop.await("ordered", () -> shop.services.requests("checkout") == before + 1);
      assertEquals(303, add("/site-13", "id=14&count=2", customer));
      RawClient.Reply order = buyer.reply();

      assertEquals(200, order.status);
      assertTrue(order.body.contains("3 products"), order.body);
    } finally {
      shop.behave("checkout:slow=0");
    }
    String left = basket("/site-13", customer);
    assertTrue(left.contains("2 in the"), left);
    assertTrue(left.contains("/product/14\""), left);
    assertFalse(left.contains("/product/12\""), left);
  }

  /** The service takes the order, and its answer is lost: to order again is no second order. */
  @Test
  void anOrderWhoseAnswerIsLostIsNotTakenTwice() throws IOException {
    String customer = shop.newCustomer();
    assertEquals(303, add("/site-14", "id=12&count=3", customer));
    long before = shop.services.ordersTaken();
    shop.behave("checkout:cut=1");
    int lost = pay("/site-14", customer).status;
    shop.behave("checkout:cut=0,errors=1");
    assertEquals(502, lost);
    assertEquals(502, pay("/site-14", customer).status, "which says nothing of the first time");
    shop.behave("checkout:errors=0");
    assertEquals(before + 1, shop.services.ordersTaken());
    assertEquals(303, add("/site-14", "id=14", customer));
    assertTrue(basket("/site-14", customer).contains("4 in the"), "nobody knows better");

    RawClient.Reply again = pay("/site-14", customer);
    assertEquals(200, again.status);
    assertTrue(again.body.contains("3 products"), again.body);
    assertEquals(before + 1, shop.services.ordersTaken(), "the same order");
    assertTrue(basket("/site-14", customer).contains("1 in the"));

    assertEquals(200, pay("/site-14", customer).status);
    assertEquals(before + 2, shop.services.ordersTaken(), "another one");
    assertEquals(400, pay("/site-14", customer).status, "the basket is empty");
  }

  /** An order that failed for certain is a basket like any other: all of it is ordered next. */
  @Test
  void anOrderThatWasNotTakenGoesBackIntoTheBasket() throws IOException {
    String customer = shop.newCustomer();
    assertEquals(303, add("/site-15", "id=12&count=3", customer));
    shop.behave("checkout:errors=1");
    int failed = pay("/site-15", customer).status;
    shop.behave("checkout:errors=0");
    assertEquals(502, failed);
    assertEquals(303, add("/site-15", "id=14", customer));

    RawClient.Reply again = pay("/site-15", customer);
    assertTrue(again.body.contains("4 products"), again.body);
    assertTrue(basket("/site-15", customer).contains("0 in the"));
  }

  /** Its time is over before the service is asked. */
  @Test
  void anOrderThatWasNotSentGoesBackIntoTheBasket() throws IOException {
    String customer = shop.newCustomer();
    assertEquals(303, add("/site-19", "id=12&count=3", customer));
    long before = shop.services.requests("checkout");
    RawClient.Reply late =
        RawClient.post(shop.address(), "/site-19/checkout", "", customer, "X-Budget-Ms: 0");
    assertEquals(504, late.status);
    assertEquals(before, shop.services.requests("checkout"));
    assertEquals(303, add("/site-19", "id=14", customer));

    RawClient.Reply order = pay("/site-19", customer);
    assertTrue(order.body.contains("4 products"), order.body);
    assertTrue(basket("/site-19", customer).contains("0 in the"));
  }

  @Test
  void aFullBasketHasAllItsPrices() throws IOException {
    String customer = shop.newCustomer();
    for (int id = 1; id <= BasketStore.MOST_PRODUCTS; id++) {
      assertEquals(303, add("/site-16", "id=" + id, customer));
    }
    RawClient.Reply basket = shop.get("/site-16/basket", customer);

    assertEquals(BasketStore.MOST_PRODUCTS, basket.body.split("<td>1</td><td>£", -1).length - 1);
    assertFalse(basket.body.contains("class=\"missing\""), basket.body);
    assertNull(basket.header("X-Partial"));
  }

  /** Not as in an overload: to try again a second later would not help. */
  @Test
  void aFullBasketRefusesAnotherProduct() throws IOException {
    String customer = shop.newCustomer();
    for (int id = 1; id <= BasketStore.MOST_PRODUCTS; id++) {
      assertEquals(303, add("/site-16", "id=" + id, customer));
    }
    RequestFigures figures = shop.aggregator.figures();
    long before = figures.counted(PageKind.BASKET, RequestFigures.Ending.REFUSED);
    RawClient.Reply refused =
        RawClient.post(shop.address(), "/site-16/basket", "id=1000", customer);

    assertEquals(409, refused.status);
    assertNull(refused.header("Retry-After"));
    assertEquals(before + 1, figures.counted(PageKind.BASKET, RequestFigures.Ending.REFUSED));
    assertEquals(303, add("/site-16", "id=1", customer), "another piece of what is in it");
  }

  @Test
  void aBasketMarksWhatIsMissing() throws IOException {
    String customer = shop.newCustomer();
    assertEquals(303, add("/site-17", "id=12", customer));
    shop.behave("price:errors=1; recommend:errors=1");
    RawClient.Reply basket = shop.get("/site-17/basket", customer);
    shop.behave("price:errors=0; recommend:errors=0");

    assertEquals("price-12,recommend", basket.header("X-Partial"));
    assertEquals(List.of("price", "recommend"), marks(basket.body), basket.body);
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
    RawClient.Reply parts = shop.get("/site-10/parts/3/9", shop.newCustomer());

    assertEquals(4, composed.body.split("<section", -1).length, composed.body);
    assertEquals(5, parts.body.split("<section", -1).length, parts.body);
    String personal = parts.body.substring(composed.body.length() - "</body></html>".length());
    assertEquals(composed.body, parts.body.replace(personal, "</body></html>"));
  }

  @Test
  void aMissingPieceOfMarkupIsMarked() throws IOException {
    shop.behave("part1:errors=1; user:errors=1");
    RawClient.Reply composed = shop.get("/site-18/composed/3/9");
    RawClient.Reply parts = shop.get("/site-18/parts/3/9");
    shop.behave("part1:errors=0; user:errors=0");

    assertEquals("part1", composed.header("X-Partial"));
    assertEquals(List.of("part1"), marks(composed.body));
    assertEquals("part1,user", parts.header("X-Partial"));
    assertEquals(List.of("part1", "user"), marks(parts.body));
  }

  private static List<String> marks(String page) {
    return Pattern.compile("class=\"missing\" data-part=\"(\\w+)\"")
        .matcher(page)
        .results()
        .map(mark -> mark.group(1))
        .collect(Collectors.toList());
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
