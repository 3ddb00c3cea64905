package dev.jitterlab.battle.server.control;

import dev.jitterlab.battle.cluster.ServerKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * The options of a game server that belongs to a cluster. With what is required of them, or none.
 */
public final class MembershipOptions {
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
          "When told to end: so long at most it plays its battles to their end, and takes no more.")
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

  /** Reads the server's key. */
  public ServerKey key() throws IOException {
    return ServerKey.read(keyFile);
  }

  /** Returns the server's name, which its connect tokens are bound to. */
  public String serverId() {
    return serverId;
  }
}
