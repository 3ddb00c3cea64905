package dev.jitterlab.chat.server;

import dev.jitterlab.chat.bot.TalkingBots;
import dev.jitterlab.chat.connection.ChatTimes;
import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatCounters;
import dev.jitterlab.chat.room.ChatHistory;
import dev.jitterlab.chat.room.ChatRooms;
import dev.jitterlab.chat.room.ChatSession;
import dev.jitterlab.chat.server.web.ChatDoor;
import dev.jitterlab.chat.store.StoredHistory;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.program.OwnPostgres;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.RunningProgram;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A server with all its parts, put together in {@link #start} and closed in the opposite order. */
final class ChatProcess extends RunningProgram {
  private static final System.Logger LOG = System.getLogger(ChatProcess.class.getName());
  private static final long LOOK_MS = 250;

  /** Instead of a URL: a PostgreSQL that the server starts itself. */
  private static final String OWN_POSTGRESQL = "postgresql";

  private final ChatCounters counters = new ChatCounters();
  private ChatRooms rooms;
  private OpenConnections open;
  private InetSocketAddress address;
  private Optional<ChatDoor> web = Optional.empty();

  private ChatProcess() {}

  /**
   * Opens everything.
   *
   * @throws IOException if a port or a file cannot be opened, or this machine lacks something
   */
  static ChatProcess start(ChatSettings settings) throws IOException {
    return Parts.open(new ChatProcess(), process -> process.open(settings));
  }

  private void open(ChatSettings settings) throws IOException {
    addTickLog(
        new TickRecorder(),
        Map.of("say", counters.sayTimes::getIntervalHistogram),
        settings.tickLog);
    ChatHistory history = ChatHistory.NONE;
    if (settings.history != null) {
      String url = settings.history;
      if (url.equals(OWN_POSTGRESQL)) {
        url = parts.add(OwnPostgres.start(settings.folder)).url();
      }
      history =
          parts.add(
              StoredHistory.open(url, settings.historyShown, settings.historyQueue, counters));
    }
    rooms = new ChatRooms(settings.rooms, counters, history);
    open =
        new OpenConnections(
            rooms, settings.mostConnections, settings.mostStrangers, settings.clock);
    int bufferBytes =
        Math.max(
            settings.bufferBytes,
            Math.max(
                ChatSession.longestFrameBytes(settings.rooms),
                ChatSession.longestReplyBytes(settings.rooms)));
    ChatDesign design = parts.add(settings.design.open(open, settings.threads, bufferBytes));
    address = parts.add(new Acceptor(settings, open, design)).address();
    if (settings.webPort() >= 0) {
      ChatDoor door =
          new ChatDoor(
              open,
              settings.webHost,
              settings.webPort(),
              settings.threads,
              bufferBytes,
              settings.enterSeconds);
      web = Optional.of(parts.add(door));
    }
    lookAfter(settings);
    if (settings.bots > 0) {
      parts.add(TalkingBots.start(address, settings.botRoom, settings.bots));
    }
    PrometheusRegistry registry = new PrometheusRegistry();
    registry.register(new ChatMetrics(rooms, open));
    serveMetrics(registry, settings.host, settings.metricsPort);
  }

  private void lookAfter(ChatSettings settings) {
    ChatTimes times = settings.times();
    ScheduledExecutorService janitor =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("chat-janitor"));
    parts.add(janitor::shutdownNow);
    ScheduledFuture<?> unused =
        janitor.scheduleWithFixedDelay(
            () -> {
              try {
                open.look(times);
              } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "could not look after the connections", e);
              }
            },
            LOOK_MS,
            LOOK_MS,
            TimeUnit.MILLISECONDS);
  }

  InetSocketAddress address() {
    return address;
  }

  /** Returns the page and its WebSockets, if there is one. */
  Optional<ChatDoor> web() {
    return web;
  }

  ChatRooms rooms() {
    return rooms;
  }

  ChatCounters counters() {
    return counters;
  }

  OpenConnections connections() {
    return open;
  }
}
