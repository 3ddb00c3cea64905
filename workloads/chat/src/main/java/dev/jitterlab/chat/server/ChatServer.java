package dev.jitterlab.chat.server;

import dev.jitterlab.chat.room.Overflow;
import dev.jitterlab.chat.room.RoomLimits;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that runs a chat server until it gets SIGTERM or SIGINT. */
@Command(
    name = "chat-server",
    description =
        "Rooms in which everybody hears everybody else, by two threads a connection, an event loop,"
            + " or virtual threads.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class ChatServer implements Callable<Integer> {
  private static final String WEBSOCKET = "websocket";

  @Spec private CommandSpec spec;

  @Setting(choices = {"threads", "event-loop", "virtual-threads"})
  @Option(
      names = "--design",
      defaultValue = "event-loop",
      description =
          "How connections are served: threads (two platform threads each), event-loop, or"
              + " virtual-threads (two each; JDK 21 and later).")
  private String design;

  @Setting(min = 1, max = 256)
  @Option(
      names = "--threads",
      description = "Threads of event-loop. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  private Integer threads;

  @Setting(choices = {"disconnect", "drop-oldest", "back-pressure"})
  @Option(
      names = "--overflow",
      defaultValue = "disconnect",
      description =
          "When a reader's queue is full: disconnect it, drop its oldest message and tell it"
              + " (drop-oldest), or let speakers wait (back-pressure).")
  private String overflow;

  @Setting(min = 1, max = 65_536)
  @Option(
      names = "--queue",
      defaultValue = "256",
      description = "Messages that may wait for a reader.")
  private int queue;

  @Setting(min = 512, max = 1 << 20)
  @Option(
      names = "--buffer-bytes",
      defaultValue = "8192",
      description =
          "Bytes that one read, or one write, moves at most, in every design. It is raised to the"
              + " longest frame.")
  private int bufferBytes;

  @Setting(min = 1, max = 60_000)
  @Option(names = "--text-bytes", defaultValue = "1024", description = "Longest text of a message.")
  private int textBytes;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--message-rate",
      defaultValue = "100",
      description =
          "Messages a second that a user may say, and that many at once; more are refused. 0: no"
              + " limit.")
  private int messageRate;

  @Setting(min = 2, max = RoomLimits.MOST_ROOM_USERS)
  @Option(names = "--room-users", defaultValue = "20", description = "Users that a room takes.")
  private int roomUsers;

  @Setting(min = 1, max = 1_000_000)
  @Option(names = "--max-rooms", defaultValue = "1000", description = "Rooms.")
  private int maxRooms;

  @Setting(min = 1, max = 1_000_000)
  @Option(
      names = "--max-connections",
      defaultValue = "10000",
      description = "Connections; more are refused.")
  private int maxConnections;

  @Setting(min = 1, max = 1_000_000)
  @Option(
      names = "--max-strangers",
      defaultValue = "1000",
      description =
          "Connections that have not said who they are; when more come, the one that came first"
              + " ends.")
  private int maxStrangers;

  @Setting(min = 1, max = 3_600)
  @Option(
      names = "--enter-seconds",
      defaultValue = "5",
      description = "A client that has not said who it is by then is disconnected.")
  private int enterSeconds;

  @Setting(min = 1, max = 86_400)
  @Option(
      names = "--silence-seconds",
      defaultValue = "60",
      description =
          "A client that was silent for so long is disconnected; after half of it, it is asked"
              + " whether it is there.")
  private int silenceSeconds;

  @Setting(min = 1, max = 3_600)
  @Option(
      names = "--patience-seconds",
      defaultValue = "10",
      description = "A client that takes nothing of what waits for so long is disconnected.")
  private int patienceSeconds;

  @Setting
  @Option(
      names = "--no-delay",
      arity = "1",
      defaultValue = "true",
      description = "Whether connections have TCP_NODELAY.")
  private boolean noDelay;

  @Setting(min = 0, max = 1 << 26)
  @Option(
      names = "--send-buffer",
      defaultValue = "0",
      description = "Bytes of the system's buffer for each connection. 0: as the system likes.")
  private int sendBuffer;

  @Setting(min = 1, max = 65_535)
  @Option(
      names = "--backlog",
      defaultValue = "1024",
      description = "Connections that may wait to be accepted.")
  private int backlog;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  private String host;

  @Option(names = "--port", defaultValue = "0", description = "TCP port, 0 for any.")
  private int port;

  @Setting(choices = {"tcp", "websocket"})
  @Option(
      names = "--clients",
      defaultValue = "tcp",
      description =
          "How the load's users come in: over tcp, by the design, or over websocket, which an event"
              + " loop of Netty serves in every design.")
  private String clients;

  @Option(
      names = "--web-port",
      description = "TCP port of the page to talk on, 0 for any. Default: no page.",
      showDefaultValue = Visibility.NEVER)
  private Integer webPort;

  @Option(
      names = "--web-host",
      defaultValue = "127.0.0.1",
      description =
          "Address of the page; with another one than this machine's own, others can talk.")
  private String webHost;

  @Setting
  @Option(
      names = "--history",
      paramLabel = "JDBC-URL",
      description =
          "Database that keeps what is said in rooms, H2 or PostgreSQL, such as jdbc:h2:./chat, or"
              + " postgresql for a PostgreSQL of the server's own. Default: nothing is kept.",
      showDefaultValue = Visibility.NEVER)
  private String history;

  @Setting(min = 1, max = 64)
  @Option(
      names = "--history-shown",
      defaultValue = "50",
      description = "Messages of the history that somebody who enters is shown.")
  private int historyShown;

  @Setting(min = 1, max = 1_000_000)
  @Option(
      names = "--history-queue",
      defaultValue = "10000",
      description = "Messages that may wait for the database; more are not kept.")
  private int historyQueue;

  @Option(
      names = "--bots",
      defaultValue = "0",
      description = "Bots that talk in the room of --bot-room.")
  private int bots;

  @Option(names = "--bot-room", defaultValue = "lobby", description = "The room of the bots.")
  private String botRoom;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(
      names = "--tick-log",
      description = "File for the times in which messages were put into all queues, tagged say.")
  private Path tickLog;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ChatServer(), arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings.check(spec);
    ChatProcess process = ChatProcess.start(settings());
    InetSocketAddress address =
        clients.equals(WEBSOCKET) ? process.web().orElseThrow().address() : process.address();
    ReadyLine ready =
        new ReadyLine()
            .endpoint("chat", address.getHostString() + ":" + address.getPort())
            .endpoint("metrics", process.metricsUri().toString());
    process.web().ifPresent(door -> ready.endpoint("web", door.uri().toString()));
    Parts.serveUntilTerminated(process, ready);
    return CommandLine.ExitCode.OK;
  }

  private ChatSettings settings() {
    ChatSettings settings = new ChatSettings();
    settings.design = DesignKind.named(design).orElseThrow();
    settings.threads = threads == null ? settings.threads : threads;
    settings.rooms.overflow = Overflow.named(overflow).orElseThrow();
    settings.rooms.queue = queue;
    settings.rooms.textBytes = textBytes;
    settings.rooms.messageRate = messageRate;
    settings.rooms.roomUsers = roomUsers;
    settings.rooms.rooms = maxRooms;
    settings.bufferBytes = bufferBytes;
    settings.mostConnections = maxConnections;
    settings.mostStrangers = maxStrangers;
    settings.enterSeconds = enterSeconds;
    settings.silenceSeconds = silenceSeconds;
    settings.patienceSeconds = patienceSeconds;
    settings.isNoDelay = noDelay;
    settings.sendBufferBytes = sendBuffer;
    settings.backlog = backlog;
    settings.host = host;
    settings.port = port;
    settings.metricsPort = metricsPort;
    settings.history = history;
    settings.historyShown = historyShown;
    settings.historyQueue = historyQueue;
    settings.bots = bots;
    settings.botRoom = botRoom;
    settings.webHost = webHost;
    settings.webPort = webPort != null ? webPort : clients.equals(WEBSOCKET) ? 0 : -1;
    settings.tickLog = tickLog;
    return settings;
  }
}
