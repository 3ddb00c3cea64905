package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.cluster.ServerKey;
import dev.jitterlab.battle.http.StrictJson;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody who broke into one battle server, and has its key, can do to the others. */
class ServerKeysTest {
  @TempDir Path folder;
  private ClusterProcesses cluster;
  private ServerKey stolen;

  @BeforeEach
  void start() throws Exception {
    cluster = new ClusterProcesses(folder);
    cluster.startServices();
    cluster.startServer("broken", "default");
    cluster.startServer("sound", "default");
    stolen = cluster.key().ofServer("broken");
  }

  @AfterEach
  void end() {
    cluster.close();
  }

  private int status(String service, String path, ObjectNode body) throws Exception {
    return cluster.commandAs(stolen, service, path, body).status();
  }

  @Test
  void theKeyOfOneServerIsGoodForNothingElse() throws Exception {
    ObjectNode seat = StrictJson.object().put("player", 1).put("seat", 0);
    ObjectNode tokens = StrictJson.object().put("server", "sound").put("battle", 7);
    tokens.putArray("players").add(seat);
    assertEquals(401, status("login", "/tokens", tokens), "mints no tokens for others");
    assertEquals(401, status("results", "/players", StrictJson.object().put("name", "x")));
    ObjectNode battle = StrictJson.object().put("mode", "any");
    battle.putArray("players").add(StrictJson.object().put("player", 1));
    assertEquals(401, status("allocator", "/battles", battle));
    assertEquals(401, status("sound", "/drain", StrictJson.object()), "commands no other server");

    assertEquals(401, status("allocator", "/servers", registration("sound")));
    assertEquals(201, status("allocator", "/servers", registration("broken")));
    assertEquals(401, status("allocator", "/servers/sound/heartbeat", heartbeat()));
    assertEquals(200, status("allocator", "/servers/broken/heartbeat", heartbeat()));
    assertEquals(401, status("results", "/results", result("sound")), "no results for others");
    assertEquals(201, status("results", "/results", result("broken")));
    assertEquals(401, status("results", "/kicks", kick("sound")), "no kicks for others");
    assertEquals(200, status("results", "/kicks", kick("broken")));
    assertEquals(401, status("results", "/bans", kick("broken").put("seconds", 1)));

    // A number that nobody has given yet: the next battle would get one that no server takes.
    ObjectNode registration = registration("broken");
    registration.putArray("running").add(StrictJson.object().put("battle", Long.MAX_VALUE));
    assertEquals(400, status("allocator", "/servers", registration));
    registration.putArray("running").add(StrictJson.object().put("battle", 7));
    assertEquals(201, status("allocator", "/servers", registration));
  }

  private ObjectNode registration(String server) {
    ObjectNode registration = StrictJson.object().put("id", server).put("udp", "127.0.0.1:1");
    registration.put("control", cluster.http(server).toString()).put("metrics", "http://none");
    registration.put("version", "default").putArray("running");
    return registration;
  }

  private static ObjectNode heartbeat() {
    ObjectNode heartbeat = StrictJson.object().put("battles", 0).put("players", 0).put("load", 0);
    heartbeat.put("admits", true).put("reason", "r").put("draining", false).putArray("over");
    return heartbeat;
  }

  private static ObjectNode kick(String server) {
    return StrictJson.object().put("server", server).put("player", 1);
  }

  private static ObjectNode result(String server) {
    ObjectNode result = StrictJson.object().put("server", server).put("battle", 7);
    result.put("version", "default").put("mode", "boss").put("ending", "time").put("seconds", 1);
    result.putArray("players").add(StrictJson.object().put("player", 1).put("won", true));
    return result;
  }
}
