package dev.jitterlab.battle.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.cluster.allocator.Allocator;
import dev.jitterlab.battle.cluster.login.Login;
import dev.jitterlab.battle.cluster.matchmaker.Matchmaker;
import dev.jitterlab.battle.cluster.results.Results;
import dev.jitterlab.battle.http.Json;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.session.ClientSession.Receipt;
import dev.jitterlab.battle.session.Grant;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole cluster of real processes, played by hand. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class ClusterTest {
  private static final int SIGTERM_STATUS = 143;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Map<String, Process> processes = new HashMap<>();
  private final Map<String, URI> http = new HashMap<>();
  private final JsonClient player = new JsonClient();
  private JsonClient service;
  private Path keyFile;

  @TempDir private Path folder;

  @AfterEach
  void killWhatIsLeft() {
    player.close();
    if (service != null) {
      service.close();
    }
    processes.values().forEach(Process::destroyForcibly);
  }

  @Test
  void playersAreMatchedPlayAndGetAnotherBattleWhenTheirServerDies() throws Exception {
    startCluster();
    String ann = login("ann");
    String bob = login("bob");

    JsonNode first = matchOf(ann, bob);
    play(first, ann, bob);
    JsonNode record = awaitPlayed(1);
    assertEquals(first.path("battle"), record.path("battle"));
    assertEquals("deathmatch", record.path("mode").asText());

    JsonNode second = matchOf(ann, bob);
    assertNotEquals(first.path("server"), second.path("server"), "versions take turns");
    processes.get(second.path("server").asText()).destroyForcibly();
    JsonNode third = await(ann);
    while (third.path("battle").equals(second.path("battle"))) { // until the silence is noticed
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      third = await(ann);
    }
    assertEquals(third.path("battle"), await(bob).path("battle"));
    assertEquals(first.path("server"), third.path("server"));
    play(third, ann, bob);
    awaitPlayed(2);

    String left = third.path("server").asText();
    service.post(http.get(left).resolve("/drain"), Json.object(), TIMEOUT, Retries.none()).get();
    while (!getOk("allocator", "/servers").path("servers").path(0).path("draining").asBoolean()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    ObjectNode battle = Json.object().put("mode", "any");
    battle
        .putArray("players")
        .add(Json.object().put("player", 1))
        .add(Json.object().put("player", 2));
    JsonReply refused =
        service
            .post(http.get("allocator").resolve("/battles"), battle, TIMEOUT, Retries.none())
            .get();
    assertEquals(503, refused.status(), refused.error());

    for (String name : List.of("matchmaker", left, "login", "allocator", "results")) {
      processes.get(name).destroy();
      assertTrue(processes.get(name).waitFor(5, TimeUnit.SECONDS), name);
      assertEquals(SIGTERM_STATUS, processes.get(name).exitValue(), name);
    }
  }

  @Test
  void onlyServicesMayAskForTokens() throws Exception {
    keyFile();
    start("results", Results.class, "--database=" + folder.resolve("store"));
    start("login", Login.class, "--results=" + http.get("results"));
    JsonReply refused =
        player
            .post(http.get("login").resolve("/tokens"), Json.object(), TIMEOUT, Retries.none())
            .get();
    assertEquals(401, refused.status());
    assertTrue(refused.error().contains("only services"), refused.error());
  }

  private void startCluster() throws Exception {
    keyFile();
    service = new JsonClient(ClusterKey.read(keyFile));
    start("results", Results.class, "--database=" + folder.resolve("store"));
    start("login", Login.class, "--results=" + http.get("results"));
    start("allocator", Allocator.class);
    start(
        "matchmaker",
        Matchmaker.class,
        "--battle-size=2",
        "--login=" + http.get("login"),
        "--allocator=" + http.get("allocator"),
        "--results=" + http.get("results"));
    for (String version : List.of("a", "b")) {
      start(
          "server-" + version,
          BattleServer.class,
          "--cluster=" + http.get("allocator"),
          "--results=" + http.get("results"),
          "--server-id=server-" + version,
          "--version-label=" + version,
          "--battle-seconds=1");
    }
    while (getOk("allocator", "/servers").path("servers").size() < 2) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private void keyFile() throws IOException {
    keyFile =
        Files.createFile(
            folder.resolve("key"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(keyFile, "0123456789abcdef".repeat(4));
  }

  private void start(String name, Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.add("--cluster-key-file=" + keyFile);
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.put(name, process);
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
    assertTrue(line != null && line.startsWith("JITTERLAB READY "), name + ": " + line);
    assertTrue(line.contains(" metrics=http://"), line);
    for (String word : line.split(" ", -1)) {
      if (word.startsWith("http=")) {
        http.put(name, URI.create(word.substring(5)));
      }
    }
  }

  private String login(String name) throws Exception {
    JsonReply reply =
        player
            .post(
                http.get("login").resolve("/login"),
                Json.object().put("name", name),
                TIMEOUT,
                Retries.none())
            .get();
    assertEquals(200, reply.status(), reply.error());
    return reply.body().path("ticket").asText();
  }

  /** Queues both, and returns the match that they have together, as the first sees it. */
  private JsonNode matchOf(String one, String other) throws Exception {
    for (String ticket : List.of(one, other)) {
      ObjectNode wish =
          Json.object().put("ticket", ticket).put("mode", "any").put("latency_ms", 20);
      JsonReply reply =
          player
              .post(http.get("matchmaker").resolve("/queue"), wish, TIMEOUT, Retries.none())
              .get();
      assertEquals(202, reply.status(), reply.error());
    }
    JsonNode match = await(one);
    assertEquals(match.path("battle"), await(other).path("battle"));
    return match;
  }

  private JsonNode await(String ticket) throws Exception {
    JsonNode answer = getOk("matchmaker", "/queue?ticket=" + ticket);
    while (answer.path("state").asText().equals("waiting")) {
      answer = getOk("matchmaker", "/queue?ticket=" + ticket);
    }
    assertEquals("matched", answer.path("state").asText(), answer.toString());
    return answer;
  }

  private JsonNode getOk(String name, String path) throws Exception {
    JsonReply reply = player.get(http.get(name).resolve(path), TIMEOUT, Retries.none()).get();
    assertEquals(200, reply.status(), reply.error());
    return reply.body();
  }

  /** Takes both seats and stays until the battle has ended. */
  private void play(JsonNode match, String one, String other) throws Exception {
    String[] address = match.path("address").asText().split(":", -1);
    InetSocketAddress udp = new InetSocketAddress(address[0], Integer.parseInt(address[1]));
    try (TestPlayer first = new TestPlayer(udp);
        TestPlayer second = new TestPlayer(udp)) {
      for (TestPlayer each : List.of(first, second)) {
        each.request(grant(await(each == first ? one : other)));
        assertEquals(Receipt.CHALLENGED, each.receiveDatagram());
        each.sendJoin();
      }
      first.await(ServerPacket.Type.STATE);
      second.await(ServerPacket.Type.ENDED);
    }
  }

  private static Grant grant(JsonNode match) {
    JsonNode grant = match.path("grant");
    return new Grant(
        match.path("server").asText(),
        grant.path("expires_at").asLong(),
        Base64.getDecoder().decode(grant.path("token").asText()),
        Base64.getDecoder().decode(grant.path("client_key").asText()),
        Base64.getDecoder().decode(grant.path("server_key").asText()));
  }

  /** Waits until both have played so often, and returns the newest result. */
  private JsonNode awaitPlayed(int battles) throws Exception {
    while (getOk("results", "/players/1").path("played").asInt() < battles
        || getOk("results", "/players/2").path("played").asInt() < battles) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    return getOk("results", "/results?limit=1").path("results").path(0);
  }
}
