package dev.jitterlab.battle.cluster.login;

import dev.jitterlab.battle.cluster.ServiceAddress;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import java.net.URI;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that runs the login. */
@Command(
    name = "login",
    description = "Lets players into a cluster, and issues their connect tokens.")
public final class Login extends ProcessCommand {
  @Mixin private ServiceOptions options;

  @Option(names = "--results", required = true, description = "URL of the store of players.")
  private URI results;

  @Option(
      names = "--identity-key-file",
      required = true,
      description =
          "File with the public keys (PEM) of those who say who a player is: EC with 256 bits, or"
              + " RSA. If there are several issuers, each key has a line `Issuer: NAME` before it.")
  private Path identityKeys;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new Login(), arguments);
  }

  @Override
  protected void run() throws Exception {
    ServiceAddress.check("--results", results);
    LoginService.start(options, results, identityKeys).serve();
  }
}
