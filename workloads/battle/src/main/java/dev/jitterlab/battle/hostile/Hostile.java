package dev.jitterlab.battle.hostile;

import dev.jitterlab.load.Target;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that sends hostile packets to a battle server on the same machine, for a while. */
@Command(
    name = "hostile",
    description = "Hostile traffic for a battle server on this machine; other targets are refused.")
public final class Hostile extends ProcessCommand {
  private static final int MAX_SECONDS = 3_600;

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
  protected void run() throws IOException {
    if (seconds < 1 || seconds > MAX_SECONDS) {
      throw new IllegalArgumentException("--seconds is 1 to 3600, not " + seconds);
    }
    long sent = flood();
    out().println("hostile: sent " + sent + " packets in " + seconds + " s");
  }

  private long flood() throws IOException {
    try (Flood flood =
        Flood.open(
            Target.parse(target).address(), HostileKind.labelled(kind), seed, System::nanoTime)) {
      return flood.run(rate, TimeUnit.SECONDS.toNanos(seconds));
    }
  }
}
