package dev.jitterlab.battle.cluster.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.jitterlab.battle.PageInBrowser;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.server.control.BattleView;
import dev.jitterlab.battle.server.control.BattleViews;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page over a real battle, an allocator that knows its server, and a browser where there is
 * one.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class WatchPageTest {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int TICKS_PER_SECOND = 20;
  private static final int NUMBER = 7;

  @TempDir Path folder;

  private final ScheduledExecutorService eventLoop = Executors.newSingleThreadScheduledExecutor();
  private JsonServer control;
  private JsonServer allocator;
  private ServiceProcess watch;

  @BeforeEach
  void start() throws IOException {
    Battle battle =
        new Battle(
            GameMode.BOSS, Logic.SPLIT, new BattleRules(TICKS_PER_SECOND, 100_000, 20), 4, 7);
    BattleViews views = new BattleViews(eventLoop, System::nanoTime, at -> true);
    BattleView view = views.started(NUMBER, battle, TICKS_PER_SECOND);
    JsonRoutes routes = new JsonRoutes();
    routes.get("/battles", JsonHandler.now(request -> battles()));
    views.addTo(routes, handler -> handler);
    control = JsonServer.start(LOOPBACK, 0, 16, routes, new PrometheusRegistry());
    BattleInputs inputs = new BattleInputs();
    Future<?> unused =
        eventLoop.scheduleAtFixedRate(
            () -> {
              inputs.nextTick();
              battle.step(inputs);
              view.played(battle);
            },
            0,
            1_000 / TICKS_PER_SECOND,
            TimeUnit.MILLISECONDS);
    allocator =
        JsonServer.start(
            LOOPBACK,
            0,
            16,
            new JsonRoutes().get("/servers", JsonHandler.now(request -> servers())),
            new PrometheusRegistry());
    Path events = folder.resolve("events.json");
    Files.writeString(
        events,
        "{\"chaos\":true,\"kills\":3,\"deaths\":0,\"restarts\":2,\"events\":[{\"seconds\":12.3,"
            + "\"process\":\"allocator\",\"what\":\"killed\"}],\"audit\":{\"results_seen\":40,"
            + "\"results_stored\":39,\"results_lost\":1,\"counted_twice\":0,\"disagreements\":[]}}");
    Path key = folder.resolve("key");
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(key, "0123456789abcdef".repeat(4));
    watch =
        WatchService.start(
            new ServiceOptions(key),
            allocator.uri(),
            new URI[] {control.uri()},
            events,
            System::nanoTime);
  }

  /** As ControlServer lists them: one that runs, and one whose players are awaited. */
  private static JsonAnswer battles() {
    ArrayNode battles = StrictJson.array();
    battles
        .addObject()
        .put("battle", 1)
        .put("number", NUMBER)
        .put("mode", "boss")
        .put("players", 4);
    battles.addObject().put("battle", 2).put("number", 0).put("mode", "any").put("players", 2);
    return JsonAnswer.ok(StrictJson.object().set("battles", battles));
  }

  private JsonAnswer servers() {
    ArrayNode servers = StrictJson.array();
    servers
        .addObject()
        .put("id", "battle-1")
        .put("version", "jdk25")
        .put("control", control.uri().toString())
        .put("metrics", control.uri() + "/metrics");
    return JsonAnswer.ok(StrictJson.object().set("servers", servers));
  }

  @AfterEach
  void stop() {
    watch.close();
    allocator.close();
    control.close();
    eventLoop.shutdownNow();
  }

  private int status(String path, String host) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) watch.http().resolve(path).toURL().openConnection();
    connection.setRequestProperty("Host", host);
    return connection.getResponseCode();
  }

  /** Asks again while a busy machine has made somebody too late. */
  private int statusInTime(String path) throws IOException {
    int status = status(path, LOOPBACK);
    while (status >= 500) {
      status = status(path, LOOPBACK);
    }
    return status;
  }

  @Test
  void showsAServersBattleThroughItsOwnAddress() throws IOException {
    assertEquals(200, statusInTime("/cluster"));
    assertEquals(200, statusInTime("/servers/battle-1/battles/" + NUMBER + "/view"));
    assertEquals(404, statusInTime("/servers/battle-1/battles/2/view"));
    assertEquals(404, statusInTime("/servers/battle-2/battles/1/view"));
  }

  @Test
  void asksNobodyElseForAnything() throws IOException {
    String page;
    try (InputStream html = watch.http().toURL().openStream()) {
      page = new String(html.readAllBytes(), UTF_8);
    }

    assertFalse(page.contains("//include"), "one file");
    assertFalse(page.contains("http://"), "no other site");
    assertFalse(page.contains("https://"), "no other site");
    assertTrue(page.contains("default-src 'none'"), "and the browser would not let it");
  }

  @Test
  void drawsTheBattleInABrowser() throws Exception {
    String dom = PageInBrowser.dom(folder, watch.http());

    assertTrue(dom.contains("Boss fight on battle-1"), dom);
    assertTrue(dom.contains("player 4"), dom);
    assertTrue(dom.contains("of 4 fighters alive"), dom);
    assertTrue(dom.contains("<b id=\"lost\">0</b>"), dom);
    assertTrue(dom.contains("<b id=\"underway\">1</b>"), dom);
    assertTrue(dom.contains("12 s: allocator killed"), dom);
    assertTrue(dom.contains("aria-pressed=\"true\""), dom);
    assertTrue(dom.matches("(?s).*id=\"trouble\"[^>]*></p>.*"), dom);
  }
}
