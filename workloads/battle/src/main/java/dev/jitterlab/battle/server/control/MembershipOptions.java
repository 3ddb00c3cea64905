package dev.jitterlab.battle.server.control;

import dev.jitterlab.battle.cluster.ServerKey;
import dev.jitterlab.battle.cluster.ServiceAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * The options of a game server that belongs to a cluster. With what is required of them, or none.
 */
public final class MembershipOptions {
  /** The id stands in the paths of requests as it is. */
  private static final Pattern ID = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~:@+-]{1,64}");

  private static final int LONGEST_LABEL = 64;

  @Option(
      names = "--cluster",
      required = true,
      description = "URL of the allocator of the cluster that the server belongs to.")
  URI allocator;

  @Option(names = "--results", required = true, description = "URL of the store of results.")
  URI results;

  @Option(
      names = "--server-key-file",
      required = true,
      description =
          "File with this server's key: 64 hexadecimal digits, readable by its user only.")
  private Path keyFile;

  @Option(names = "--server-id", required = true, description = "Name of this server, unique.")
  private String serverId;

  @Option(
      names = "--outbox",
      required = true,
      paramLabel = "DIR",
      description =
          "Folder for results that the store does not have yet; the same when the server is started"
              + " again.")
  Path outbox;

  @Option(
      names = "--drain-seconds",
      defaultValue = "0",
      description =
          "When told to end: so long at most it plays its battles to their end, takes no more, and"
              + " waits for a store that is away.")
  int drainSeconds;

  @Option(
      names = "--version-label",
      defaultValue = "default",
      description = "Servers of each label get equal shares of the battles.")
  String version = "default";

  @Option(
      names = "--control-port",
      defaultValue = "0",
      description = "TCP port of the control API, 0 for any.")
  int controlPort;

  /** Options for the parser to fill. */
  public MembershipOptions() {}

  /**
   * Refuses what means nothing: such a server would run, and the cluster would never know it.
   *
   * @throws IllegalArgumentException if an address is no URL, the id cannot stand in one, or the
   *     label has no length that the cluster takes
   */
  public void check() {
    ServiceAddress.check("--cluster", allocator);
    ServiceAddress.check("--results", results);
    if (!ID.matcher(serverId).matches()) {
      throw new IllegalArgumentException(
          "--server-id is 1 to 64 letters (A to Z), digits and . _ ~ : @ + -, not '"
              + serverId
              + "'");
    }
    if (version.isEmpty() || version.length() > LONGEST_LABEL) {
      throw new IllegalArgumentException(
          "--version-label is 1 to 64 characters, not '" + version + "'");
    }
  }

  /** Reads the server's key. */
  public ServerKey key() throws IOException {
    return ServerKey.read(keyFile);
  }

  /** Returns the server's name, which its connect tokens are bound to. */
  public String serverId() {
    return serverId;
  }
}
