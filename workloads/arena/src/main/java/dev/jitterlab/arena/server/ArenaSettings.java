package dev.jitterlab.arena.server;

import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.world.WorldRules;
import java.nio.file.Path;

/** What the server was asked for. Filled by the command, then left alone. */
final class ArenaSettings {
  Twin twin = Twin.LOCKLESS;
  int threads = Runtime.getRuntime().availableProcessors();
  int rate = 10;
  int attackRate = 10;
  int terrain = 1_000;
  int sight;
  int ports = 1;
  int insidePlayers;
  boolean insideScripted;
  boolean workerTimes;
  int liveMebibytes;
  int garbageKibibytes;
  int partBytes = 1_400;
  int mostPlayers = 5_000;
  String host = "127.0.0.1";
  int port;
  String webHost = "127.0.0.1";
  int webPort = -1;
  int webRate = 20;
  int metricsPort;
  Path tickLog;
  Path trace;
  Path record;
  Path savedFile;

  WorldRules rules() {
    return new WorldRules(terrain, sight, 1_000_000_000L / attackRate);
  }
}
