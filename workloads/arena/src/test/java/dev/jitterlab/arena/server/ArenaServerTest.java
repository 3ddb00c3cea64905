package dev.jitterlab.arena.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.wire.Headers;
import dev.jitterlab.arena.wire.JoinPacket;
import dev.jitterlab.arena.wire.StateHeader;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.arena.world.ClientInput;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One server for all tests of this class: over UDP, by WebSocket, and against hostile packets. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ArenaServerTest {
  @TempDir static Path folder;
  private static ArenaProcess server;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws IOException {
    ArenaSettings settings = new ArenaSettings();
    settings.ports = 2;
    settings.rate = 50;
    settings.webRate = 50;
    settings.insidePlayers = 60;
    settings.partBytes = WireFormat.LEAST_DATAGRAM_BYTES;
    settings.mostPlayers = 68;
    settings.webPort = 0;
    settings.workerTimes = true;
    settings.checkReads = 1;
    settings.collectionCpu = true;
    settings.tickLog = folder.resolve("ticks.hlog");
    settings.record = folder.resolve("record.trace");
    settings.savedFile = folder.resolve("saved.json");
    server = ArenaProcess.start(settings);
  }

  @AfterAll
  static void end() throws IOException {
    server.close();
    assertEquals("", server.host().world().audit());
    assertTrue(Files.size(folder.resolve("ticks.hlog")) > 0);
    Trace recorded = TraceFile.read(folder.resolve("record.trace"));
    assertTrue(recorded.players() >= 1);
    assertFalse(recorded.isEverybodyAlwaysHere(), "they came after the server's start, and left");
  }

  private static UdpClient client(long nonce) throws IOException {
    return new UdpClient(server.udpAddress(), nonce);
  }

  private static double count(Reception what) throws IOException, InterruptedException {
    return scraped("jitterlab_packets_total{outcome=\"" + what.label() + "\"}");
  }

  private static double scraped(String series) throws IOException, InterruptedException {
    HttpRequest scrape = HttpRequest.newBuilder(server.metricsUri()).build();
    String text = CLIENT.send(scrape, HttpResponse.BodyHandlers.ofString()).body();
    return text.lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** What the paper's pool does is measured while it runs, and not said of any other. */
  @Test
  void theWorkersOfThePapersPoolAreMeasured() throws IOException, InterruptedException {
    assertTrue(Double.isNaN(scraped("jitterlab_arena_locks_total{of=\"pool\"}")));
    server.host().changeTo(Twin.PAPER);
    try {
      while (!(scraped("jitterlab_arena_updates_total") > 100)) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      double updates = scraped("jitterlab_arena_updates_total");
      assertTrue(scraped("jitterlab_arena_locks_total{of=\"pool\"}") >= 2 * updates);
      assertTrue(scraped("jitterlab_arena_locks_total{of=\"queues\"}") > 0);
      assertTrue(scraped("jitterlab_arena_update_seconds_total{part=\"cpu\"}") > 0);
      assertTrue(scraped("jitterlab_arena_update_seconds_total{part=\"blocked\"}") >= 0);
      assertTrue(scraped("jitterlab_arena_busiest_worker_ratio") >= 1);
    } finally {
      server.host().changeTo(Twin.LOCKLESS);
    }
  }

  /** Every one of 60 fighters reads 59 others with each update. */
  @Test
  void whatFightersReadOfOneAnotherIsChecked() throws IOException, InterruptedException {
    double before = scraped("jitterlab_arena_reads_total{updates=\"0\"}");
    while (!(scraped("jitterlab_arena_reads_total{updates=\"0\"}") > before + 60 * 59)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertTrue(scraped("jitterlab_arena_reads_total{updates=\"1\"}") >= 0);
    assertTrue(scraped("jitterlab_arena_reads_total{updates=\"more\"}") >= 0);
    assertTrue(scraped("jitterlab_arena_read_error_units_total") >= 0);
  }

  /** Where it was too short, or not alone, it is counted as such. */
  @Test
  void theCpuTimeAroundAFullCollectionIsTakenIn() throws IOException, InterruptedException {
    System.gc();
    while (!(scraped("jitterlab_arena_full_collection_core_seconds_total")
            + scraped("jitterlab_arena_full_collections_left_out_total")
        > 0)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    for (String when : List.of("before", "during", "after")) {
      String series = "jitterlab_arena_full_collection_cpu_seconds_total{when=\"" + when + "\"}";
      assertTrue(scraped(series) >= 0, when);
    }
  }

  /** 60 fighters of 8 bytes and a header for each part, to each of 60 clients. */
  @Test
  void whatClientsInsideWouldTakeOfANetworkIsCounted() throws IOException, InterruptedException {
    while (!(scraped("jitterlab_arena_told_total") > 60 * 60)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    double told = scraped("jitterlab_arena_told_total");
    double bytes = scraped("jitterlab_arena_wire_bytes_total{direction=\"to-clients\"}");
    double datagrams = scraped("jitterlab_arena_datagrams_total{direction=\"to-clients\"}");
    assertTrue(bytes >= 8 * told + (22 + 66) * told / 60, bytes + " bytes, told " + told);
    assertTrue(bytes <= datagrams * (WireFormat.LEAST_DATAGRAM_BYTES + 66), datagrams + "");
    assertTrue(scraped("jitterlab_arena_wire_bytes_total{direction=\"to-server\"}") > 0);
    assertTrue(scraped("jitterlab_arena_allocated_bytes_total") > 0);
  }

  private static void awaitCount(Reception what, double least)
      throws IOException, InterruptedException {
    while (count(what) < least) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  void aClientJoinsAndSeesEverybodyInSeveralParts() throws IOException {
    try (UdpClient client = client(11)) {
      assertEquals(WireFormat.WELCOME, client.join("anna"));
      assertEquals(2, client.ports);
      client.input(client.token, 7, ClientInput.RIGHT);
      StateHeader state = new StateHeader();
      int fighters = 0;
      boolean acknowledged = false;
      while (!acknowledged || fighters < 61) {
        assertEquals(WireFormat.STATE, client.await(WireFormat.STATE));
        assertTrue(client.packet.limit() <= WireFormat.LEAST_DATAGRAM_BYTES);
        assertTrue(state.read(client.packet));
        assertEquals(client.fighter, state.receiver());
        fighters += state.fighters();
        if (state.isLast()) {
          acknowledged = state.acknowledged() == 7;
          fighters = fighters >= state.total() && acknowledged ? fighters : 0;
        }
      }
    }
  }

  @Test
  void aWelcomeThatWasLostIsRepeatedForTheSameFighter() throws IOException {
    try (UdpClient client = client(12)) {
      assertEquals(WireFormat.WELCOME, client.join("bert"));
      int fighter = client.fighter;
      assertEquals(WireFormat.WELCOME, client.join("bert"));
      assertEquals(fighter, client.fighter);
    }
  }

  @Test
  void hostilePacketsAreRefusedAndCounted() throws IOException, InterruptedException {
    try (UdpClient client = client(13)) {
      assertEquals(WireFormat.WELCOME, client.join("carl"));
      double malformed = count(Reception.MALFORMED);
      double unknown = count(Reception.UNKNOWN_SESSION);
      double fast = count(Reception.TOO_FAST);
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < 300; i++) {
        client.packet.clear();
        byte[] noise = new byte[random.nextInt(100)];
        random.nextBytes(noise);
        client.packet.put(noise);
        client.send();
      }
      for (int kind = 0; kind < 256; kind++) { // all kinds, with nothing behind
        client.packet.clear();
        Headers.write(client.packet, kind);
        client.send();
      }
      for (int i = 0; i < 50; i++) {
        client.input(client.token + 1, i, ClientInput.ALL_KEYS);
      }
      awaitCount(Reception.MALFORMED, malformed + 550);
      awaitCount(Reception.UNKNOWN_SESSION, unknown + 50);
      for (int i = 0; i < 2_000; i++) {
        client.input(client.token, i, 0);
      }
      awaitCount(Reception.TOO_FAST, fast + 1_000);
      client.input(client.token, 1, 0);
      assertEquals(WireFormat.STATE, client.await(WireFormat.STATE), "it is served all the same");
    }
    assertEquals(0, server.host().world().failures());
  }

  @Test
  void aCookieOfAnotherAddressOpensNothing() throws IOException {
    try (UdpClient first = client(14);
        UdpClient second = client(14)) {
      first.packet.clear();
      new JoinPacket(14, 0, "x").writeTo(first.packet);
      first.exchange(WireFormat.CHALLENGE);
      first.packet.getLong();
      long cookie = first.packet.getLong();
      second.packet.clear();
      new JoinPacket(14, cookie, "x").writeTo(second.packet);
      assertEquals(WireFormat.CHALLENGE, second.exchange(WireFormat.CHALLENGE));
    }
  }

  @Test
  void theTwinIsChangedWhileClientsPlay() throws IOException {
    try (UdpClient client = client(15)) {
      assertEquals(WireFormat.WELCOME, client.join("dora"));
      int number = 100;
      for (Twin twin : Twin.values()) {
        server.host().changeTo(twin);
        client.input(client.token, ++number, 0);
        StateHeader state = new StateHeader();
        do {
          assertEquals(WireFormat.STATE, client.await(WireFormat.STATE));
          assertTrue(state.read(client.packet));
        } while (state.acknowledged() != number);
      }
    } finally {
      server.host().changeTo(Twin.LOCKLESS);
    }
  }

  private static WebSocket open(String origin, LinkedBlockingQueue<Object> heard) {
    return CLIENT
        .newWebSocketBuilder()
        .header("Origin", origin)
        .buildAsync(
            URI.create(server.webUri().orElseThrow().toString().replace("http:", "ws:") + "socket"),
            new WebSocket.Listener() {
              private final StringBuilder text = new StringBuilder();

              @Override
              public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
                text.append(part);
                if (last) {
                  heard.add(text.toString());
                  text.setLength(0);
                }
                socket.request(1);
                return null;
              }

              @Override
              public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer part, boolean last) {
                if (last) {
                  heard.add(part);
                }
                socket.request(1);
                return null;
              }
            })
        .join();
  }

  private static String origin() {
    return server.webUri().orElseThrow().toString().replaceFirst("/$", "");
  }

  @Test
  void aBrowserPlaysAndHearsTheNews() throws InterruptedException {
    LinkedBlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    WebSocket socket = open(origin(), heard);
    socket.sendText("join <b>eve</b>", true).join();
    boolean news = false;
    boolean picture = false;
    String welcome = "";
    while (!news || !picture) {
      Object one = heard.poll(20, TimeUnit.SECONDS);
      if (one instanceof String) {
        welcome = one.toString().contains("welcome") ? one.toString() : welcome;
        news |= one.toString().contains("\"beveb\""); // a name without signs
      } else {
        ByteBuffer bytes = (ByteBuffer) one;
        picture |= Headers.read(bytes) == WireFormat.STATE;
      }
    }
    assertTrue(welcome.contains("\"id\":"), welcome);
    assertTrue(welcome.contains("\"guest\":false,\"control\":true"), welcome);
    socket.abort();
  }

  @Test
  void pagesOfOtherSitesAreRefused() throws IOException, InterruptedException {
    CompletionException refused =
        assertThrows(
            CompletionException.class,
            () -> open("http://evil.example", new LinkedBlockingQueue<>()));
    assertEquals(
        403, ((WebSocketHandshakeException) refused.getCause()).getResponse().statusCode());
    HttpResponse<String> page =
        CLIENT.send(
            HttpRequest.newBuilder(server.webUri().orElseThrow()).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(200, page.statusCode());
    assertTrue(page.body().contains("<canvas"));
    assertFalse(page.headers().firstValue("content-security-policy").isEmpty());
  }

  @Test
  void aFullArenaSaysSoAndKeepsNothing() throws IOException, InterruptedException {
    UdpClient[] crowd = new UdpClient[10];
    int joined = 0;
    for (int i = 0; i < crowd.length; i++) {
      crowd[i] = client(200 + i);
      int kind = crowd[i].join("many " + i);
      joined += kind == WireFormat.WELCOME ? 1 : 0;
      assertTrue(kind == WireFormat.WELCOME || kind == WireFormat.REFUSED, "kind " + kind);
    }
    assertTrue(joined < crowd.length);
    for (UdpClient one : crowd) {
      one.close();
    }
    while (server.host().players() > 60) { // their fighters linger, and other tests need places
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** A client that leaves is in the file a moment later, while the server runs. */
  @Test
  void charactersAreSavedWhileTheServerRuns() throws IOException, InterruptedException {
    try (UdpClient client = client(16)) {
      assertEquals(WireFormat.WELCOME, client.join("keeper"));
    }
    Path saved = folder.resolve("saved.json");
    while (!Files.exists(saved) || !Files.readString(saved).contains("\"keeper\"")) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
