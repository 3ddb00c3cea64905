package dev.jitterlab.battle.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.http.StrictJson;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A control server and an allocator that the test has written, over real HTTP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ControlServerTest {
  private static final long FIRST_BATTLE = 1_790_000_000_000_000L;

  /** The store comes back at this heartbeat of a server that drains. */
  private static final int STORE_IS_BACK = 5;

  private static final ServerLoad LOAD = new ServerLoad(0, 2, true, false, "a test");

  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> running = Collections.synchronizedList(new ArrayList<>());
  private final ExecutorService gameLoop = Executors.newSingleThreadExecutor();
  private final OneBattle game = new OneBattle();
  @TempDir private Path folder;
  private JsonServer allocator;
  private boolean isBusy = true; // allocator's loop
  private int drainedBeats; // allocator's loop
  private final AtomicInteger registrations = new AtomicInteger();

  @BeforeEach
  void serve() throws IOException {
    JsonRoutes routes =
        new JsonRoutes()
            .post("/servers", JsonHandler.now(this::registration))
            .post("/servers/{id}/heartbeat", JsonHandler.now(this::heartbeat))
            .delete("/servers/{id}", JsonHandler.now(request -> farewell()))
            .post("/results", JsonHandler.now(request -> result()))
            .post("/kicks", JsonHandler.now(this::kick));
    allocator = JsonServer.start("127.0.0.1", 0, 100, routes, new PrometheusRegistry());
  }

  @AfterEach
  void close() {
    allocator.close();
    gameLoop.shutdown();
  }

  private JsonAnswer registration(JsonRequest request) {
    registrations.incrementAndGet();
    hearOfRunning(request);
    return JsonAnswer.ok(StrictJson.object());
  }

  private void hearOfRunning(JsonRequest request) {
    field(request, "running").forEach(one -> running.add(one.path("battle").asLong()));
  }

  /** The first time that it hears news it says that it is busy. */
  private JsonAnswer heartbeat(JsonRequest request) {
    hearOfRunning(request);
    drainedBeats += field(request, "draining").asBoolean() ? 1 : 0;
    JsonNode over = field(request, "over");
    over.forEach(one -> told.add("over " + one.path("battle").asLong()));
    if (isBusy && !over.isEmpty()) {
      isBusy = false;
      return JsonAnswer.error(503, "busy");
    }
    return JsonAnswer.ok(StrictJson.object());
  }

  private JsonAnswer result() {
    if (drainedBeats < STORE_IS_BACK) {
      return JsonAnswer.error(503, "away");
    }
    told.add("result");
    return JsonAnswer.of(201, StrictJson.object().put("kept", true));
  }

  private JsonAnswer kick(JsonRequest request) {
    if (drainedBeats < STORE_IS_BACK) {
      return JsonAnswer.error(503, "away");
    }
    told.add("kick " + field(request, "player").asLong());
    return JsonAnswer.ok(StrictJson.object());
  }

  private static JsonNode field(JsonRequest request, String name) {
    try {
      return StrictJson.read(request.bytes()).path(name);
    } catch (IOException e) {
      throw new HttpError(400, "no JSON");
    }
  }

  private JsonAnswer farewell() {
    told.add("farewell");
    return JsonAnswer.ok(StrictJson.object());
  }

  /** The allocator takes what it has not heard of for lost, and its players queue again. */
  @Test
  void aDrainedServerTellsOfItsLastBattleBeforeItSaysFarewell() throws Exception {
    MembershipOptions options = options();
    try (OutboxFolder results = OutboxFolder.open(options)) {
      start(options, results).close();
    }
    assertEquals(List.of("over 7", "over 7", "farewell"), List.copyOf(told));
  }

  /** After an upgrade no server is started again with that outbox. */
  @Test
  void aDrainedServerWaitsForAStoreThatIsAway() throws Exception {
    MembershipOptions options = options();
    try (OutboxFolder results = OutboxFolder.open(options)) {
      CompletableFuture<Void> kept = new CompletableFuture<>();
      results.keep(
          BattleReport.played(6, "boss", "score", 1, Map.of(1L, true)), () -> kept.complete(null));
      kept.join();
      start(options, results).close();
      assertEquals(0, results.count());
    }
    assertEquals(List.of("over 7", "over 7", "result", "farewell"), List.copyOf(told));
  }

  /** With the server ends its own ban, so the account would be free again. */
  @Test
  void aDrainedServerWaitsUntilTheStoreHasItsKicks() throws Exception {
    game.kicked.add(11L);
    MembershipOptions options = options();
    try (OutboxFolder results = OutboxFolder.open(options)) {
      start(options, results).close();
    }
    assertEquals(List.of("over 7", "over 7", "kick 11", "farewell"), List.copyOf(told));
  }

  @Test
  void aServerThatEndsAtOnceSendsTheKickOfTheLastMoment() throws Exception {
    drainedBeats = STORE_IS_BACK;
    MembershipOptions options = options(0);
    try (OutboxFolder results = OutboxFolder.open(options);
        ControlServer control = start(options, results)) {
      assertTrue(control.uri().getPort() > 0);
      onLoop(() -> game.kicked.add(11L));
    }
    assertEquals(List.of("kick 11", "farewell"), List.copyOf(told));
  }

  private ControlServer start(MembershipOptions options, OutboxFolder results) throws IOException {
    return ControlServer.start(
        options,
        "127.0.0.1",
        "127.0.0.1:1",
        allocator.uri(),
        game,
        new BattleViews(Runnable::run, () -> 0, at -> true),
        results,
        gameLoop,
        new PrometheusRegistry());
  }

  /** Five thousand battles: all their numbers are too long for one message. */
  @Test
  void aServerNamesAllItsBattlesHoweverManyTheyAre() throws Exception {
    List<BattleStatus> battles = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      battles.add(new BattleStatus(FIRST_BATTLE + i, i + 1, "boss", 2, 2));
    }
    isBusy = false;
    try (JsonClient client = new JsonClient()) {
      Membership membership =
          new Membership(options(), StrictJson.object().put("id", "s-1"), client, gameLoop);
      while (!isMoreToTell(membership)) {
        onLoop(() -> membership.beat(LOAD, battles));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
      onLoop(() -> membership.over(BattleReport.failed(FIRST_BATTLE + 4_999)));
      while (isMoreToTell(membership)) {
        onLoop(() -> membership.beat(LOAD, battles));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
    }
    assertEquals(4_999, Set.copyOf(running).size());
    assertFalse(running.contains(FIRST_BATTLE + 4_999), "it was over before it was named");
    assertTrue(told.contains("over " + (FIRST_BATTLE + 4_999)));
  }

  /** Else the allocator would take the battles that it never hears of for running, for ever. */
  @Test
  void aServerThatHasGivenUpNewsRegistersAgainOnceItHasToldTheRest() throws Exception {
    isBusy = false;
    try (JsonClient client = new JsonClient()) {
      Membership membership =
          new Membership(options(), StrictJson.object().put("id", "s-1"), client, gameLoop);
      beatUntilRegistered(membership, 1);
      for (int i = 0; i <= Membership.MAX_OVER; i++) {
        long battle = FIRST_BATTLE + i;
        onLoop(() -> membership.over(BattleReport.failed(battle)));
      }
      beatUntilRegistered(membership, 2);
    }
    assertEquals(Membership.MAX_OVER, Set.copyOf(told).size());
    assertFalse(told.contains("over " + FIRST_BATTLE), "it was given up");
  }

  private void beatUntilRegistered(Membership membership, int times) {
    while (registrations.get() < times) {
      onLoop(() -> membership.beat(LOAD, List.of()));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  private boolean isMoreToTell(Membership membership) {
    return CompletableFuture.supplyAsync(membership::isMoreToTell, gameLoop).join();
  }

  private void onLoop(Runnable step) {
    CompletableFuture.runAsync(step, gameLoop).join();
  }

  private MembershipOptions options() throws IOException {
    return options(30);
  }

  private MembershipOptions options(int drainSeconds) throws IOException {
    Path key =
        Files.createFile(
            folder.resolve("key"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(key, "0123456789abcdef".repeat(4));
    MembershipOptions options = new MembershipOptions();
    new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(options))
        .parseArgs(
            "--cluster=" + allocator.uri(),
            "--results=" + allocator.uri(),
            "--server-key-file=" + key,
            "--server-id=s-1",
            "--outbox=" + folder.resolve("outbox"),
            "--drain-seconds=" + drainSeconds);
    return options;
  }

  /** Has one battle, which is over once it drains: just after somebody has taken the reports. */
  private static final class OneBattle implements BattleControl {
    private boolean isDraining;
    private boolean isOver;
    private boolean isReported;
    private final List<Long> kicked = new ArrayList<>();

    @Override
    public String reserve(long battle, String mode, List<Long> players) {
      return "no more";
    }

    @Override
    public boolean cancel(long battle) {
      return false;
    }

    @Override
    public void modeMix(String mix) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void drain() {
      isDraining = true;
    }

    @Override
    public ServerLoad load() {
      return new ServerLoad(0, 2, false, isDraining, "a test");
    }

    @Override
    public List<BattleStatus> battles() {
      isOver = isDraining;
      return isOver ? List.of() : List.of(new BattleStatus(7, 1, "boss", 2, 2));
    }

    @Override
    public List<BattleReport> takeReports() {
      if (!isOver || isReported) {
        return List.of();
      }
      isReported = true;
      return List.of(BattleReport.played(7, "boss", "score", 1, Map.of()));
    }

    @Override
    public List<Long> takeKicked() {
      List<Long> taken = List.copyOf(kicked);
      kicked.clear();
      return taken;
    }
  }
}
