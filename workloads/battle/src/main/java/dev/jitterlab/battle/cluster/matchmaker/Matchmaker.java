package dev.jitterlab.battle.cluster.matchmaker;

import dev.jitterlab.battle.cluster.ServiceAddress;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import java.net.URI;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that runs the matchmaker. */
@Command(name = "matchmaker", description = "Puts players together who wait for a battle.")
public final class Matchmaker extends ProcessCommand {
  @Mixin private ServiceOptions options;

  @Option(names = "--login", required = true, description = "URL of the login.")
  private URI login;

  @Option(names = "--allocator", required = true, description = "URL of the allocator.")
  private URI allocator;

  @Option(names = "--results", required = true, description = "URL of the store of players.")
  private URI results;

  @Option(names = "--battle-size", defaultValue = "10", description = "Players per battle.")
  private int battleSize;

  @Option(
      names = "--modes",
      split = ",",
      defaultValue = "deathmatch,last-standing,collect,escort,boss",
      description = "Modes that players may ask for, beside any.")
  private List<String> modes;

  @Option(
      names = "--max-waiting",
      defaultValue = "20000",
      description = "Players in the queue; more are refused.")
  private int maxWaiting;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new Matchmaker(), arguments);
  }

  @Override
  protected void run() throws Exception {
    ServiceAddress.check("--login", login);
    ServiceAddress.check("--allocator", allocator);
    ServiceAddress.check("--results", results);
    MatchmakerService.start(
            options,
            new MatchmakerSettings(battleSize, modes, maxWaiting),
            login,
            allocator,
            results,
            System::nanoTime)
        .serve();
  }
}
