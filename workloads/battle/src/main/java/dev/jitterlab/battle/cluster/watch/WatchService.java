package dev.jitterlab.battle.cluster.watch;

import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.LoopbackOnly;
import dev.jitterlab.battle.http.PageFile;
import dev.jitterlab.battle.http.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The page and what it shows. {@code GET /} is the page, {@code GET /cluster} the overview, {@code
 * GET /servers/{id}/battles/{battle}/view} a battle, {@code GET /events} what happened to
 * processes. Whoever can reach the loopback address may look; another site's page in the same
 * browser may not, because its requests name another host.
 */
final class WatchService {
  private static final String PAGE = "watch.html";

  private final JsonAnswer page;
  private final ClusterOverview overview;
  private final Path events;

  private WatchService(JsonAnswer page, ClusterOverview overview, Path events) {
    this.page = page;
    this.overview = overview;
    this.events = events;
  }

  /**
   * Starts the service.
   *
   * @param metricsOf the metrics of the services whose queue and results are shown
   * @param events the file with what happened to processes; null for none
   */
  static ServiceProcess start(
      ServiceOptions options, URI allocator, URI[] metricsOf, Path events, LongSupplier nanoTime)
      throws IOException {
    ClusterKey key = options.key();
    JsonAnswer page = PageFile.read(WatchService.class, PAGE);
    return ServiceProcess.start(
        process -> {
          JsonClient client = process.add(new JsonClient(key));
          MetricsReader metrics = process.add(new MetricsReader());
          ClusterOverview overview =
              new ClusterOverview(allocator, metricsOf, client, key, metrics, nanoTime);
          JsonRoutes routes = new WatchService(page, overview, events).routes();
          process.open(options, loop -> routes);
        });
  }

  private JsonRoutes routes() {
    return new JsonRoutes()
        .get("/", LoopbackOnly.of(JsonHandler.now(request -> page)))
        .get("/cluster", LoopbackOnly.of(request -> overview.answer()))
        .get("/events", LoopbackOnly.of(JsonHandler.now(request -> events())))
        .get(
            "/servers/{id}/battles/{battle}/view",
            LoopbackOnly.of(
                request -> overview.view(request.variable("id"), request.variable("battle"))));
  }

  /** A small local file: reading it takes microseconds. */
  private JsonAnswer events() {
    if (events == null || !Files.exists(events)) {
      return JsonAnswer.ok(StrictJson.object());
    }
    try {
      return JsonAnswer.ok(StrictJson.read(Files.readAllBytes(events)));
    } catch (IOException e) {
      throw new HttpError(503, "what happened to processes cannot be read: " + e.getMessage());
    }
  }
}
