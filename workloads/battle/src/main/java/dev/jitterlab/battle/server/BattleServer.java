package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.server.control.MembershipOptions;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.observer.ProcessWatch;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.DurationOption;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that runs a battle server until it gets SIGTERM or SIGINT. */
@Command(
    name = "battle-server",
    description = "An authoritative game server: battles over UDP at a fixed tick rate.")
public final class BattleServer extends ProcessCommand {
  private static final long MOST_GATHER_NS = TimeUnit.MILLISECONDS.toNanos(20);

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  private String host;

  @Option(names = "--port", defaultValue = "0", description = "UDP port of the game, 0 for any.")
  private int port;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Setting(choices = {"auto", "nio", "epoll"})
  @Option(
      names = "--transport",
      defaultValue = "auto",
      description =
          "What carries the players' packets: nio; epoll, which sends all packets of a battle's"
              + " tick by one system call; or auto, which is epoll if the machine has it, else"
              + " nio.")
  private String transport;

  @Setting
  @Option(
      names = "--gather",
      defaultValue = "1ms",
      paramLabel = "DURATION",
      description =
          "How long packets gather, at most, before the network's thread takes them: longer takes"
              + " fewer system calls, and inputs and states wait longer; 0ms for not at all, 20ms"
              + " at most.")
  private String gather;

  @Setting(
      choices = {"thread-per-task", "scheduled-pool", "virtual-threads", "partitioned", "lockless"})
  @Option(
      names = "--scheduler",
      defaultValue = "scheduled-pool",
      description =
          "How ticks are scheduled: thread-per-task, scheduled-pool, virtual-threads"
              + " (needs JDK 21), partitioned or lockless.")
  private String scheduler;

  @Setting(min = 1, max = 1024)
  @Option(
      names = "--threads",
      description = "Threads of a pool. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  private Integer threads;

  @Mixin private TickThreads tickThreads;

  @Setting(min = 1, max = 1000)
  @Option(names = "--tick-rate", defaultValue = "20", description = "Ticks per second.")
  private int tickRate;

  @Setting(min = 2, max = 10)
  @Option(names = "--battle-size", defaultValue = "10", description = "Players per battle.")
  private int battleSize;

  @Setting(min = 1, max = 3600)
  @Option(
      names = "--battle-seconds",
      defaultValue = "60",
      description = "Longest duration of a battle.")
  private int battleSeconds;

  @Setting(min = 1, max = 65535)
  @Option(
      names = "--max-players",
      defaultValue = "5000",
      description = "Players that are let in; more are refused.")
  private int maxPlayers;

  @Setting(min = 0, max = 10_000)
  @Option(
      names = "--server-battles",
      defaultValue = "0",
      description =
          "Battles that the server keeps running and plays all players of itself, besides those of"
              + " its clients.")
  private int serverBattles;

  @Setting
  @Option(
      names = "--server-battles-rise",
      paramLabel = "PERCENT%%:SECONDS",
      description =
          "Every SECONDS seconds, start PERCENT %% more of them, such as 5%%:2, to find out how"
              + " many the server carries.")
  private String serverBattlesRise;

  @Setting(choices = {"on", "off"})
  @Option(
      names = "--server-battle-states",
      defaultValue = "off",
      description =
          "Whether a tick of such a battle also encodes what each of its players would see, which"
              + " nobody is sent: on or off.")
  private String serverBattleStates;

  @Option(names = "--tick-log", description = "File for the times of all ticks.")
  private Path tickLog;

  @Setting
  @Option(names = "--seed", defaultValue = "1", description = "Seed of the battles.")
  private long seed;

  @Setting
  @Option(
      names = "--mode-mix",
      defaultValue = "deathmatch",
      description =
          "Modes of new battles and their shares, such as last-standing:3,escort:1. Modes:"
              + " deathmatch, last-standing, collect, escort, boss.")
  private String modeMix;

  @Setting
  @Option(
      names = "--mode-change",
      split = ";",
      paramLabel = "SECONDS:MIX",
      description =
          "Another mix from that second after the start on, such as 60:escort:3,boss:1; more than"
              + " one separated by semicolons or repeated.")
  private List<String> modeChanges = List.of();

  @Setting(choices = {"full", "differential", "hybrid"})
  @Option(
      names = "--state",
      defaultValue = "hybrid",
      description = "What players are sent: full, differential or hybrid.")
  private String state;

  @Setting(choices = {"on", "off"})
  @Option(
      names = "--fog",
      defaultValue = "on",
      description = "Whether players see only what is in their team's sight: on or off.")
  private String fog;

  @Setting(choices = {"monolith", "split"})
  @Option(
      names = "--logic",
      defaultValue = "split",
      description = "Form of the game logic: monolith or split. Both play the same game.")
  private String logic;

  @ArgGroup(exclusive = false, multiplicity = "0..1", heading = "In a cluster, all of these:%n")
  private MembershipOptions cluster;

  @Mixin private TickOptions tickOptions;

  @Mixin private SeatOptions seats;

  @Mixin private SearchOptions search;

  @Mixin private HeapLoad heap;

  @Setting
  @Option(
      names = "--record",
      paramLabel = "DIR",
      description = "Record every battle into a new folder below that one.")
  private Path recordInto;

  @Setting(min = 1, max = 1_000_000)
  @Option(
      names = "--record-limit",
      defaultValue = "1000",
      description = "Battles that are recorded; later ones are not.")
  private int recordLimit;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new BattleServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    // A stack trace for one buffer in 128 is dear in a flood. Tests look at every buffer.
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    search.check();
    heap.fill();
    TickSettings ticks = tickOptions.settings();
    ScheduledModes modes =
        new ScheduledModes(
            new ModeSchedule(modeMix, modeChanges),
            Logic.labelled(logic),
            ticks.modeRates,
            System::nanoTime);
    GameServer server =
        GameServer.start(
            options(modes),
            new ServerSettings(tickRate, battleSeconds, battleSize, maxPlayers, seed, ticks)
                .withStates(StateUpdates.labelled(state), fog.equals("on"))
                .withServerBattles(battles())
                .withFilling(seats.filling()),
            modes);
    ReadyLine ready =
        new ReadyLine()
            .endpoint(
                "udp", server.udpAddress().getHostString() + ":" + server.udpAddress().getPort())
            .endpoint("transport", server.transport().label())
            .endpoint("metrics", server.metricsUri().toString());
    if (server.controlUri() != null) {
      ready.endpoint("http", server.controlUri().toString());
    }
    ProcessWatch.start();
    Parts.serveUntilTerminated(server, ready);
  }

  private ServerBattles battles() {
    if (search.isAsked() && (serverBattles != 0 || serverBattlesRise != null)) {
      throw new IllegalArgumentException(
          "--search-battles chooses the number of battles; leave --server-battles and"
              + " --server-battles-rise out");
    }
    ServerBattles battles =
        ServerBattles.of(serverBattles).withStates(serverBattleStates.equals("on"));
    return serverBattlesRise == null ? battles : battles.rising(serverBattlesRise);
  }

  private long gatherNs() {
    long gatherNs = DurationOption.nanos("--gather", gather);
    if (gatherNs < 0 || gatherNs > MOST_GATHER_NS) {
      throw new IllegalArgumentException(
          "--gather is 0ms to 20ms, not '" + gather + "': every input and state waits for it");
    }
    return gatherNs;
  }

  private GameServer.Options options(ScheduledModes modes) throws IOException {
    GameServer.Options options = new GameServer.Options();
    options.host = host;
    options.port = port;
    options.transport = NettyTransport.labelled(transport);
    options.gatherNs = gatherNs();
    options.metricsPort = metricsPort;
    options.scheduler = scheduler;
    options.threads = threads == null ? options.threads : threads;
    options.tickThreads = tickThreads;
    options.tickLog = tickLog;
    if (cluster != null) {
      cluster.check();
      options.cluster = cluster;
      options.modes = modes;
      String id = cluster.serverId();
      options.tokens = new ConnectTokens(id, cluster.key().tokenKey(), new SecureRandom());
    }
    options.search = search;
    options.searchedModes = modes;
    options.heap = heap;
    options.recordInto = recordInto;
    options.recordLimit = recordLimit;
    return options;
  }
}
