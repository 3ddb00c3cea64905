package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.ChatTimes;
import dev.jitterlab.chat.room.RoomLimits;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.NanoClock;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a server is to be: its options. Fields are set before use; then only read. */
final class ChatSettings {
  Path folder = Path.of(""); // of a PostgreSQL of its own
  NanoClock clock = System::nanoTime;

  @Setting
  @Option(
      names = "--design",
      description =
          "How connections are served: threads (two platform threads each), event-loop, or"
              + " virtual-threads (two each; JDK 21 and later).")
  DesignKind design = DesignKind.EVENT_LOOP;

  @Setting(min = 1, max = 256)
  @Option(
      names = "--threads",
      description = "Threads of event-loop. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  int threads = Math.min(256, Runtime.getRuntime().availableProcessors());

  @Mixin final RoomLimits rooms = new RoomLimits();

  @Setting(min = 512, max = 1 << 20)
  @Option(
      names = "--buffer-bytes",
      description =
          "Bytes that one read, or one write, moves at most, in every design. It is raised to the"
              + " longest frame.")
  int bufferBytes = 8_192;

  @Setting(min = 1, max = 1_000_000)
  @Option(names = "--max-connections", description = "Connections; more are refused.")
  int mostConnections = 10_000;

  @Setting(min = 1, max = 1_000_000)
  @Option(
      names = "--max-strangers",
      description =
          "Connections that have not said who they are; when more come, the one that came first"
              + " ends.")
  int mostStrangers = 1_000;

  @Setting(min = 1, max = 3_600)
  @Option(
      names = "--enter-seconds",
      description = "A client that has not said who it is by then is disconnected.")
  int enterSeconds = 5;

  @Setting(min = 1, max = 86_400)
  @Option(
      names = "--silence-seconds",
      description =
          "A client that was silent for so long is disconnected; after half of it, it is asked"
              + " whether it is there.")
  int silenceSeconds = 60;

  @Setting(min = 1, max = 3_600)
  @Option(
      names = "--patience-seconds",
      description = "A client that takes nothing of what waits for so long is disconnected.")
  int patienceSeconds = 10;

  @Setting
  @Option(
      names = "--no-delay",
      arity = "1",
      showDefaultValue = Visibility.ALWAYS,
      description = "Whether connections have TCP_NODELAY.")
  boolean isNoDelay = true;

  @Setting(min = 0, max = 1 << 26)
  @Option(
      names = "--send-buffer",
      description = "Bytes of the system's buffer for each connection. 0: as the system likes.")
  int sendBufferBytes;

  @Setting(min = 1, max = 65_535)
  @Option(names = "--backlog", description = "Connections that may wait to be accepted.")
  int backlog = 1_024;

  @Option(names = "--host", description = "Address to listen on.")
  String host = "127.0.0.1";

  @Option(names = "--port", description = "TCP port, 0 for any.")
  int port;

  @Setting(choices = {"tcp", "websocket"})
  @Option(
      names = "--clients",
      description =
          "How the load's users come in: over tcp, by the design, or over websocket, which an event"
              + " loop of Netty serves in every design.")
  String clients = "tcp";

  @Option(
      names = "--web-port",
      description = "TCP port of the page to talk on, 0 for any. Default: no page.",
      showDefaultValue = Visibility.NEVER)
  Integer webPort;

  @Option(
      names = "--web-host",
      description =
          "Address of the page; with another one than this machine's own, others can talk.")
  String webHost = "127.0.0.1";

  @Setting
  @Option(
      names = "--history",
      paramLabel = "JDBC-URL",
      description =
          "Database that keeps what is said in rooms, H2 or PostgreSQL, such as jdbc:h2:./chat, or"
              + " postgresql for a PostgreSQL of the server's own. Default: nothing is kept.",
      showDefaultValue = Visibility.NEVER)
  String history;

  @Setting(min = 1, max = 64)
  @Option(
      names = "--history-shown",
      description = "Messages of the history that somebody who enters is shown.")
  int historyShown = 50;

  @Setting(min = 1, max = 1_000_000)
  @Option(
      names = "--history-queue",
      description = "Messages that may wait for the database; more are not kept.")
  int historyQueue = 10_000;

  @Option(names = "--bots", description = "Bots that talk in the room of --bot-room.")
  int bots;

  @Option(names = "--bot-room", description = "The room of the bots.")
  String botRoom = "lobby";

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  int metricsPort;

  @Option(
      names = "--tick-log",
      description = "File for the times in which messages were put into all queues, tagged say.")
  Path tickLog;

  boolean isWebSocket() {
    return clients.equals("websocket");
  }

  /** Returns the port of the page, which users over WebSocket need; -1 for no page. */
  int webPort() {
    return webPort != null ? webPort : isWebSocket() ? 0 : -1;
  }

  ChatTimes times() {
    return new ChatTimes(
        TimeUnit.SECONDS.toNanos(enterSeconds),
        TimeUnit.SECONDS.toNanos(silenceSeconds),
        TimeUnit.SECONDS.toNanos(patienceSeconds));
  }
}
