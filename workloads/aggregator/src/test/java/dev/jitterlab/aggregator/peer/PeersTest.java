package dev.jitterlab.aggregator.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.aggregator.peer.HostileClients.Outcome;
import dev.jitterlab.aggregator.upstream.BehaviourRules;
import dev.jitterlab.aggregator.upstream.ServiceReplicas;
import dev.jitterlab.aggregator.upstream.TimedRules;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the gateway, nginx and Varnish make of the same services is the same page. */
class PeersTest {
  /** That of the experiments. */
  private static final long SEED = 1;

  @TempDir private static Path folder;
  private static ServiceReplicas services;
  private static FrontServer gateway;
  private static int gatewayPort;
  private static String cookie;

  @BeforeAll
  static void open() throws IOException {
    services =
        ServiceReplicas.start(
            0, 2, 1, SEED, BehaviourRules.parse("*:median=0"), TimedRules.parse(""));
    gatewayPort = freePort();
    gateway = start("gateway", gatewayPort);
    cookie = cookie();
  }

  /** Returns the cookie of a customer of the gateway, which refuses others. */
  private static String cookie() throws IOException {
    HttpURLConnection connection = connection(gatewayPort, "/site-1/basket");
    connection.setInstanceFollowRedirects(false);
    connection.setDoOutput(true);
    connection.getOutputStream().write("id=1".getBytes(StandardCharsets.UTF_8));
    assertEquals(303, connection.getResponseCode());
    return connection.getHeaderField("Set-Cookie").replaceFirst(";.*", "");
  }

  private static HttpURLConnection connection(int port, String path) throws IOException {
    return (HttpURLConnection)
        URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
  }

  @AfterAll
  static void close() {
    gateway.close();
    services.close();
  }

  private static FrontServer start(String kind, int port) throws IOException {
    return FrontServer.start(
        kind,
        Files.createDirectories(folder.resolve(kind)),
        port,
        services.addresses(),
        List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
        List.of("--budget-ms=20000", "--call-ms=10000", "--lag-ms=0", "--request-ms=2000"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Returns a page without what lies between its elements. */
  private static String page(int port, String path) throws IOException {
    HttpURLConnection connection = connection(port, path);
    connection.setRequestProperty("Cookie", cookie);
    assertEquals(200, connection.getResponseCode(), path);
    String text = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return text.replaceAll("\\s+", " ").trim();
  }

  private static int length(int port, String path) throws IOException {
    return connection(port, path).getInputStream().readAllBytes().length;
  }

  private static void makesTheSamePages(String kind) throws IOException {
    int port = freePort();
    try (FrontServer peer = start(kind, port)) {
      for (String path : List.of("/site-1/composed/8/42", "/site-1/parts/5/43")) {
        String expected = page(gatewayPort, path);
        assertTrue(expected.contains("<section class=\"part\">"), expected);
        assertEquals(expected, page(port, path), path);
        long before = services.requests();
        assertEquals(expected, page(port, path), "the second time");
        long again = services.requests() - before;
        boolean composed = path.contains("composed");
        assertTrue(composed ? again >= 8 : again == 1, path + " asked " + again + " times again");
      }
      String elsewhere = "/site-2/parts/5/43";
      String ofOtherSite = page(gatewayPort, elsewhere);
      long asked = services.requests();
      assertEquals(ofOtherSite, page(port, elsewhere), elsewhere);
      assertTrue(services.requests() - asked >= 6, "what one site keeps is not kept for another");
      assertTrue(peer.cpuSeconds() >= 0);
    }
  }

  /** A page without one of its parts, even with an error text there, must not be long enough. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "aggregator-nginx",
        "aggregator-nginx-capacity",
        "aggregator-nginx-composed",
        "aggregator-nginx-composed-capacity",
        "aggregator-hostile"
      })
  void theExperimentsTakeOnlyWholePagesForAnswers(String experiment) throws IOException {
    String text = Files.readString(Path.of("../../experiments").resolve(experiment + ".yaml"));
    Matcher step =
        Pattern.compile("get: (\\S+)\\s+name: page\\s+check: .*length: (\\d+)\\.\\.(\\d+)")
            .matcher(text);
    assertTrue(step.find(), experiment);
    int length = length(gatewayPort, step.group(1));
    int least = Integer.parseInt(step.group(2));

    assertTrue(
        length >= least && length <= Integer.parseInt(step.group(3)),
        step.group(1) + ": " + length);
    int part = length(services.addresses().get(0).getPort(), "/u/part0/4711?as=html");
    assertTrue(length - part + 300 < least, "without a part: " + (length - part));
  }

  @ParameterizedTest
  @ValueSource(strings = {"slow", "headers", "bodies", "smuggling", "mixed"})
  void hostileClientsAreRefusedAndOthersServed(String kind) throws Exception {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), gatewayPort);
    try (HostileClients clients = HostileClients.start(kind, address, 50)) {
      long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (clients.ended(Outcome.REFUSED) < 5 && System.nanoTime() - endNs < 0) {
        page(gatewayPort, "/site-1/parts/5/43");
      }
      assertTrue(clients.ended(Outcome.REFUSED) >= 5, "in a minute");
      assertEquals(0, clients.ended(Outcome.SERVED));
    }
  }

  /** They show what as many connections cost: so they must not be refused. */
  @Test
  void honestClientsInTheirPlaceAreServed() throws Exception {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), gatewayPort);
    try (HostileClients clients = HostileClients.start("honest", address, 50)) {
      long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (clients.ended(Outcome.HONEST) < 5 && System.nanoTime() - endNs < 0) {
        page(gatewayPort, "/site-1/parts/5/43");
      }
      assertTrue(clients.ended(Outcome.HONEST) >= 5, "in a minute");
      assertEquals(0, clients.ended(Outcome.REFUSED));
      assertEquals(0, clients.ended(Outcome.SERVED));
    }
  }

  @Test
  void nginxMakesTheSamePages() throws IOException {
    assumeTrue(FrontServer.isThere("nginx"), "needs `command -v nginx`; apt-get install nginx");
    makesTheSamePages("nginx");
  }

  @Test
  void varnishMakesTheSamePages() throws IOException {
    assumeTrue(
        FrontServer.isThere("varnishd"), "needs `command -v varnishd`; apt-get install varnish");
    makesTheSamePages("varnish");
  }
}
