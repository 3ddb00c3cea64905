package dev.jitterlab.battle.server;

import dev.jitterlab.battle.process.CommandLineProcess;
import dev.jitterlab.battle.process.JarVersion;
import dev.jitterlab.battle.process.Parts;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.observer.ReadyLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that runs a battle server until it gets SIGTERM or SIGINT. */
@Command(
    name = "battle-server",
    description = "An authoritative game server: battles over UDP at a fixed tick rate.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class BattleServer implements Callable<Integer> {
  private static final int EXIT_CANNOT_RUN = 3;

  @Spec private CommandSpec spec;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  private String host;

  @Option(names = "--port", defaultValue = "0", description = "UDP port of the game, 0 for any.")
  private int port;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(
      names = "--scheduler",
      defaultValue = "scheduled-pool",
      description =
          "How ticks are scheduled: thread-per-task, scheduled-pool, virtual-threads,"
              + " partitioned or lockless.")
  private String scheduler;

  @Option(
      names = "--threads",
      description = "Threads of a pool. Default: as many as processors.",
      showDefaultValue = CommandLine.Help.Visibility.NEVER)
  private Integer threads;

  @Option(names = "--tick-rate", defaultValue = "20", description = "Ticks per second.")
  private int tickRate;

  @Option(names = "--battle-size", defaultValue = "10", description = "Players per battle.")
  private int battleSize;

  @Option(
      names = "--battle-seconds",
      defaultValue = "60",
      description = "Longest duration of a battle.")
  private int battleSeconds;

  @Option(
      names = "--max-players",
      defaultValue = "5000",
      description = "Players that are let in; more are refused.")
  private int maxPlayers;

  @Option(names = "--tick-log", description = "File for the times of all ticks.")
  private Path tickLog;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the battles.")
  private long seed;

  @Option(
      names = "--mode-mix",
      defaultValue = "deathmatch",
      description =
          "Modes of new battles and their shares, such as last-standing:3,escort:1. Modes:"
              + " deathmatch, last-standing, collect, escort, boss.")
  private String modeMix;

  @Option(
      names = "--mode-change",
      split = ";",
      paramLabel = "SECONDS:MIX",
      description =
          "Another mix from that second on; more than one separated by semicolons or repeated.")
  private List<String> modeChanges = List.of();

  @Option(
      names = "--logic",
      defaultValue = "split",
      description = "Form of the game logic: monolith or split. Both play the same game.")
  private String logic;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new BattleServer(), arguments);
  }

  @Override
  public Integer call() throws InterruptedException {
    GameServer server;
    try {
      server =
          GameServer.start(
              options(),
              new ServerSettings(tickRate, battleSeconds, battleSize, maxPlayers, seed),
              new ScheduledModes(
                  new ModeSchedule(modeMix, modeChanges), Logic.labelled(logic), System::nanoTime));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (IOException e) {
      spec.commandLine().getErr().println("battle-server: " + e.getMessage());
      return EXIT_CANNOT_RUN;
    }
    Parts.serveUntilTerminated(
        server,
        new ReadyLine()
            .endpoint(
                "udp", server.udpAddress().getHostString() + ":" + server.udpAddress().getPort())
            .endpoint("metrics", server.metricsUri().toString())
            .endpoint("control", server.controlUri().toString()));
    return CommandLine.ExitCode.OK;
  }

  private GameServer.Options options() {
    GameServer.Options options = new GameServer.Options();
    options.host = host;
    options.port = port;
    options.metricsPort = metricsPort;
    options.scheduler = scheduler;
    options.threads = threads == null ? options.threads : threads;
    options.tickLog = tickLog;
    return options;
  }
}
