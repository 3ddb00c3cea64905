package dev.jitterlab.battle.cluster;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that every service has. */
public final class ServiceOptions {
  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  String host = "127.0.0.1";

  @Option(names = "--port", defaultValue = "0", description = "TCP port of the API, 0 for any.")
  int port;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  int metricsPort;

  @Option(
      names = "--cluster-key-file",
      required = true,
      description =
          "File with the cluster's key: 64 hexadecimal digits, readable by its user only.")
  private Path keyFile;

  /** Options with their defaults, for the parser to fill. */
  public ServiceOptions() {}

  /** Options of a service on any free ports of the loopback address. */
  public ServiceOptions(Path keyFile) {
    this.keyFile = keyFile;
  }

  /** Reads the cluster's key. */
  public ClusterKey key() throws IOException {
    return ClusterKey.read(keyFile);
  }
}
