package dev.jitterlab.battle.cluster.login;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.identity.IdentityFiles;
import dev.jitterlab.battle.identity.IdentityIssuer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginServiceTest {
  @TempDir private Path folder;
  private volatile boolean isStoreAway = true;

  private JsonAnswer player() {
    return isStoreAway
        ? JsonAnswer.error(500, "away")
        : JsonAnswer.ok(StrictJson.object().put("player", 1).put("banned_until", 0));
  }

  @Test
  void aLoginWithoutAnAnswerOfTheStoreIsNoTicketOfTheAccount() throws Exception {
    JsonRoutes routes = new JsonRoutes().post("/players", JsonHandler.now(request -> player()));
    IdentityFiles keys = new IdentityFiles(folder);
    IdentityIssuer issuer = IdentityIssuer.read(keys.privateKey());
    JsonNode ann = StrictJson.object().put("identity", issuer.issue("ann"));
    try (JsonServer store =
            JsonServer.start("127.0.0.1", 0, 100, routes, new PrometheusRegistry());
        ServiceProcess login =
            LoginService.start(new ServiceOptions(clusterKey()), store.uri(), keys.publicKey());
        JsonClient client = new JsonClient()) {
      for (int i = 0; i < 2 * LoginLimits.LOGINS_AT_ONCE; i++) {
        assertEquals(503, status(client, login, ann));
      }
      isStoreAway = false;
      assertEquals(200, status(client, login, ann));
    }
  }

  private static int status(JsonClient client, ServiceProcess login, JsonNode identity) {
    return client
        .post(login.http().resolve("/login"), identity, Duration.ofSeconds(20), Retries.none())
        .join()
        .status();
  }

  private Path clusterKey() throws IOException {
    Path key =
        Files.createFile(
            folder.resolve("cluster.key"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(key, "0123456789abcdef".repeat(4));
  }
}
