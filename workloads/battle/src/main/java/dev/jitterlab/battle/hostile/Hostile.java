package dev.jitterlab.battle.hostile;

import dev.jitterlab.load.Target;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.settings.JarVersion;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that sends hostile packets to a battle server on the same machine, for a while. */
@Command(
    name = "hostile",
    description = "Hostile traffic for a battle server on this machine; other targets are refused.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class Hostile implements Callable<Integer> {
  private static final int MAX_SECONDS = 3_600;

  @Spec private CommandSpec spec;

  @Option(
      names = "--target",
      required = true,
      paramLabel = "ID=HOST:PORT",
      description = "The server; a loopback address.")
  private String target;

  @Option(names = "--rate", defaultValue = "100000", description = "Packets per second.")
  private int rate;

  @Option(
      names = "--kind",
      defaultValue = "mixed",
      description = "garbage, replayed, forged, requests, churn, insiders or mixed.")
  private String kind;

  @Option(names = "--seconds", defaultValue = "10", description = "For how long, 1 to 3600.")
  private int seconds;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the packets.")
  private long seed;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new Hostile(), arguments);
  }

  @Override
  public Integer call() throws IOException {
    if (seconds < 1 || seconds > MAX_SECONDS) {
      throw new IllegalArgumentException("--seconds is 1 to 3600, not " + seconds);
    }
    long sent = flood();
    spec.commandLine().getOut().println("hostile: sent " + sent + " packets in " + seconds + " s");
    return CommandLine.ExitCode.OK;
  }

  private long flood() throws IOException {
    try (Flood flood =
        Flood.open(
            Target.parse(target).address(), HostileKind.labelled(kind), seed, System::nanoTime)) {
      return flood.run(rate, TimeUnit.SECONDS.toNanos(seconds));
    }
  }
}
