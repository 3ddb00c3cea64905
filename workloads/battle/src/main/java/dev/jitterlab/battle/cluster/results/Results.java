package dev.jitterlab.battle.cluster.results;

import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that runs the store of players and results. */
@Command(
    name = "results",
    description = "Keeps the players of a cluster, their skill, and the results of battles.")
public final class Results extends ProcessCommand {
  @Mixin private ServiceOptions options;

  @Option(
      names = "--database",
      required = true,
      paramLabel = "FILE|URL",
      description =
          "File of the database, which is made if there is none (.mv.db is added), or a PostgreSQL"
              + " database as jdbc:postgresql://HOST/DATABASE?user=NAME. Keep the password in the"
              + " file that PGPASSFILE names.")
  private String database;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new Results(), arguments);
  }

  @Override
  protected void run() throws Exception {
    ResultsService.start(options, database).serve();
  }
}
