package dev.jitterlab.chat.server;

import dev.jitterlab.chat.room.RoomLimits;
import java.nio.file.Path;

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
  Path tickLog;
}
