package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.changepoint.GrowingSeries;
import dev.jitterlab.lab.changepoint.SteadyNow;
import dev.jitterlab.lab.changepoint.SteadySeries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks while a block warms up whether its servers are steady by now ({@link SteadyNow}). A server
 * that shows nothing never is. For one thread.
 */
final class SteadyWatch {
  private final List<Watched> servers;

  /**
   * A server and what is looked at.
   *
   * @param values kept up to date by others
   */
  record Watched(String id, SteadySeries series, GrowingSeries values) {
    private Judged judge(Judged before) {
      double[] now = values.of(id);
      return before != null && before.length() == now.length
          ? before
          : new Judged(now.length, SteadyNow.isSteady(series, now));
    }
  }

  /**
   * A server's series and what was found of it: it changes once a second, and is asked for often.
   */
  private record Judged(int length, boolean steady) {}

  private final Map<String, Judged> judged = new HashMap<>();
  private List<String> unsteady;

  SteadyWatch(List<Watched> servers) {
    this.servers = List.copyOf(servers);
    this.unsteady = servers.stream().map(Watched::id).toList();
  }

  /** Looks at what there is by now; true if all servers are steady. */
  boolean areSteady() {
    servers.forEach(server -> judged.compute(server.id(), (_, before) -> server.judge(before)));
    unsteady = servers.stream().map(Watched::id).filter(id -> !judged.get(id).steady()).toList();
    return unsteady.isEmpty();
  }

  /** The servers that were not steady at the last look; before the first, all. */
  List<String> unsteady() {
    return unsteady;
  }

  /**
   * How the warm-up has ended, in words.
   *
   * @param seconds how long it took
   */
  String outcome(int block, double seconds) {
    return "Block %d: after %s of warm-up, judged by %s, %s"
        .formatted(
            block,
            Units.duration(seconds),
            SteadySeries.words(servers.stream().map(Watched::series).toList()),
            unsteady.isEmpty()
                ? "all servers are steady."
                : "its limit was reached; not steady: " + String.join(", ", unsteady) + ".");
  }
}
