package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.load.NettyTransport;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** A real server with a socket, players by hand, and an eye on every buffer of the network. */
abstract class ServerFixture {
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void followEveryBuffer() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ByteBufUtil.setLeakListener((type, records) -> LEAKS.add(type + records));
  }

  /** Every buffer that was not released by now is found when the collector has taken it. */
  @AfterAll
  static void releasesEveryBuffer() {
    for (int i = 0; i < 5; i++) {
      System.gc();
      ByteBufAllocator.DEFAULT.directBuffer(1).release(); // allocating reports what was found
    }
    ByteBufUtil.setLeakListener(null);
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
    assertEquals(List.of(), List.copyOf(LEAKS));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable part : opened) {
      part.close();
    }
  }

  /** Returns options of that transport; skips the test where the machine has none. */
  static GameServer.Options by(NettyTransport transport) {
    assumeTrue(transport.missing() == null, "needs `uname -sm | grep -E 'Linux (x86_64|aarch64)'`");
    GameServer.Options options = new GameServer.Options();
    options.transport = transport;
    return options;
  }

  GameServer start(
      GameServer.Options options, int battleSeconds, int maxPlayers, BattleFactory factory)
      throws IOException {
    return start(options, battleSeconds, 2, maxPlayers, factory);
  }

  GameServer start(
      GameServer.Options options,
      int battleSeconds,
      int battleSize,
      int maxPlayers,
      BattleFactory factory)
      throws IOException {
    GameServer server =
        GameServer.start(
            options, new ServerSettings(20, battleSeconds, battleSize, maxPlayers, 1), factory);
    opened.add(server);
    return server;
  }

  TestPlayer player(GameServer server) throws IOException {
    TestPlayer player = new TestPlayer(server.udpAddress());
    opened.add(player);
    return player;
  }

  TestPlayer joined(GameServer server) throws IOException {
    TestPlayer player = player(server);
    player.join();
    player.receive(ServerPacket.Type.QUEUED);
    return player;
  }

  static double metric(GameServer server, String name) throws Exception {
    String text = metrics(server);
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in\n" + text));
  }

  static String metrics(GameServer server) throws IOException, InterruptedException {
    URI uri = server.metricsUri();
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
