package dev.jitterlab.arena.server;

import dev.jitterlab.arena.server.web.WebDoor;
import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.trace.TraceRecorder;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.RunningProgram;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A server with all its parts, put together in {@link #start} and closed in the opposite order. */
final class ArenaProcess extends RunningProgram {
  private static final System.Logger LOG = System.getLogger(ArenaProcess.class.getName());
  private static final NanoClock CLOCK = System::nanoTime;

  private final List<UdpPort> ports = new ArrayList<>();
  private ArenaHost host;
  private Optional<WebDoor> web = Optional.empty();

  private ArenaProcess() {}

  /**
   * Opens everything.
   *
   * @throws IOException if a port, a file or a trace cannot be opened
   * @throws IllegalArgumentException if the players inside leave no place for anybody else
   */
  static ArenaProcess start(ArenaSettings settings) throws IOException {
    if (settings.insidePlayers >= settings.mostPlayers) {
      throw new IllegalArgumentException(
          "--inside-players "
              + settings.insidePlayers
              + " leaves no place for clients, as --max-players is "
              + settings.mostPlayers
              + "; raise --max-players, or lower --inside-players");
    }
    return Parts.open(new ArenaProcess(), process -> process.open(settings));
  }

  private void open(ArenaSettings settings) throws IOException {
    Optional<Trace> replayed = Optional.empty();
    if (settings.insidePlayers > 0 && !settings.isInsideScripted()) {
      replayed =
          Optional.of(
              settings.trace == null ? TraceFile.shipped() : TraceFile.read(settings.trace));
    }
    TickRecorder recorder = new TickRecorder();
    addTickLog(recorder, Map.of(), settings.tickLog);
    Optional<TraceRecorder> trace = Optional.empty();
    if (settings.record != null) {
      trace =
          Optional.of(new TraceRecorder(settings.record, "recorded by the arena's server", CLOCK));
      parts.add(trace.get());
    }
    Optional<SavedGoods> saved = Optional.empty();
    if (settings.savedFile != null) {
      saved = Optional.of(parts.add(new SavedGoods(settings.savedFile)));
    }
    host = parts.add(new ArenaHost(settings, CLOCK, recorder, trace, saved));
    CountsByKind<Reception> receptions = new CountsByKind<>(Reception.class);
    byte[] secret = Cookies.newSecret(new SecureRandom());
    for (int i = 0; i < settings.ports; i++) {
      int number = settings.port == 0 ? 0 : settings.port + i;
      ports.add(parts.add(new UdpPort(host, receptions, secret, number)));
    }
    parts.add(InsidePlayers.start(host, replayed));
    ports.forEach(port -> port.start(ports));
    if (settings.webPort >= 0) {
      BrowserArena game = parts.add(new BrowserArena(host, receptions));
      web = Optional.of(parts.add(new WebDoor(game, settings.webHost, settings.webPort)));
    }
    lookAfter(saved);
    PrometheusRegistry registry = new PrometheusRegistry();
    TickMetrics.register(registry, recorder, host.world()::failures, host.world()::waitingPeriods);
    GarbageCollections collections = parts.add(GarbageCollections.watch(CLOCK));
    Optional<FullCollectionCpu> fullCpu = Optional.empty();
    if (settings.collectionCpu) {
      fullCpu = Optional.of(new FullCollectionCpu(parts.add(CpuReadings.start(CLOCK))));
    }
    registry.register(new ArenaMetrics(host, receptions, trace, collections, fullCpu));
    serveMetrics(registry, settings.host, settings.metricsPort);
  }

  private void lookAfter(Optional<SavedGoods> saved) {
    ScheduledExecutorService janitor =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("arena-janitor"));
    parts.add(janitor::shutdown);
    ScheduledFuture<?> unused =
        janitor.scheduleWithFixedDelay(
            () -> {
              try {
                ports.forEach(port -> port.endSilent(CLOCK.nanoTime()));
              } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "could not look after the sessions", e);
              }
              saved.ifPresent(ArenaProcess::write);
            },
            1,
            1,
            TimeUnit.SECONDS);
  }

  private static void write(SavedGoods saved) {
    try {
      saved.write();
    } catch (IOException | RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "could not save the characters; trying again", e);
    }
  }

  InetSocketAddress udpAddress() {
    return ports.get(0).address();
  }

  Optional<URI> webUri() {
    return web.map(WebDoor::uri);
  }

  /** Returns where others in the network can open the page. */
  List<URI> webUrisForOthers() {
    return web.map(WebDoor::urisForOthers).orElse(List.of());
  }

  ArenaHost host() {
    return host;
  }
}
