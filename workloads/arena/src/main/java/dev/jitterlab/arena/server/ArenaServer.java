package dev.jitterlab.arena.server;

import dev.jitterlab.arena.twin.Twin;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.arena.world.World;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that runs an arena until it gets SIGTERM or SIGINT. */
@Command(
    name = "arena-server",
    description =
        "One world in which everybody sees everybody, updated in parallel without locks, or with.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class ArenaServer implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Setting(choices = {"lockless", "single", "global-lock", "rw-locks", "paper"})
  @Option(
      names = "--twin",
      defaultValue = "lockless",
      description =
          "Execution model under the same rules: lockless, single (one main loop), global-lock,"
              + " rw-locks, or paper (an executor with blocking queues).")
  private String twin;

  @Setting(min = 1, max = 1024)
  @Option(
      names = "--threads",
      description =
          "Workers of the execution model; single has one. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  private Integer threads;

  @Setting(min = 1, max = 1000)
  @Option(names = "--rate", defaultValue = "10", description = "Updates per second of a fighter.")
  private int rate;

  @Setting(min = 1, max = 1000)
  @Option(
      names = "--attack-rate",
      defaultValue = "10",
      description = "Updates per second of a bolt that flies.")
  private int attackRate;

  @Setting(min = 0, max = 10_000_000)
  @Option(
      names = "--terrain",
      defaultValue = "1000",
      description =
          "Array elements that each update processes: load that grows with the number of fighters.")
  private int terrain;

  @Setting(min = 0, max = 100_000)
  @Option(
      names = "--sight",
      defaultValue = "0",
      description =
          "Array elements that each update processes for every fighter in the world: load that"
              + " grows with the square.")
  private int sight;

  @Setting(min = 1, max = WireFormat.MOST_PORTS)
  @Option(names = "--ports", defaultValue = "1", description = "UDP ports of the game.")
  private int ports;

  @Setting(min = 0, max = 10_000)
  @Option(
      names = "--inside-players",
      defaultValue = "0",
      description = "Players whom the server plays itself, without a network, beside its clients.")
  private int insidePlayers;

  @Setting(choices = {"replayed", "scripted"})
  @Option(
      names = "--inside",
      defaultValue = "replayed",
      description =
          "How those play: replayed (the trace, each with an offset) or scripted (they fight"
              + " everyone they meet).")
  private String inside;

  @Setting
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "The trace that is replayed inside. Default: the one of five players that comes along.",
      showDefaultValue = Visibility.NEVER)
  private Path trace;

  @Setting
  @Option(
      names = "--worker-times",
      defaultValue = "false",
      arity = "1",
      description =
          "Measure what the workers of `paper` do: on a CPU, waiting for one, or blocked; 3"
              + " microseconds an update.")
  private boolean workerTimes;

  @Setting(min = 0, max = 65_536)
  @Option(
      names = "--live-set",
      defaultValue = "0",
      description = "MiB of small objects that stay alive, so that a collector has work.")
  private int liveSet;

  @Setting(min = 0, max = 10_240)
  @Option(
      names = "--garbage",
      defaultValue = "0",
      description = "KiB of garbage with each update; one object in 16 replaces a live one.")
  private int garbage;

  @Setting(min = WireFormat.LEAST_DATAGRAM_BYTES, max = WireFormat.MOST_DATAGRAM_BYTES)
  @Option(
      names = "--datagram-bytes",
      defaultValue = "1400",
      description = "Most bytes of a datagram with a part of a state.")
  private int datagramBytes;

  @Setting(min = 1, max = World.MOST_FIGHTERS)
  @Option(
      names = "--max-players",
      defaultValue = "5000",
      description =
          "Players that are let in, with those that the server plays itself; more are refused.")
  private int maxPlayers;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  private String host;

  @Option(
      names = "--port",
      defaultValue = "0",
      description = "First UDP port of the game, the others follow it; 0 for any.")
  private int port;

  @Option(
      names = "--web-port",
      description = "TCP port of the page to play on, 0 for any. Default: no page.",
      showDefaultValue = Visibility.NEVER)
  private Integer webPort;

  @Option(
      names = "--web-host",
      defaultValue = "127.0.0.1",
      description =
          "Address of the page. With 0.0.0.0 others in the network can play; only a page at this"
              + " machine can change the execution model and the work.")
  private String webHost;

  @Option(
      names = "--web-rate",
      defaultValue = "20",
      description = "Updates per second of a fighter that plays in a browser.")
  private int webRate;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(names = "--tick-log", description = "File for the times of all updates of fighters.")
  private Path tickLog;

  @Option(names = "--record", description = "File for every message of clients, with its time.")
  private Path record;

  @Option(
      names = "--saved",
      description = "File that keeps what characters have, by their players' names.")
  private Path saved;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ArenaServer(), arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    Settings.check(spec);
    if (webPort != null && (webRate < 1 || webRate > 240)) {
      throw new IllegalArgumentException("--web-rate is 1 to 240, not " + webRate);
    }
    ArenaProcess process = ArenaProcess.start(settings());
    ReadyLine ready =
        new ReadyLine()
            .endpoint(
                "udp", process.udpAddress().getHostString() + ":" + process.udpAddress().getPort())
            .endpoint("metrics", process.metricsUri().toString());
    process.webUri().ifPresent(uri -> ready.endpoint("web", uri.toString()));
    if (!process.webUrisForOthers().isEmpty()) {
      ready.endpoint(
          "web-for-others",
          process.webUrisForOthers().stream().map(URI::toString).collect(Collectors.joining(",")));
    }
    Parts.serveUntilTerminated(process, ready);
    return CommandLine.ExitCode.OK;
  }

  private ArenaSettings settings() {
    ArenaSettings settings = new ArenaSettings();
    settings.twin = Twin.labelled(twin);
    settings.threads = threads == null ? settings.threads : threads;
    settings.rate = rate;
    settings.attackRate = attackRate;
    settings.terrain = terrain;
    settings.sight = sight;
    settings.ports = ports;
    settings.insidePlayers = insidePlayers;
    settings.insideScripted = inside.equals("scripted");
    settings.workerTimes = workerTimes;
    settings.trace = trace;
    settings.liveMebibytes = liveSet;
    settings.garbageKibibytes = garbage;
    settings.partBytes = datagramBytes;
    settings.mostPlayers = maxPlayers;
    settings.host = host;
    settings.port = port;
    settings.webHost = webHost;
    settings.webPort = webPort == null ? -1 : webPort;
    settings.webRate = webRate;
    settings.metricsPort = metricsPort;
    settings.tickLog = tickLog;
    settings.record = record;
    settings.savedFile = saved;
    return settings;
  }
}
