package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.ChatTimes;
import dev.jitterlab.chat.room.RoomLimits;
import dev.jitterlab.tick.NanoClock;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What a server is to be. Fields are set before use; then only read. */
final class ChatSettings {
  DesignKind design = DesignKind.EVENT_LOOP;
  int threads = Runtime.getRuntime().availableProcessors();
  final RoomLimits rooms = new RoomLimits();
  int bufferBytes = 8_192;
  int mostConnections = 10_000;
  int mostStrangers = 1_000;
  int enterSeconds = 5;
  int silenceSeconds = 60;
  int patienceSeconds = 10;
  boolean isNoDelay = true;
  int sendBufferBytes;
  int backlog = 1_024;
  String host = "127.0.0.1";
  int port;
  int metricsPort;
  String webHost = "127.0.0.1";
  int webPort = -1; // no page
  int bots;
  String botRoom = "lobby";
  String history; // a JDBC URL, or postgresql; null to keep nothing
  Path folder = Path.of(""); // of a PostgreSQL of its own
  int historyShown = 50;
  int historyQueue = 10_000;
  Path tickLog;
  NanoClock clock = System::nanoTime;

  ChatTimes times() {
    return new ChatTimes(
        TimeUnit.SECONDS.toNanos(enterSeconds),
        TimeUnit.SECONDS.toNanos(silenceSeconds),
        TimeUnit.SECONDS.toNanos(patienceSeconds));
  }
}
