package dev.jitterlab.battle.bot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.identity.IdentityIssuer;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** What a player asks a cluster for. Nothing is tried again here. Thread-safe. */
final class ClusterApi {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Longer than the longest poll. */
  private static final Duration POLL_PATIENCE = Duration.ofSeconds(15);

  private final JsonClient client;
  private final URI login;
  private final URI matchmaker;
  private final IdentityIssuer identities;

  ClusterApi(JsonClient client, URI login, URI matchmaker, IdentityIssuer identities) {
    this.client = client;
    this.identities = identities;
    this.login = login;
    this.matchmaker = matchmaker;
  }

  CompletableFuture<JsonReply> login(String name) {
    return client.post(
        login.resolve("/login"),
        StrictJson.object().put("identity", identities.issue(name)),
        PATIENCE,
        Retries.none());
  }

  /**
   * Queues.
   *
   * @param place shows how long the player has waited already; null for a new wish
   */
  CompletableFuture<JsonReply> queue(String ticket, String mode, long latencyMs, String place) {
    ObjectNode wish =
        StrictJson.object().put("ticket", ticket).put("mode", mode).put("latency_ms", latencyMs);
    if (place != null) {
      wish.put("place", place);
    }
    return client.post(matchmaker.resolve("/queue"), wish, PATIENCE, Retries.none());
  }

  CompletableFuture<JsonReply> poll(String ticket) {
    return client.get(place(ticket), POLL_PATIENCE, Retries.none());
  }

  CompletableFuture<JsonReply> unqueue(String ticket) {
    return client.delete(place(ticket), PATIENCE, Retries.none());
  }

  private URI place(String ticket) {
    return matchmaker.resolve("/queue?ticket=" + URLEncoder.encode(ticket, UTF_8));
  }
}
