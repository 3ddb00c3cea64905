package dev.jitterlab.connections;

import dev.jitterlab.settings.Setting;
import picocli.CommandLine.Option;

/** What clients may do to a server. */
final class ConnectionLimits {
  /** Every server takes frames of this length; only messages of clients may be longer. */
  static final int LEAST_FRAME_BYTES = 128;

  @Setting(min = 1, max = 1_000_000)
  @Option(
      names = "--max-connections",
      description = "Connections at once; more are closed at once and counted.")
  int connections = 10_000;

  @Setting(min = 1, max = 1_000_000)
  @Option(
      names = "--max-silent",
      description =
          "Connections at once that have not said hello; one more closes the oldest of them.")
  int silent = 1_000;

  @Setting(min = 1, max = 3_600_000)
  @Option(
      names = "--hello-ms",
      description = "Time in which a connection has to say hello, and to finish a frame.")
  long helloMs = 5_000;

  @Setting(min = LEAST_FRAME_BYTES, max = 1 << 20)
  @Option(
      names = "--max-frame-bytes",
      description = "Bytes of a frame from a client; a longer one closes its connection.")
  int frameBytes = 1_024;

  @Setting(min = 1, max = 100_000)
  @Option(
      names = "--max-waiting-frames",
      description = "Frames that may wait for a client that does not read; one more closes it.")
  int waitingFrames = 64;

  @Setting(min = 1, max = 65_535)
  @Option(names = "--backlog", description = "Connections that may wait to be accepted.")
  int backlog = 1_024;
}
