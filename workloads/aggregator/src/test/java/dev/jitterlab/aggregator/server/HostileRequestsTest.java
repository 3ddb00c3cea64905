package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.aggregator.door.FrontDoor;
import dev.jitterlab.aggregator.door.RequestRefusal;
import dev.jitterlab.aggregator.page.PageKind;
import dev.jitterlab.aggregator.page.SignedSessions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients send who mean harm: refused and counted, and others are served all the time. */
class HostileRequestsTest {
  private static final String HOST = "Host: shop\r\n";
  private static final String PAGE = "GET /site-1/home HTTP/1.1\r\n";

  private static Shop shop;

  @BeforeAll
  static void open() throws IOException {
    shop =
        new Shop(
            "",
            settings -> {
              settings.door.requestNs = TimeUnit.SECONDS.toNanos(1);
              settings.door.readerNs = TimeUnit.SECONDS.toNanos(1);
              settings.door.connections = 300;
            });
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  static Stream<Arguments> requests() {
    String post = "POST /site-1/basket HTTP/1.1\r\n" + HOST;
    return Stream.of(
        refused(
            RequestRefusal.FRAMING,
            400,
            post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        refused(
            RequestRefusal.FRAMING,
            400,
            post + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nid=1"),
        refused(
            RequestRefusal.FRAMING,
            400,
            post + "Content-Length: 4\r\nContent-Length: 4\r\n\r\nid=1"),
        refused(RequestRefusal.FRAMING, 400, post + "Content-Length: 4, 4\r\n\r\nid=1"),
        refused(RequestRefusal.FRAMING, 400, post + "Content-Length: +4\r\n\r\nid=1"),
        refused(RequestRefusal.FRAMING, 400, post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        refused(
            RequestRefusal.FRAMING,
            400,
            post + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
        refused(
            RequestRefusal.FRAMING,
            400,
            post
                + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "4\r\nid=1\r\n0\r\n\r\n"),
        refused(
            RequestRefusal.FRAMING,
            400,
            post + "Transfer-Encoding: chunked, chunked\r\n\r\n4\r\nid=1\r\n0\r\n\r\n"),
        refused(
            RequestRefusal.FRAMING,
            400,
            post
                + "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n"
                + "4\r\nid=1\r\n0\r\n\r\n"),
        refused(
            RequestRefusal.FRAMING,
            400,
            "POST /site-1/basket HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        refused(RequestRefusal.FRAMING, 400, PAGE + HOST + "Content-Length: 3\r\n\r\nabc"),
        refused(
            RequestRefusal.MALFORMED,
            400,
            post + "Transfer-Encoding: chunked\r\n\r\nzz\r\nid=1\r\n0\r\n\r\n"),
        refused(
            RequestRefusal.MALFORMED,
            400,
            post + "Transfer-Encoding: chunked\r\n\r\n-4\r\nid=1\r\n0\r\n\r\n"),
        refused(RequestRefusal.FRAMING, 400, post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
        refused(RequestRefusal.MALFORMED, 400, PAGE + HOST + "X: a\u0000b\r\n\r\n"),
        refused(RequestRefusal.MALFORMED, 400, PAGE + HOST + "no colon here\r\n\r\n"),
        refused(RequestRefusal.HOST, 400, PAGE + "\r\n"),
        refused(RequestRefusal.HOST, 400, PAGE + HOST + HOST + "\r\n"),
        refused(RequestRefusal.HOST, 400, PAGE + "Host: shop/../x\r\n\r\n"),
        refused(
            RequestRefusal.HEADER_SIZE, 431, PAGE + HOST + "X: " + "a".repeat(20_000) + "\r\n\r\n"),
        refused(
            RequestRefusal.LINE_SIZE,
            414,
            "GET /" + "a".repeat(5_000) + " HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.BODY_SIZE,
            413,
            post + "Content-Length: 100000\r\n\r\n" + "a".repeat(70_000)),
        refused(
            RequestRefusal.BODY_SIZE,
            413,
            post
                + "Transfer-Encoding: chunked\r\n\r\n11170\r\n"
                + "a".repeat(70_000)
                + "\r\n0\r\n\r\n"),
        refused(
            RequestRefusal.BODY_SIZE,
            413,
            post + "Expect: 100-continue\r\nContent-Length: 100000\r\n\r\n"),
        refused(
            RequestRefusal.MALFORMED,
            400,
            post + "Expect: 200-ok\r\nContent-Length: 4\r\n\r\nid=1"),
        refused(
            RequestRefusal.MALFORMED,
            400,
            post + "Expect: 100-continue, 200-ok\r\nContent-Length: 4\r\n\r\nid=1"),
        refused(
            RequestRefusal.MALFORMED,
            400,
            post + "Expect: 100-continue\r\nExpect: 200-ok\r\nContent-Length: 4\r\n\r\nid=1"),
        refused(RequestRefusal.METHOD, 405, "DELETE /site-1/home HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(RequestRefusal.METHOD, 405, "CONNECT shop:443 HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.METHOD,
            405,
            "POST /site-1/home HTTP/1.1\r\n" + HOST + "Content-Length: 0\r\n\r\n"),
        refused(RequestRefusal.VERSION, 505, "GET /site-1/home HTTP/3.0\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.TARGET,
            400,
            "GET http://169.254.169.254/latest HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PATH, 400, "GET /site-1/../../etc/passwd HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PATH,
            400,
            "GET /site-1/product/%2e%2e%2fadmin HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(RequestRefusal.PATH, 400, "GET /site-1//product/1 HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(RequestRefusal.PATH, 400, "GET /site-1\\product HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PARAMETER,
            400,
            "GET /site-1/search?q=a&q=b HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PARAMETER, 400, "GET /site-1/search?q=%zz HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PARAMETER,
            400,
            "GET /site-1/search?q=a%0d%0ab HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PARAMETER, 400, "GET /site-1/search?q=.. HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PARAMETER,
            400,
            "GET /site-1/search?q=%2e%2e HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PARAMETER,
            400,
            "GET /site-1/composed/65/1 HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(RequestRefusal.PARAMETER, 400, basket("id=1&next=http://evil.example/")),
        refused(RequestRefusal.PARAMETER, 400, basket("id=1&next=//evil.example/")),
        refused(RequestRefusal.PARAMETER, 400, basket("id=http://127.0.0.1:80/x")),
        refused(RequestRefusal.PARAMETER, 400, basket("id=1&count=100000")),
        refused(RequestRefusal.PARAMETER, 400, basket("id={{user}}")),
        refused(RequestRefusal.PARAMETER, 400, basket("id=%24%7B7*7%7D")),
        refused(RequestRefusal.PATH, 400, "GET /site-1/product/{{x}} HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(
            RequestRefusal.PATH,
            400,
            "GET /site-1/product/%7b%7bx%7d%7d HTTP/1.1\r\n" + HOST + "\r\n"),
        refused(RequestRefusal.COOKIE, 400, PAGE + HOST + "Cookie: sid=../../admin\r\n\r\n"),
        refused(RequestRefusal.COOKIE, 400, PAGE + HOST + "Cookie: sid=customer-17\r\n\r\n"),
        refused(
            RequestRefusal.COOKIE, 400, PAGE + HOST + "Cookie: sid=" + "A".repeat(46) + "\r\n\r\n"),
        refused(
            RequestRefusal.COOKIE,
            400,
            PAGE + HOST + "Cookie: sid=" + new SignedSessions(new byte[32]).create() + "\r\n\r\n"));
  }

  private static String basket(String form) {
    return "POST /site-1/basket HTTP/1.1\r\n"
        + HOST
        + "Content-Length: "
        + form.length()
        + "\r\n\r\n"
        + form;
  }

  private static Arguments refused(RequestRefusal refusal, int status, String request) {
    return Arguments.of(refusal, status, request);
  }

  @ParameterizedTest(name = "{index} {0}")
  @MethodSource("requests")
  void isRefusedAndCounted(RequestRefusal refusal, int status, String request) throws IOException {
    long before = shop.aggregator.refusals().of(refusal);
    try (RawClient hostile = new RawClient(shop.address())) {
      hostile.send(request);
      RawClient.Reply reply = hostile.reply();

      assertNotNull(reply, "no answer to " + request);
      assertEquals(status, reply.status, reply.body);
      assertEquals(before + 1, shop.aggregator.refusals().of(refusal), reply.body);
      if (refusal != RequestRefusal.PARAMETER) {
        assertEquals("close", reply.header("Connection"));
      }
    }
    assertEquals(200, shop.get("/site-1/home").status, "others are served");
  }

  static Stream<Arguments> tooMuch() {
    String post = "POST /site-1/basket HTTP/1.1\r\n" + HOST;
    return Stream.of(
        Arguments.of(413, post + "Content-Length: 4000000\r\n\r\n"),
        Arguments.of(431, PAGE + HOST + "X: "),
        Arguments.of(414, "GET /"),
        Arguments.of(400, post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"));
  }

  /** It sends more than the server looks at, and must not lose the answer for it. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("tooMuch")
  void whoSendsTooMuchReadsWhy(int status, String begin) throws IOException {
    for (int i = 0; i < 5; i++) {
      try (RawClient hostile = new RawClient(shop.address())) {
        hostile.send(begin + "a".repeat(2 << 20));
        assertEquals(status, hostile.reply().status);
        assertTrue(hostile.isAtEnd());
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE | home | GET, HEAD, POST",
        "POST | home | GET, HEAD",
        "GET | checkout | POST"
      })
  void whoUsesAWrongMethodReadsWhichOnesThereAre(String method, String page, String allowed)
      throws IOException {
    try (RawClient client = new RawClient(shop.address())) {
      client.send(method + " /site-1/" + page + " HTTP/1.1\r\n" + HOST + "\r\n");
      RawClient.Reply reply = client.reply();
      assertEquals(405, reply.status);
      assertEquals(allowed, reply.header("Allow"));
    }
  }

  /** A browser with a cookie of an older server forgets it, or it could never come in again. */
  @Test
  void aCookieOfSomebodyElseIsTakenAway() throws IOException {
    String known = shop.newCustomer();
    RawClient.Reply ours = shop.get("/site-1/home", known);
    RawClient.Reply changed = shop.get("/site-1/home", known.replaceFirst(".$", "!"));

    assertEquals(200, ours.status);
    assertEquals(400, changed.status);
    assertEquals("sid=; Path=/; Max-Age=0", changed.header("Set-Cookie"));
  }

  /** What follows the refused request on the connection is no request. */
  @Test
  void aSmuggledRequestIsNeverAnswered() throws IOException {
    try (RawClient hostile = new RawClient(shop.address())) {
      hostile.send(
          "POST /site-1/basket HTTP/1.1\r\n"
              + HOST
              + "Content-Length: 44\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
              + PAGE
              + HOST
              + "\r\n");
      assertEquals(400, hostile.reply().status);
      assertTrue(hostile.isAtEnd(), "closed, and no second answer");
    }
  }

  /** The body of a request that cannot be met is a request, which a proxy in front has not seen. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("expectations")
  void whatAnExpectationSmugglesIsNeverAnswered(int status, String expected) throws IOException {
    String smuggled = PAGE + HOST + "\r\n";
    try (RawClient hostile = new RawClient(shop.address())) {
      hostile.send("POST /site-1/basket HTTP/1.1\r\n" + HOST + expected + "\r\n\r\n" + smuggled);
      assertEquals(status, hostile.reply().status);
      assertTrue(hostile.isAtEnd(), "closed, and no second answer");
    }
  }

  static Stream<Arguments> expectations() {
    int length = (PAGE + HOST + "\r\n").length();
    return Stream.of(
        Arguments.of(400, "Expect: 200-ok\r\nContent-Length: " + length),
        Arguments.of(413, "Expect: 100-continue\r\nContent-Length: 100000"));
  }

  @Test
  void whoExpectsToBeAskedForTheBodyIsAsked() throws IOException {
    try (RawClient client = new RawClient(shop.address())) {
      client.send(
          "POST /site-1/basket HTTP/1.1\r\n"
              + HOST
              + "Expect: 100-Continue\r\nContent-Length: 4\r\n\r\n");
      assertEquals(100, client.reply().status);
      client.send("id=1");
      assertEquals(303, client.reply().status);
    }
  }

  /** An answer must not depend on a header that is not part of the cache's key. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Forwarded-Host: evil.example",
        "X-Forwarded-Scheme: nothttps",
        "X-Forwarded-Proto: evil",
        "X-Forwarded-Port: 66",
        "X-Forwarded-Prefix: /evil",
        "Forwarded: host=evil.example;proto=evil",
        "X-Host: evil.example",
        "X-Original-URL: /site-3/product/2",
        "X-Rewrite-URL: /site-3/product/2",
        "X-HTTP-Method-Override: POST"
      })
  void headersThatPoisonCachesChangeNothing(String header) throws IOException {
    // Nobody has asked for this product before, so the poisoned answer is the one that is cached.
    String path = "/site-2/product/" + header.substring(0, header.indexOf(':'));
    long before = shop.aggregator.refusals().ignoredHeaders();
    String poisoned = shop.get(path, header).body;
    RawClient.Reply clean = shop.get(path);

    assertEquals(before + 1, shop.aggregator.refusals().ignoredHeaders());
    assertEquals(200, clean.status);
    assertEquals(clean.body, poisoned);
    assertFalse(poisoned.contains("evil"), poisoned);
  }

  /** The host is a name that a request may have, and is no part of any answer. */
  @Test
  void theHostChangesNothing() throws IOException {
    String page = "GET /site-2/product/host HTTP/1.1\r\nHost: ";
    String poisoned = RawClient.one(shop.address(), page + "evil.example:66\r\n\r\n").body;

    assertEquals(shop.get("/site-2/product/host").body, poisoned);
    assertFalse(poisoned.contains("evil"), poisoned);
  }

  /** Somebody listens inside, whom only the server could reach. */
  @Test
  void noRequestDecidesWhereTheServerConnects() throws IOException {
    long before = shop.aggregator.refusals().of(RequestRefusal.PARAMETER);
    try (ServerSocketChannel inside = ServerSocketChannel.open()) {
      inside.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      inside.configureBlocking(false);
      String address = "127.0.0.1:" + inside.socket().getLocalPort();
      String url = "http%3A%2F%2F" + address.replace(":", "%3A") + "%2Fsecret";
      int found = shop.get("/site-2/search?q=" + url).status;
      int ignored = shop.get("/site-2/product/3?upstream=" + url + "&next=" + url).status;
      int forwarded =
          shop.get(
                  "/site-2/product/4",
                  "X-Forwarded-Host: " + address,
                  "X-Original-URL: http://" + address + "/secret")
              .status;
      int host =
          RawClient.one(
                  shop.address(), "GET /site-2/product/5 HTTP/1.1\r\nHost: " + address + "\r\n\r\n")
              .status;
      int next = RawClient.one(shop.address(), basket("id=1&next=" + url)).status;
      int id = RawClient.one(shop.address(), basket("id=" + url)).status;

      assertEquals(
          List.of(200, 200, 200, 200, 400, 400),
          List.of(found, ignored, forwarded, host, next, id));
      assertNull(inside.accept(), "it was connected to");
    }
    assertEquals(before + 2, shop.aggregator.refusals().of(RequestRefusal.PARAMETER));
  }

  /** A parameter that no page has changes no answer and gets no entry of its own in the cache. */
  @Test
  void unknownParametersAreNoPartOfTheKey() throws IOException {
    String first = shop.get("/site-2/product/2").body;
    long before = shop.aggregator.client().calls();
    String second = shop.get("/site-2/product/2?upstream=http://127.0.0.1:1/&cb=4711").body;

    assertEquals(first, second);
    assertEquals(before + 1, shop.aggregator.client().calls(), "the personal part alone");
  }

  /** In a header, or in the body. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /site-1/home HTTP/1.1\r\nHost: sh",
        "POST /site-1/basket HTTP/1.1\r\nHost: shop\r\nContent-Length: 4\r\n\r\ni"
      })
  void aSlowRequestIsEndedWhileOthersAreServed(String begin) throws IOException {
    long before = shop.aggregator.refusals().of(RequestRefusal.SLOW_REQUEST);
    try (RawClient slow = new RawClient(shop.address())) {
      slow.send(begin);
      assertEquals(200, shop.get("/site-1/home").status);
      RawClient.Reply reply = slow.reply();

      assertEquals(408, reply.status);
      assertTrue(slow.isAtEnd());
      assertEquals(before + 1, shop.aggregator.refusals().of(RequestRefusal.SLOW_REQUEST));
    }
  }

  /** Nor has it longer if it begins with the last bytes of another: in its line, header or body. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /site-1/ho",
        "GET /site-1/home HTTP/1.1\r\n",
        "POST /site-1/basket HTTP/1.1\r\nHost: shop\r\nContent-Length: 4\r\n\r\ni"
      })
  void aSlowRequestBehindAnotherIsEndedToo(String begin) throws IOException {
    for (String first : List.of("/site-1/home", "/health")) { // the latter is answered at once
      long before = shop.aggregator.refusals().of(RequestRefusal.SLOW_REQUEST);
      try (RawClient slow = new RawClient(shop.address())) {
        slow.send("GET " + first + " HTTP/1.1\r\n" + HOST + "\r\n" + begin);

        assertEquals(200, slow.reply().status);
        assertEquals(408, slow.reply().status);
        assertTrue(slow.isAtEnd());
      }
      assertEquals(before + 1, shop.aggregator.refusals().of(RequestRefusal.SLOW_REQUEST));
    }
  }

  /** One client sends most of what all bodies may take, and stops: the next one finds no room. */
  @Test
  void bodiesThatAreNotWholeAreBoundedTogether() throws Exception {
    String part =
        "POST /site-1/basket HTTP/1.1\r\n"
            + HOST
            + "Content-Length: 60001\r\n\r\n"
            + "a".repeat(60_000);
    try (Shop narrow =
        new Shop(
            "",
            settings -> {
              settings.door.bodiesBytes = 100_000;
              settings.door.requestNs = TimeUnit.MINUTES.toNanos(1);
            })) {
      FrontDoor door = narrow.aggregator.door();
      try (RawClient first = new RawClient(narrow.address());
          RawClient second = new RawClient(narrow.address())) {
        first.send(part);
        Shop.await("the first is held", () -> door.bodyBytes() == 60_000);
        second.send(part);
        RawClient.Reply refused = second.reply();

        assertEquals(503, refused.status);
        assertEquals("1", refused.header("Retry-After"));
        assertTrue(second.isAtEnd());
        assertEquals(1, narrow.aggregator.refusals().of(RequestRefusal.BODIES));
        assertEquals(60_000, door.bodyBytes(), "of the first alone");
        assertEquals(200, narrow.get("/site-1/home").status, "others are served");
      }
      Shop.await("the first is let go", () -> door.bodyBytes() == 0);
      assertEquals(303, RawClient.post(narrow.address(), "/site-1/basket", "id=1").status);
      assertEquals(0, door.bodyBytes(), "a body that is whole is let go");
    }
  }

  /** The refusal is the last answer: in the place of the first one it would deny what was done. */
  @Test
  void tooManyRequestsAheadEndTheConnection() throws IOException {
    long before = shop.aggregator.refusals().of(RequestRefusal.PIPELINE);
    shop.behave("user:slow=1,slow-ms=500");
    try (RawClient hasty = new RawClient(shop.address())) {
      hasty.send((PAGE + HOST + "\r\n").repeat(40));
      assertEquals(200, hasty.reply().status, "the one that was worked on");
      assertEquals(400, hasty.reply().status);
      assertTrue(hasty.isAtEnd());
    } finally {
      shop.behave("user:slow=0");
    }
    assertEquals(before + 1, shop.aggregator.refusals().of(RequestRefusal.PIPELINE));
  }

  /**
   * A page that the client does not read yet is on its way. Behind it come an order and one request
   * too many, whose answer is the last one.
   */
  @Test
  void afterTheLastAnswerNothingIsCarriedOut() throws Exception {
    try (Shop narrow = new Shop("*:bytes=200000", settings -> settings.door.pipeline = 1);
        RawClient hasty = new RawClient(narrow.address())) {
      String customer = narrow.newCustomer();
      // The body of the order is not whole, so the server goes on to read.
      hasty.send(
          "GET /site-1/composed/64/1 HTTP/1.1\r\n"
              + HOST
              + "\r\nPOST /site-1/basket HTTP/1.1\r\n"
              + HOST
              + customer
              + "\r\nContent-Length: 4\r\n\r\ni");
      Shop.await(
          "the page is on its way",
          () ->
              narrow.aggregator.figures().counted(PageKind.COMPOSED, RequestFigures.Ending.COMPLETE)
                  == 1);
      hasty.send("d=1" + PAGE + HOST + "\r\n");
      Shop.await("refused", () -> narrow.aggregator.refusals().of(RequestRefusal.PIPELINE) == 1);

      assertEquals(200, hasty.reply().status);
      assertEquals(400, hasty.reply().status);
      assertTrue(hasty.isAtEnd());
      // Whatever came before this is in the basket as well.
      RawClient.Reply added = RawClient.post(narrow.address(), "/site-1/basket", "id=2", customer);
      assertEquals(303, added.status);
      String basket = narrow.get("/site-1/basket", customer).body;
      assertTrue(basket.contains("/product/2\""), basket);
      assertFalse(basket.contains("/product/1\""), basket);
    }
  }

  @Test
  void requestsSentAheadAreAnsweredInOrder() throws IOException {
    try (RawClient client = new RawClient(shop.address())) {
      client.send(
          PAGE
              + HOST
              + "\r\nGET /site-1/none-such HTTP/1.1\r\n"
              + HOST
              + "\r\n"
              + PAGE
              + HOST
              + "\r\n");
      assertEquals(200, client.reply().status);
      assertEquals(404, client.reply().status);
      assertEquals(200, client.reply().status);
    }
  }

  /** Such a client reads to the end of its connection, unless a header says that it is kept. */
  @Test
  void aConnectionOfTheOldVersionEndsWithItsAnswer() throws IOException {
    try (RawClient old = new RawClient(shop.address())) {
      old.send("GET /site-1/home HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      RawClient.Reply reply = old.reply();

      assertEquals(200, reply.status);
      assertEquals("close", reply.header("Connection"));
      assertTrue(old.isAtEnd());
    }
  }

  /** Netty takes the first of several lengths there, and the rest of the body is a request. */
  @Test
  void aRequestBehindOneOfTheOldVersionIsNeverAnswered() throws IOException {
    String smuggled = PAGE + HOST + "\r\n";
    try (RawClient hostile = new RawClient(shop.address())) {
      hostile.send(
          "POST /site-1/basket HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 4\r\n"
              + "Content-Length: "
              + (4 + smuggled.length())
              + "\r\n\r\nid=1"
              + smuggled);
      assertNotNull(hostile.reply());
      assertTrue(hostile.isAtEnd(), "closed, and no second answer");
    }
  }

  @Test
  void tooManyConnectionsAreClosedAtOnce() throws IOException, InterruptedException {
    long before = shop.aggregator.refusals().of(RequestRefusal.CONNECTIONS);
    RawClient[] many = new RawClient[310];
    try {
      for (int i = 0; i < many.length; i++) {
        many[i] = new RawClient(shop.address());
      }
      Shop.await(
          "connections refused",
          () -> shop.aggregator.refusals().of(RequestRefusal.CONNECTIONS) >= before + 10);
    } finally {
      for (RawClient client : many) {
        client.close();
      }
    }
    Shop.await("all closed", () -> shop.aggregator.door().connections() == 0);
    assertEquals(200, shop.get("/site-1/home").status);
  }
}
