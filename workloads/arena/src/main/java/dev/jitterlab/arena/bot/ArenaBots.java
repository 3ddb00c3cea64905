package dev.jitterlab.arena.bot;

import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command that lets clients replay a trace on arena servers until it gets SIGTERM or SIGINT.
 */
@Command(
    name = "arena-bots",
    description =
        "Clients of arena servers that replay a trace: any number, each with an offset, over and"
            + " over.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class ArenaBots implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--target",
      paramLabel = "ID=HOST:PORT",
      required = true,
      description = "A server to play on; may be given more than once.")
  private List<String> targets = List.of();

  @Setting(min = 1, max = 10_000)
  @Option(names = "--players", defaultValue = "40", description = "Clients per server.")
  private int players;

  @Setting(min = 1, max = WireFormat.MOST_MESSAGES_A_SECOND)
  @Option(
      names = "--rate",
      defaultValue = "10",
      description = "Packets per second of each client; servers drop more than 150.")
  private int rate;

  @Setting
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "What is replayed. Default: the trace of five players that comes along.",
      showDefaultValue = Visibility.NEVER)
  private Path trace;

  @Setting(min = 1, max = 64)
  @Option(
      names = "--sockets",
      defaultValue = "2",
      description =
          "Sockets, each with a thread that receives, that the clients of a server share.")
  private int sockets;

  @Setting(min = 1, max = 1024)
  @Option(names = "--threads", defaultValue = "1", description = "Threads that send.")
  private int threads;

  @Setting(min = 0, max = 3_600_000)
  @Option(
      names = "--offset-ms",
      defaultValue = "1700",
      description =
          "Milliseconds between the places of the record where two clients begin that replay the"
              + " same player.")
  private int offsetMs;

  @Option(names = "--seed", defaultValue = "1", description = "Which player of the trace is first.")
  private long seed;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to play from.")
  private String host;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(names = "--tick-log", description = "File for the times of all packets.")
  private Path tickLog;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ArenaBots(), arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings.check(spec);
    try (BotCrowd crowd = BotCrowd.start(options())) {
      crowd.awaitJoined();
      Parts.serveUntilTerminated(
          crowd, new ReadyLine().endpoint("metrics", crowd.metricsUri().toString()));
    }
    return CommandLine.ExitCode.OK;
  }

  private BotCrowd.Options options() throws IOException {
    BotCrowd.Options options = new BotCrowd.Options();
    options.targets = targets.stream().map(Target::parse).collect(Collectors.toList());
    options.trace = trace == null ? TraceFile.shipped() : TraceFile.read(trace);
    options.players = players;
    options.rate = rate;
    options.threads = threads;
    options.sockets = sockets;
    options.seed = seed;
    options.offsetUs = 1_000L * offsetMs;
    options.err = spec.commandLine().getErr();
    options.host = host;
    options.metricsPort = metricsPort;
    options.tickLog = tickLog;
    return options;
  }
}
