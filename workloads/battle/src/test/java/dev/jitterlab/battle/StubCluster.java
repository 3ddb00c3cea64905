package dev.jitterlab.battle;

import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Grant;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Login and matchmaker in one: sends every player at once to one of the servers, in turn. */
public final class StubCluster implements AutoCloseable {
  private final List<String> servers = new CopyOnWriteArrayList<>();
  private final ConnectTokens tokens = ConnectTokens.development(new SecureRandom());
  private final JsonServer http;
  private int players;
  private int places;

  /** Opens its port; it knows no server yet. */
  public StubCluster() throws IOException {
    JsonRoutes routes =
        new JsonRoutes()
            .post("/login", request -> now(login()))
            .post("/queue", request -> now(JsonAnswer.of(202, StrictJson.object())))
            .get("/queue", request -> now(place(request)))
            .delete("/queue", request -> now(JsonAnswer.ok(StrictJson.object())));
    http = JsonServer.start("127.0.0.1", 0, 1_000, routes, new PrometheusRegistry());
  }

  private static CompletionStage<JsonAnswer> now(JsonAnswer answer) {
    return CompletableFuture.completedFuture(answer);
  }

  private static long inAMinute() {
    return TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()) + 60;
  }

  private JsonAnswer login() {
    players++;
    return JsonAnswer.ok(StrictJson.object().put("player", players).put("ticket", "t" + players));
  }

  private JsonAnswer place(JsonRequest request) {
    if (servers.isEmpty() || request.query("ticket").isEmpty()) {
      return JsonAnswer.ok(StrictJson.object().put("state", "unknown"));
    }
    var matched =
        StrictJson.object()
            .put("state", "matched")
            .put("address", servers.get(places++ % servers.size()))
            .put("server", ConnectTokens.STANDALONE_ID)
            .put("battle", 0);
    Grant grant = tokens.issue(players + places, ConnectToken.LOBBY, 0, inAMinute());
    matched
        .putObject("grant")
        .put("token", grant.token())
        .put("client_key", grant.clientKey())
        .put("server_key", grant.serverKey())
        .put("expires_at", grant.expiresAtSeconds());
    return JsonAnswer.ok(matched);
  }

  /** Sends players to that server too, such as 127.0.0.1:4000. */
  public void add(String server) {
    servers.add(server);
  }

  void remove(String server) {
    servers.remove(server);
  }

  /** Returns where login and matchmaker are. */
  public URI uri() {
    return http.uri();
  }

  @Override
  public void close() {
    http.close();
  }
}
