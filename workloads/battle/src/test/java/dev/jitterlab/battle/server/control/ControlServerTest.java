package dev.jitterlab.battle.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A control server and an allocator that the test has written, over real HTTP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ControlServerTest {
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final ExecutorService gameLoop = Executors.newSingleThreadExecutor();
  private final OneBattle game = new OneBattle();
  @TempDir private Path folder;
  private JsonServer allocator;
  private boolean isBusy = true; // allocator's loop

  @BeforeEach
  void serve() throws IOException {
    JsonRoutes routes =
        new JsonRoutes()
            .post("/servers", JsonHandler.now(request -> JsonAnswer.ok(StrictJson.object())))
            .post("/servers/{id}/heartbeat", JsonHandler.now(this::heartbeat))
            .delete("/servers/{id}", JsonHandler.now(request -> farewell()));
    allocator = JsonServer.start("127.0.0.1", 0, 100, routes, new PrometheusRegistry());
  }

  @AfterEach
  void close() {
    allocator.close();
    gameLoop.shutdown();
  }

  /** The first time that it hears news it says that it is busy. */
  private JsonAnswer heartbeat(JsonRequest request) {
    JsonNode over = over(request);
    over.forEach(one -> told.add("over " + one.path("battle").asLong()));
    if (isBusy && !over.isEmpty()) {
      isBusy = false;
      return JsonAnswer.error(503, "busy");
    }
    return JsonAnswer.ok(StrictJson.object());
  }

  private static JsonNode over(JsonRequest request) {
    try {
      return StrictJson.read(request.bytes()).path("over");
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
      ControlServer control =
          ControlServer.start(
              options,
              "127.0.0.1",
              "127.0.0.1:1",
              allocator.uri(),
              game,
              new BattleViews(Runnable::run, () -> 0, at -> true),
              results,
              gameLoop,
              new PrometheusRegistry());
      control.close();
    }
    assertEquals(List.of("over 7", "over 7", "farewell"), List.copyOf(told));
  }

  private MembershipOptions options() throws IOException {
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
            "--drain-seconds=30");
    return options;
  }

  /** Has one battle, which is over once it drains: just after somebody has taken the reports. */
  private static final class OneBattle implements BattleControl {
    private boolean isDraining;
    private boolean isOver;
    private boolean isReported;

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
      return List.of();
    }
  }
}
