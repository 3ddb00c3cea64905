package dev.jitterlab.battle.cluster.allocator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The allocator's HTTP side; docs/cluster.md has the requests. */
final class AllocatorService {
  private static final int TIMER_MILLIS = 250;
  private static final int MAX_TEXT = 200;
  private static final int MAX_PLAYERS = 10;
  private static final int MAX_BATTLES = 10_000;
  private static final long MOST_AHEAD_MICROS = 60_000_000;

  private final NanoClock clock;
  private final long startedNs;
  private final BattleEvents events;
  private final Fleet fleet;
  private final Placement placement;
  private final AllocatorMetrics metrics;

  private AllocatorService(
      NanoClock clock,
      JsonClient client,
      ClusterKey key,
      Executor loop,
      AllocatorMetrics metrics,
      long epochMicros) {
    this.clock = clock;
    this.startedNs = clock.nanoTime();
    this.metrics = metrics;
    this.events = new BattleEvents(Long.toString(epochMicros));
    this.fleet = new Fleet(events, epochMicros);
    this.placement = new Placement(fleet, client, key, loop, metrics, epochMicros);
  }

  /** Starts the service. */
  static ServiceProcess start(ServiceOptions options, NanoClock clock) throws IOException {
    ClusterKey key = options.key();
    return ServiceProcess.start(
        process -> {
          JsonClient client = process.add(new JsonClient(key));
          AllocatorMetrics metrics = new AllocatorMetrics(process.registry());
          // One that is started within the same second must not give the same numbers again.
          long epochMicros = nowMicros();
          process.open(
              options,
              loop -> {
                AllocatorService service =
                    new AllocatorService(clock, client, key, loop, metrics, epochMicros);
                Future<?> unused =
                    loop.scheduleAtFixedRate(
                        service::onTimer, TIMER_MILLIS, TIMER_MILLIS, TimeUnit.MILLISECONDS);
                return service.routes(key);
              });
        });
  }

  private static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private JsonRoutes routes(ClusterKey key) {
    return new JsonRoutes()
        .post(
            "/servers",
            key.guardServer(AllocatorService::idInBody, JsonHandler.now(this::register)))
        .post(
            "/servers/{id}/heartbeat",
            key.guardServer(AllocatorService::idInPath, JsonHandler.now(this::heartbeat)))
        .delete(
            "/servers/{id}",
            key.guardServer(AllocatorService::idInPath, JsonHandler.now(this::deregister)))
        .get("/servers", JsonHandler.now(request -> servers()))
        .post("/battles", key.guard(request -> placement.place(mode(request), players(request))))
        .get("/battles", key.guard(JsonHandler.now(request -> battles())))
        .delete(
            "/battles/{battle}", key.guard(request -> placement.cancel(request.number("battle"))))
        .get("/battles/events", key.guard(JsonHandler.now(this::events)));
  }

  private static String idInBody(JsonRequest request) {
    return request.body().text("id", 64);
  }

  private static String idInPath(JsonRequest request) {
    return request.variable("id");
  }

  private JsonAnswer register(JsonRequest request) {
    JsonBody body = request.body();
    RegisteredServer server =
        new RegisteredServer(
            body.text("id", 64),
            body.text("udp", MAX_TEXT),
            uri(body),
            body.text("metrics", MAX_TEXT),
            body.text("version", 64),
            clock.nanoTime());
    if (body.has("process")) {
      server.registeredBy(body.text("process", 64), body.integer("attempt", 1, Long.MAX_VALUE));
    }
    List<Long> running = battles(body);
    boolean namesAll = !(body.has("more") && body.bool("more"));
    if (!fleet.register(server, running, namesAll)) {
      throw new HttpError(503, "there are " + Fleet.MAX_SERVERS + " servers already");
    }
    running.forEach(placement::seen);
    metrics.servers.set(fleet.servers().size());
    return JsonAnswer.of(201, StrictJson.object().put("id", server.id));
  }

  private static URI uri(JsonBody body) {
    String text = body.text("control", MAX_TEXT);
    try {
      URI uri = URI.create(text);
      if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new HttpError(400, "control must be http://host:port; found " + text);
  }

  /** Numbers begin with the time and rise by one each, so one ahead of the time was never given. */
  private static List<Long> battles(JsonBody body) {
    long most = nowMicros() + MOST_AHEAD_MICROS;
    List<Long> battles = new ArrayList<>();
    for (JsonBody one : body.objects("running", 0, MAX_BATTLES)) {
      battles.add(one.integer("battle", 1, most));
    }
    return battles;
  }

  private JsonAnswer heartbeat(JsonRequest request) {
    RegisteredServer server = fleet.get(request.variable("id"));
    if (server == null) {
      throw new HttpError(404, "there is no server of that id; register");
    }
    JsonBody body = request.body();
    server.heard(
        body.number("load", 0, 1_000),
        body.integer("players", 0, 1_000_000),
        body.bool("admits"),
        body.text("reason", 500),
        body.bool("draining"),
        clock.nanoTime());
    if (body.has("running")) { // what its registration had no room for
      List<Long> running = battles(body);
      fleet.runs(server, running);
      running.forEach(placement::seen);
    }
    for (JsonBody one : body.objects("over", 0, MAX_BATTLES)) {
      fleet.over(server, one.integer("battle", 1, Long.MAX_VALUE), one.text("outcome", 32));
    }
    return JsonAnswer.ok(StrictJson.object().put("battles", server.battles.size()));
  }

  private JsonAnswer deregister(JsonRequest request) {
    if (!fleet.remove(request.variable("id"))) {
      throw new HttpError(404, "there is no server of that id");
    }
    metrics.servers.set(fleet.servers().size());
    return JsonAnswer.ok(StrictJson.object());
  }

  private JsonAnswer servers() {
    ArrayNode servers = StrictJson.array();
    long nowNs = clock.nanoTime();
    fleet.servers().forEach(server -> servers.add(server.toJson(nowNs)));
    return JsonAnswer.ok(StrictJson.object().set("servers", servers));
  }

  private JsonAnswer battles() {
    ArrayNode battles = StrictJson.array();
    fleet.battles().forEach(battles::add);
    double upSeconds = (clock.nanoTime() - startedNs) / 1e9;
    return JsonAnswer.ok(StrictJson.object().put("up_seconds", upSeconds).set("battles", battles));
  }

  private static String mode(JsonRequest request) {
    return request.body().text("mode", 32);
  }

  private static List<Long> players(JsonRequest request) {
    List<Long> players = new ArrayList<>();
    for (JsonBody one : request.body().objects("players", 1, MAX_PLAYERS)) {
      players.add(one.integer("player", 1, Long.MAX_VALUE));
    }
    return players;
  }

  private JsonAnswer events(JsonRequest request) {
    try {
      return JsonAnswer.ok(events.after(Long.parseLong(request.query("after", "0"))));
    } catch (NumberFormatException e) {
      throw new HttpError(400, "after must be a number; found " + request.query("after"));
    }
  }

  private void onTimer() {
    metrics.vanished.inc(fleet.removeSilent(clock.nanoTime()).size());
    metrics.servers.set(fleet.servers().size());
  }
}
