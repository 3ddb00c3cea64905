package dev.jitterlab.arena.server;

import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.arena.world.World;
import dev.jitterlab.arena.world.WorldRules;
import dev.jitterlab.settings.Setting;
import java.nio.file.Path;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What the server is asked for: its options. Filled by the command, then left alone. */
final class ArenaSettings {
  @Setting
  @Option(
      names = "--twin",
      description =
          "Execution model under the same rules: lockless, single (one main loop), global-lock,"
              + " rw-locks, or paper (an executor with blocking queues).")
  Twin twin = Twin.LOCKLESS;

  @Setting(min = 1, max = 1024)
  @Option(
      names = "--threads",
      description =
          "Workers of the execution model; single has one. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  int threads = Math.min(1024, Runtime.getRuntime().availableProcessors());

  @Setting(min = 1, max = 1000)
  @Option(names = "--rate", description = "Updates per second of a fighter.")
  int rate = 10;

  @Setting(min = 1, max = 1000)
  @Option(names = "--attack-rate", description = "Updates per second of a bolt that flies.")
  int attackRate = 10;

  @Setting(min = 0, max = 10_000_000)
  @Option(
      names = "--terrain",
      description =
          "Array elements that each update processes: load that grows with the number of fighters.")
  int terrain = 1_000;

  @Setting(min = 0, max = 100_000)
  @Option(
      names = "--sight",
      description =
          "Array elements that each update processes for every fighter in the world: load that"
              + " grows with the square.")
  int sight;

  @Setting(min = 1, max = WireFormat.MOST_PORTS)
  @Option(names = "--ports", description = "UDP ports of the game.")
  int ports = 1;

  @Setting(min = 0, max = 10_000)
  @Option(
      names = "--inside-players",
      description = "Players whom the server plays itself, without a network, beside its clients.")
  int insidePlayers;

  @Setting(choices = {"replayed", "scripted"})
  @Option(
      names = "--inside",
      description =
          "How those play: replayed (the trace, each with an offset) or scripted (they fight"
              + " everyone they meet).")
  String inside = "replayed";

  @Setting
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "The trace that is replayed inside. Default: the one of five players that comes along.",
      showDefaultValue = Visibility.NEVER)
  Path trace;

  @Setting
  @Option(
      names = "--worker-times",
      arity = "1",
      showDefaultValue = Visibility.ALWAYS,
      description =
          "Measure what the workers of `paper` do: on a CPU, waiting for one, or blocked; 3"
              + " microseconds an update.")
  boolean workerTimes;

  @Setting(min = 0, max = 1_000_000)
  @Option(
      names = "--check-reads",
      description =
          "Measure how wrong what fighters read of one another was, in one of so many updates of"
              + " each; 0 for never.")
  int checkReads;

  @Setting
  @Option(
      names = "--collection-cpu",
      arity = "1",
      showDefaultValue = Visibility.ALWAYS,
      description =
          "Measure the CPU time before, in and after full collections: it is read every 10 ms.")
  boolean collectionCpu;

  @Setting(min = 0, max = 65_536)
  @Option(
      names = "--live-set",
      description = "MiB of small objects that stay alive, so that a collector has work.")
  int liveMebibytes;

  @Setting(min = 0, max = 10_240)
  @Option(
      names = "--garbage",
      description = "KiB of garbage with each update; one object in 16 replaces a live one.")
  int garbageKibibytes;

  @Setting(min = WireFormat.LEAST_DATAGRAM_BYTES, max = WireFormat.MOST_DATAGRAM_BYTES)
  @Option(
      names = "--datagram-bytes",
      description = "Most bytes of a datagram with a part of a state.")
  int partBytes = 1_400;

  @Setting(min = 1, max = World.MOST_FIGHTERS)
  @Option(
      names = "--max-players",
      description =
          "Players that are let in, with those that the server plays itself; more are refused.")
  int mostPlayers = 5_000;

  @Option(names = "--host", description = "Address to listen on.")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      description = "First UDP port of the game, the others follow it; 0 for any.")
  int port;

  @Option(
      names = "--web-port",
      description = "TCP port of the page to play on, 0 for any. Default: no page.",
      showDefaultValue = Visibility.NEVER)
  int webPort = -1;

  @Option(
      names = "--web-host",
      description =
          "Address of the page. With 0.0.0.0 others in the network can play; only a page at this"
              + " machine can change the execution model and the work.")
  String webHost = "127.0.0.1";

  @Option(
      names = "--web-rate",
      description = "Updates per second of a fighter that plays in a browser.")
  int webRate = 20;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  int metricsPort;

  @Option(names = "--tick-log", description = "File for the times of all updates of fighters.")
  Path tickLog;

  @Option(names = "--record", description = "File for every message of clients, with its time.")
  Path record;

  @Option(
      names = "--saved",
      description = "File that keeps what characters have, by their players' names.")
  Path savedFile;

  boolean isInsideScripted() {
    return inside.equals("scripted");
  }

  WorldRules rules() {
    return new WorldRules(terrain, sight, 1_000_000_000L / attackRate, checkReads);
  }
}
