package dev.jitterlab.business.server;

import dev.jitterlab.business.sql.AcknowledgedCheck;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.settings.JarVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command that compares a database with what a server had acknowledged, after the server has
 * ended in whatever way: an account of its own, which reads rows and shares nothing with the
 * server.
 */
@Command(
    name = "business-audit",
    description = "Is everything that the server acknowledged in the database?",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    usageHelpAutoWidth = true)
public final class BusinessAudit implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--database",
      required = true,
      paramLabel = "FILE|JDBC-URL",
      description = "The server's database.")
  private String database;

  @Option(
      names = "--acknowledged",
      required = true,
      paramLabel = "FILE",
      description = "What the server wrote with --acknowledged.")
  private Path acknowledged;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new BusinessAudit(), arguments);
  }

  @Override
  public Integer call() throws IOException {
    try (AcknowledgedCheck check = AcknowledgedCheck.open(database)) {
      try (BufferedReader lines = Files.newBufferedReader(acknowledged)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          check.look(line);
        }
      }
      check.compareAll();
      check.problems().forEach(spec.commandLine().getOut()::println);
      spec.commandLine()
          .getOut()
          .println(
              "acknowledged "
                  + check.acknowledged()
                  + ", lost "
                  + check.lost()
                  + ", orders and payments in the database "
                  + check.changes());
      spec.commandLine().getOut().flush();
      return check.problems().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    } catch (StoreException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
