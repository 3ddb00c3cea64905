package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.placeholder.Placeholders;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.plan.Plan.Instance;
import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.ForeignServer.Sign;
import dev.jitterlab.lab.yaml.Problems;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds addresses at which the lab would look for several servers that run at the same time. One of
 * them would answer for all: the others would count as ready, idle, and win.
 */
final class SharedAddresses {
  private SharedAddresses() {}

  /**
   * Reports what servers of a block share.
   *
   * @param block its servers, each of them foreign
   */
  static void check(ForeignServer server, List<Instance> block, Problems problems) {
    List<Foreign> servers = block.stream().map(Instance::foreign).filter(Objects::nonNull).toList();
    Stream<String> signs =
        servers.stream()
            .filter(foreign -> foreign.sign() != Sign.LOG)
            .map(foreign -> (foreign.sign() == Sign.PORT ? "port " : "") + foreign.ready());
    for (String shared : shared(signs)) {
      problems.add(
          place(server, "server.ready"),
          "servers that run at the same time would all be looked for at " + shared,
          "Put ${port} there and into the server's command, or set `execution: alternate`.");
    }
    for (String shared : shared(servers.stream().flatMap(foreign -> foreign.metrics().stream()))) {
      problems.add(
          place(server, "server.metrics"),
          "servers that run at the same time would all be asked for metrics at " + shared,
          "Put ${port} or a named port such as ${port.metrics} there and into the server's"
              + " command, or set `execution: alternate`.");
    }
  }

  private static Place place(ForeignServer server, String key) {
    return server.places().getOrDefault(key, server.places().get("server.command"));
  }

  /** Each text that is there twice, and in which no port is left to the start. */
  private static List<String> shared(Stream<String> texts) {
    Set<String> seen = new HashSet<>();
    return texts.filter(text -> !seen.add(text)).distinct().filter(text -> !hasPort(text)).toList();
  }

  private static boolean hasPort(String text) {
    return Placeholders.in(text).stream().anyMatch(one -> StartPlaceholders.isPort(one.name()));
  }
}
