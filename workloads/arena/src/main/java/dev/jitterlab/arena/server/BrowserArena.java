package dev.jitterlab.arena.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.arena.server.web.BrowserGame;
import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.wire.JoinPacket;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.LateThreshold;
import dev.jitterlab.tick.recording.TickHistograms;
import dev.jitterlab.tick.recording.TickMetric;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** The arena as browsers' players know it. Thread-safe. */
final class BrowserArena implements BrowserGame, AutoCloseable {
  private static final double NS_PER_MS = 1e6;
  private static final int MOST_TERRAIN = 200_000;

  private final ArenaHost host;
  private final CountsByKind<Reception> receptions;
  private final ObjectMapper json = new ObjectMapper();
  private final TickHistograms histograms;
  private final AtomicBoolean changing = new AtomicBoolean();

  /** Changing the execution model waits for the old one's end, which no event loop should. */
  private final ExecutorService changes =
      Executors.newSingleThreadExecutor(DaemonThreads.named("arena-changes"));

  private long ticksBefore;
  private long lateBefore;

  /** How late updates were, as the last news to all told. */
  private ObjectNode lateness;

  BrowserArena(ArenaHost host, CountsByKind<Reception> receptions) {
    this.host = host;
    this.receptions = receptions;
    this.histograms = host.recorder.subscribe();
    this.lateness = takeLateness();
  }

  @Override
  public Optional<Player> join(String name, Screen screen) {
    if (!host.takePlace()) {
      receptions.count(Reception.FULL);
      return Optional.empty();
    }
    ClientLink link =
        frame -> {
          try {
            for (int i = 0; i < frame.parts(); i++) {
              screen.show(frame.part(i));
            }
          } finally {
            frame.free();
          }
        };
    StateWriter view = new StateWriter(host.outbox, link, WireFormat.MOST_DATAGRAM_BYTES);
    Fighter fighter = host.join(JoinPacket.cleaned(name), host.settings.webRate, view);
    receptions.count(Reception.HANDSHAKE);
    return Optional.of(
        new Player() {
          @Override
          public int id() {
            return fighter.id();
          }

          @Override
          public boolean isGuest() {
            return host.isGuest(fighter);
          }

          @Override
          public void input(int number, int keys, int heading) {
            receptions.count(host.input(fighter, number, keys, heading));
          }

          @Override
          public void leave() {
            host.leave(fighter);
          }
        });
  }

  @Override
  public synchronized String newsForAll() {
    lateness = takeLateness();
    return newsForOne();
  }

  /** Returns how late updates were since the last call. */
  private ObjectNode takeLateness() {
    ObjectNode taken = json.createObjectNode();
    long ticks = host.recorder.ticks();
    long late = host.recorder.lateTicks(LateThreshold.X1_1);
    taken.put("updates", ticks - ticksBefore);
    taken.put(
        "late", ticks == ticksBefore ? 0 : (double) (late - lateBefore) / (ticks - ticksBefore));
    ticksBefore = ticks;
    lateBefore = late;
    histograms.take(
        metrics -> {
          var drift = metrics.get(TickMetric.DRIFT);
          taken.put("drift_p50_ms", drift.getValueAtPercentile(50) / NS_PER_MS);
          taken.put("drift_p99_ms", drift.getValueAtPercentile(99) / NS_PER_MS);
          taken.put("drift_max_ms", drift.getMaxValue() / NS_PER_MS);
        });
    return taken;
  }

  @Override
  public synchronized String newsForOne() {
    ObjectNode news = json.createObjectNode().put("type", "news");
    news.put("twin", host.twin().label());
    news.put("terrain", host.world().terrainElements());
    news.put("changing", changing.get());
    ArrayNode twins = news.putArray("twins");
    Twin.labels().forEach(twins::add);
    news.setAll(lateness);
    ArrayNode fighters = news.putArray("fighters");
    for (Fighter one : host.world().fighters()) {
      fighters
          .addArray()
          .add(one.id())
          .add(one.player())
          .add(one.given())
          .add(one.taken())
          .add(one.gems())
          .add(one.coins());
    }
    try {
      return json.writeValueAsString(news);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and texts can be written", e);
    }
  }

  @Override
  public void control(String text, boolean isAllowed) {
    try {
      JsonNode asked = json.readTree(text);
      String twin = asked.path("twin").asText("");
      if (isAllowed && Twin.labels().contains(twin) && changing.compareAndSet(false, true)) {
        changes.execute(() -> change(Twin.labelled(twin)));
      } else if (isAllowed && asked.path("terrain").isInt()) {
        host.world()
            .terrainElements(Math.max(0, Math.min(MOST_TERRAIN, asked.get("terrain").asInt())));
      } else {
        receptions.count(Reception.MALFORMED);
      }
    } catch (JsonProcessingException e) {
      receptions.count(Reception.MALFORMED);
    }
  }

  private void change(Twin twin) {
    try {
      host.changeTo(twin);
    } finally {
      changing.set(false);
    }
  }

  @Override
  public void refused(boolean isTooFast) {
    receptions.count(isTooFast ? Reception.TOO_FAST : Reception.MALFORMED);
  }

  @Override
  public void close() {
    changes.shutdownNow();
    histograms.close();
  }
}
