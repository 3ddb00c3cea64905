package dev.jitterlab.battle.gateway;

import dev.jitterlab.battle.bot.People;
import dev.jitterlab.battle.cluster.ServiceAddress;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.LoopbackOnly;
import dev.jitterlab.battle.http.PageFile;
import dev.jitterlab.battle.identity.IdentityIssuer;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that lets people of this machine play in a cluster, until SIGTERM or SIGINT. */
@Command(
    name = "gateway",
    description = "A page on which one plays in the battles of a cluster, in a browser.")
public final class Gateway extends ProcessCommand {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String PAGE = "gateway.html";
  private static final int MOST_CONNECTIONS = 256;
  private static final int MOST_PEOPLE = 100;
  private static final int MOST_RATE = 100;

  @Option(
      names = "--login",
      required = true,
      paramLabel = "URI",
      description = "Login service of the cluster, such as http://127.0.0.1:4000.")
  private URI login;

  @Option(
      names = "--matchmaker",
      required = true,
      paramLabel = "URI",
      description = "Its matchmaker.")
  private URI matchmaker;

  @Option(
      names = "--identity-key-file",
      required = true,
      paramLabel = "FILE",
      description =
          "The private key (PEM, EC with 256 bits) that signs who people are; the login has its"
              + " public key.")
  private Path identityKey;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description = "Where to write who logged in and which battles ended how, line by line.")
  private Path ledger;

  @Option(
      names = "--people",
      defaultValue = "16",
      description = "People who may play at once, 1 to " + MOST_PEOPLE + ".")
  private int most;

  @Option(
      names = "--rate",
      defaultValue = "30",
      description = "Packets a second of each to its server, 1 to " + MOST_RATE + ".")
  private int rate;

  @Option(
      names = "--port",
      defaultValue = "0",
      description = "TCP port of the page on the loopback address, 0 for any.")
  private int port;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new Gateway(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    requireWithin("--people", most, MOST_PEOPLE);
    requireWithin("--rate", rate, MOST_RATE);
    ServiceAddress.check("--login", login);
    ServiceAddress.check("--matchmaker", matchmaker);
    People.Options options = new People.Options();
    options.login = login;
    options.matchmaker = matchmaker;
    options.ledger = ledger;
    options.most = most;
    options.rate = rate;
    options.identities = IdentityIssuer.read(identityKey);
    start(options, port, metricsPort).serve();
  }

  private static void requireWithin(String option, int value, int largest) {
    if (value < 1 || value > largest) {
      throw new IllegalArgumentException(option + " is 1 to " + largest + ", not " + value);
    }
  }

  /**
   * Opens it.
   *
   * @throws IOException if a port is in use, or the ledger cannot be written
   */
  static ServiceProcess start(People.Options options, int port, int metricsPort)
      throws IOException {
    return ServiceProcess.start(
        process -> {
          People people = process.add(People.start(options, process.registry()));
          JsonAnswer html = PageFile.read(Gateway.class, PAGE);
          JsonRoutes routes =
              new JsonRoutes()
                  .get("/", LoopbackOnly.of(JsonHandler.now(request -> html)))
                  .socket("/socket", peer -> new PersonSocket(people, peer));
          process.open(LOOPBACK, port, metricsPort, MOST_CONNECTIONS, loop -> routes);
        });
  }
}
