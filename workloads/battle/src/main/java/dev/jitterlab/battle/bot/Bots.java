package dev.jitterlab.battle.bot;

import dev.jitterlab.load.PlayerSearchOptions;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that lets bots play on battle servers until it gets SIGTERM or SIGINT. */
@Command(
    name = "battle-bots",
    description =
        "Bots that play on battle servers: a fixed load, the same on every server. Or in a cluster,"
            + " which sends them to its servers.")
public final class Bots extends ProcessCommand {
  @Option(
      names = "--target",
      paramLabel = "ID=HOST:PORT",
      description = "A server to play on; may be given more than once.")
  private List<String> targets = List.of();

  @Mixin private ClusterLifeOptions cluster;

  @Setting(min = 1, max = 5000)
  @Option(
      names = "--players",
      defaultValue = "100",
      description = "Bots per server, or in the cluster.")
  private int players;

  @Mixin private ArrivalOptions arrivals;

  @Mixin private PlayerSearchOptions search;

  @Setting(min = 1, max = 1000)
  @Option(names = "--rate", defaultValue = "20", description = "Packets per second of each bot.")
  private int rate;

  @Setting
  @Option(
      names = "--reaction",
      defaultValue = "0ms",
      paramLabel = "DURATION[-DURATION]",
      description =
          "How long a bot takes to act upon what it sees, such as 150ms-350ms; each bot takes a"
              + " time of its own.")
  private String reaction;

  @Setting(min = 1, max = 1024)
  @Option(
      names = "--threads",
      description = "Threads that the bots think on. Default: as many as processors.",
      showDefaultValue = Visibility.NEVER)
  private Integer threads;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the bots' decisions.")
  private long seed;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to play from.")
  private String host;

  @Mixin private NetworkOptions network;

  @Setting
  @Option(
      names = "--flood",
      defaultValue = "",
      paramLabel = "GROUP:KIND:RATE",
      showDefaultValue = Visibility.NEVER,
      description =
          "Hostile packets for the targets GROUP or GROUP/..., of that kind (as of the command"
              + " hostile), so many a second; more than one separated by semicolons. Default:"
              + " none.")
  private String flood;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(names = "--tick-log", description = "File for the times of all ticks.")
  private Path tickLog;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new Bots(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    BotFleet fleet = BotFleet.start(options());
    Parts.serveUntilTerminated(fleet, new ReadyLine().endpoint("metrics", fleet.metricsUri()));
  }

  private BotFleet.Options options() throws IOException {
    BotFleet.Options options = new BotFleet.Options();
    options.targets = targets.stream().map(Target::parse).collect(Collectors.toList());
    options.cluster = cluster.cluster(options.targets);
    options.players = players;
    options.arrivals = arrivals.plan(seed);
    options.search = search(options.cluster != null, options.arrivals.isPresent());
    options.rate = rate;
    options.threads = threads == null ? options.threads : threads;
    options.seed = seed;
    options.reaction = Reaction.parse(reaction);
    options.host = host;
    options.floods = FloodOption.parse(flood);
    options.impairments = network.impairments();
    options.metricsPort = metricsPort;
    options.tickLog = tickLog;
    return options;
  }

  private PlayerSearchOptions search(boolean inCluster, boolean comeByThemselves) {
    search.check(players);
    if (search.isAsked() && (inCluster || comeByThemselves)) {
      throw new IllegalArgumentException(
          "--search-from says itself when players come, to each --target: leave "
              + (inCluster ? "the cluster's options" : "--arrivals")
              + " out");
    }
    return search;
  }
}
