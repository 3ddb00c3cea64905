package dev.jitterlab.battle.cluster.login;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.cluster.Tickets;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.identity.TrustedKeys;
import dev.jitterlab.battle.process.Meters;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Grant;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The login's HTTP side; docs/cluster.md has the requests. */
final class LoginService {
  /** Long enough to connect, and again after a loss; a seat is kept for less. */
  private static final int GRANT_SECONDS = 60;

  private static final int MAX_SEATS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Retries RETRIES = Retries.upTo(3, Duration.ofMillis(100));

  private final URI players;
  private final JsonClient client;
  private final Tickets tickets;
  private final ClusterKey key;
  private final IdentityChecks identities;
  private final LoginLimits limits;
  private final SecureRandom random = new SecureRandom();
  private final Counter logins;
  private final Counter issued;
  private final Counter refused;

  private LoginService(
      URI results,
      JsonClient client,
      ClusterKey key,
      TrustedKeys identities,
      PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    this.players = results.resolve("/players");
    this.client = client;
    this.tickets = new Tickets(key);
    this.key = key;
    this.limits = new LoginLimits(random.nextLong(), random.nextLong(), System.nanoTime());
    this.identities = new IdentityChecks(identities, limits);
    this.logins =
        meters.counter("jitterlab_cluster_logins_total", "Players who were given a ticket.");
    this.issued = meters.counter("jitterlab_cluster_grants_total", "Connect tokens issued.");
    this.refused =
        meters.counter(
            "jitterlab_cluster_logins_refused_total", "Players who got no ticket.", "reason");
  }

  /**
   * Starts the service.
   *
   * @param results where the store of players is
   * @param identityKeys the public keys of those who say who a player is
   */
  static ServiceProcess start(ServiceOptions options, URI results, Path identityKeys)
      throws IOException {
    ClusterKey key = options.key();
    TrustedKeys identities = TrustedKeys.read(identityKeys);
    return ServiceProcess.start(
        process -> {
          LoginService service =
              new LoginService(
                  results, process.add(new JsonClient(key)), key, identities, process.registry());
          process.open(options, loop -> service.routes(loop));
        });
  }

  private JsonRoutes routes(Executor loop) {
    return new JsonRoutes()
        .post("/login", request -> login(request, loop))
        .post("/tokens", key.guard(JsonHandler.now(this::tokens)));
  }

  private CompletableFuture<JsonAnswer> login(JsonRequest request, Executor loop) {
    String identity = request.body().text("identity", TrustedKeys.MAX_IDENTITY);
    long nowNs = System.nanoTime();
    String account;
    try {
      account = identities.account(identity, request.source(), nowNs);
    } catch (HttpError e) {
      throw refusal(e.status() == 429 ? "source" : "identity", e.status(), e.getMessage());
    }
    if (!limits.tryAccount(account, nowNs)) {
      throw refusal(
          "account", 429, "too many logins of this account; a ticket is good for an hour");
    }
    return client
        .post(players, StrictJson.object().put("name", account), TIMEOUT, RETRIES)
        .whenCompleteAsync(
            (reply, failure) -> {
              if (failure != null || !reply.isOk()) {
                limits.giveBack(account);
              }
            },
            loop)
        .handle(
            (reply, failure) -> {
              if (failure != null || !reply.isOk()) {
                String why = failure == null ? reply.error() : "it does not answer";
                throw new HttpError(503, "the store of players: " + why + "; try again later");
              }
              return ticket(reply);
            });
  }

  private HttpError refusal(String reason, int status, String message) {
    refused.labelValues(reason).inc();
    return new HttpError(status, message);
  }

  private JsonAnswer ticket(JsonReply known) {
    long player = JsonBody.of(known.body()).integer("player", 1, Long.MAX_VALUE);
    long bannedUntil = JsonBody.of(known.body()).integer("banned_until", 0, Long.MAX_VALUE);
    if (bannedUntil > 0) {
      throw refusal(
          "banned", 403, "the account is banned until " + Instant.ofEpochSecond(bannedUntil));
    }
    long expiry = tickets.expiry();
    logins.inc();
    return JsonAnswer.ok(
        StrictJson.object()
            .put("player", player)
            .put("ticket", tickets.issue(player, expiry))
            .put("expires_at", expiry));
  }

  private JsonAnswer tokens(JsonRequest request) {
    JsonBody body = request.body();
    String server = body.text("server", 64);
    long battle = body.integer("battle", 1, Long.MAX_VALUE);
    long expiry = System.currentTimeMillis() / 1_000 + GRANT_SECONDS;
    ConnectTokens tokens = tokens(server);
    ArrayNode answers = StrictJson.array();
    for (JsonBody seat : body.objects("players", 1, MAX_SEATS)) {
      long player = seat.integer("player", 1, Long.MAX_VALUE);
      Grant grant = tokens.issue(player, battle, seat.integer("seat", 0, 255), expiry);
      answers.add(
          StrictJson.object()
              .put("player", player)
              .put("token", base64(grant.token()))
              .put("client_key", base64(grant.clientKey()))
              .put("server_key", base64(grant.serverKey()))
              .put("expires_at", grant.expiresAtSeconds()));
      issued.inc();
    }
    return JsonAnswer.ok(StrictJson.object().set("grants", answers));
  }

  private ConnectTokens tokens(String server) {
    try {
      return new ConnectTokens(server, key.ofServer(server).tokenKey(), random);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, e.getMessage());
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
