package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.identity.IdentityIssuer;
import dev.jitterlab.battle.rules.ModeMix;
import dev.jitterlab.load.Target;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options of bots that live in a cluster. */
final class ClusterLifeOptions {
  /** Where the cluster is, and how its bots live. */
  static final class Cluster {
    final URI login;
    final URI matchmaker;

    /** Signs who the bots are. */
    final IdentityIssuer identities;

    /** What the load calls all servers of the cluster together. */
    final Target target;

    final ModeMix modes;
    final double leavesPerMinute;

    /** Where bots write what they saw; null for nowhere. */
    final Path ledger;

    /**
     * Describes a cluster.
     *
     * @param modes null for whatever comes
     * @param ledger null for none
     */
    Cluster(
        URI login,
        URI matchmaker,
        IdentityIssuer identities,
        ModeMix modes,
        double leavesPerMinute,
        Path ledger) {
      this.identities = identities;
      this.login = login;
      this.matchmaker = matchmaker;
      this.target = Target.parse("cluster=" + matchmaker.getHost() + ":" + matchmaker.getPort());
      this.modes = modes;
      this.leavesPerMinute = leavesPerMinute;
      this.ledger = ledger;
    }
  }

  private static final String ANY_MODE = "any";
  private static final double MOST_LEAVES = 60;

  @Option(
      names = "--login",
      paramLabel = "URI",
      description = "Login service of a cluster to live in, such as http://127.0.0.1:4000.")
  private String login;

  @Option(names = "--matchmaker", paramLabel = "URI", description = "Its matchmaker.")
  private String matchmaker;

  @Option(
      names = "--identity-key-file",
      paramLabel = "FILE",
      description =
          "In a cluster: the private key (PEM, EC with 256 bits) that signs who the bots are; the"
              + " login has its public key.")
  private Path identityKey;

  @Option(
      names = "--modes",
      defaultValue = ANY_MODE,
      description =
          "In a cluster: any, or the modes that bots queue for with their shares, such as"
              + " escort:3,boss:1.")
  private String modes;

  @Option(
      names = "--leave-rate",
      defaultValue = "0",
      paramLabel = "PER-MINUTE",
      showDefaultValue = Visibility.NEVER,
      description =
          "In a cluster: how often a bot leaves its battle or the queue, to come back after some"
              + " seconds. Default: never.")
  private double leaveRate;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description =
          "In a cluster: where to write who logged in and which battles ended how, line by line.")
  private Path ledger;

  /**
   * Returns the cluster, null when the bots play on targets.
   *
   * @throws IllegalArgumentException if the options mean nothing
   * @throws IOException if the key of the bots' identities cannot be read
   */
  Cluster cluster(List<Target> targets) throws IOException {
    if (login == null && matchmaker == null) {
      if (targets.isEmpty()) {
        throw new IllegalArgumentException(
            "nowhere to play: give --target, or --login and --matchmaker");
      }
      return null;
    }
    if (login == null || matchmaker == null) {
      throw new IllegalArgumentException("--login and --matchmaker belong together; give both");
    }
    if (!targets.isEmpty()) {
      throw new IllegalArgumentException(
          "--target is for bots without a cluster; leave it out, or --login and --matchmaker");
    }
    if (identityKey == null) {
      throw new IllegalArgumentException(
          "the login accepts only signed identities; give --identity-key-file");
    }
    if (!(leaveRate >= 0 && leaveRate <= MOST_LEAVES)) {
      throw new IllegalArgumentException("--leave-rate is 0 to 60 a minute, not " + leaveRate);
    }
    return new Cluster(
        uri("--login", login),
        uri("--matchmaker", matchmaker),
        IdentityIssuer.read(identityKey),
        modes.equals(ANY_MODE) ? null : ModeMix.parse(modes),
        leaveRate,
        ledger);
  }

  private static URI uri(String option, String text) {
    try {
      URI uri = URI.create(text);
      if ("http".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() >= 0) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new IllegalArgumentException(option + " is http://<host>:<port>, not '" + text + "'");
  }
}
