package dev.jitterlab.sockets;

import dev.jitterlab.settings.Setting;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options that a server and its clients have in common: they must be the same in both. */
final class PeerOptions {
  private static final int MOST_BYTES = 16 << 20;

  @Setting
  @Option(
      names = "--transport",
      description = "How Java reaches the sockets: ${COMPLETION-CANDIDATES}.")
  private Transport transport = Transport.NIO;

  @Setting
  @Option(names = "--kind", description = "What is done over and over: ${COMPLETION-CANDIDATES}.")
  private ExchangeKind kind = ExchangeKind.TCP_RR;

  @Setting(min = 1, max = MOST_BYTES)
  @Option(names = "--request", description = "Bytes from client to server.")
  private int requestBytes = 1;

  @Setting(min = 1, max = MOST_BYTES)
  @Option(names = "--response", description = "Bytes from server to client; a stream has none.")
  private int responseBytes = 1;

  @Setting(min = 1, max = 256)
  @Option(
      names = "--sessions",
      description = "Exchanges at once; waiting calls take a thread for each.")
  private int sessions = 1;

  @Setting
  @Option(
      names = "--no-delay",
      arity = "1",
      showDefaultValue = Visibility.ALWAYS,
      description = "Whether TCP_NODELAY is set.")
  private boolean noDelay = true;

  @Setting
  @Option(
      names = "--split",
      arity = "1",
      showDefaultValue = Visibility.ALWAYS,
      description = "Whether each message is sent in two halves: what TCP_NODELAY is for.")
  private boolean split;

  @Setting(min = 0, max = 3_600_000)
  @Option(
      names = "--read-timeout-ms",
      description = "SO_TIMEOUT of each read, 0 for none; of the transports blocking and virtual.")
  private int readTimeoutMs;

  @Setting
  @Option(
      names = "--fresh-packets",
      arity = "1",
      showDefaultValue = Visibility.ALWAYS,
      description = "Whether each datagram gets packet objects of its own instead of reused ones.")
  private boolean freshPackets;

  Transport transport() {
    return transport;
  }

  /** The same options for the other end. */
  List<String> arguments() {
    return List.of(
        "--transport=" + transport,
        "--kind=" + kind,
        "--request=" + requestBytes,
        "--response=" + responseBytes,
        "--sessions=" + sessions,
        "--no-delay=" + noDelay,
        "--split=" + split,
        "--read-timeout-ms=" + readTimeoutMs,
        "--fresh-packets=" + freshPackets);
  }

  /** What is exchanged; IllegalArgumentException if the options do not go together. */
  SocketExchange exchange() {
    return new SocketExchange(
        kind, requestBytes, responseBytes, split, noDelay, readTimeoutMs, freshPackets, sessions);
  }
}
