package dev.jitterlab.bench.sockets;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a client says of a measured time. Immutable.
 *
 * @param seconds how long it was
 * @param operations exchanges; of a stream, messages that arrived
 * @param clientCpuSeconds CPU time of all of the client's threads
 * @param serverCpuSeconds the same of the server
 * @param transport what carried the bytes, as the client read it back
 */
record SocketFigures(
    double seconds,
    long operations,
    double clientCpuSeconds,
    double serverCpuSeconds,
    String transport) {
  private static final Pattern LINE = Pattern.compile("JITTERLAB RESULT (.*)");
  private static final Pattern PAIR = Pattern.compile("([a-z-]+)=(\\S*)");
  private static final double NS_PER_SECOND = 1e9;

  /** Finds the line in what a client printed. */
  static Optional<SocketFigures> find(String printed) {
    Matcher line = LINE.matcher(printed);
    if (!line.find()) {
      return Optional.empty();
    }
    Map<String, String> pairs =
        PAIR.matcher(line.group(1))
            .results()
            .collect(Collectors.toMap(one -> one.group(1), one -> one.group(2), (a, b) -> b));
    if (!pairs.containsKey("transport")) {
      return Optional.empty(); // half a line
    }
    return Optional.of(
        new SocketFigures(
            number(pairs, "ns") / NS_PER_SECOND,
            number(pairs, "operations"),
            number(pairs, "client-cpu-ns") / NS_PER_SECOND,
            number(pairs, "server-cpu-ns") / NS_PER_SECOND,
            pairs.get("transport")));
  }

  private static long number(Map<String, String> pairs, String key) {
    return Long.parseLong(pairs.getOrDefault(key, "0"));
  }

  /** Exchanges a second. */
  double throughput() {
    return operations / seconds;
  }

  /** The mean of the CPU use of client and server, in CPUs. */
  double meanCpuUse() {
    return (clientCpuSeconds + serverCpuSeconds) / (2 * seconds);
  }

  /** The paper's figure of merit: throughput ÷ mean CPU use of client and server. */
  double scaledThroughput() {
    return throughput() / meanCpuUse();
  }
}
