package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.changepoint.SteadyNow;
import dev.jitterlab.lab.collect.LiveMeans;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks while a block warms up whether its servers are steady by now, by the mean execution of
 * their ticks from scrape to scrape ({@link SteadyNow}). A server that shows no ticks never is. For
 * one thread.
 */
final class SteadyWatch {
  private final List<String> servers;
  private final LiveMeans executions;

  /**
   * A server's series and what was found of it: it changes once a second, and is asked for often.
   */
  private record Judged(int length, boolean steady) {}

  private final Map<String, Judged> judged = new HashMap<>();
  private List<String> unsteady;

  /**
   * Of these servers.
   *
   * @param executions kept up to date by others
   */
  SteadyWatch(List<String> servers, LiveMeans executions) {
    this.servers = List.copyOf(servers);
    this.executions = executions;
    this.unsteady = this.servers;
  }

  /** Looks at what there is by now; true if all servers are steady. */
  boolean areSteady() {
    unsteady = servers.stream().filter(server -> !isSteady(server)).toList();
    return unsteady.isEmpty();
  }

  /** The servers that were not steady at the last look; before the first, all. */
  List<String> unsteady() {
    return unsteady;
  }

  private boolean isSteady(String server) {
    double[] means = executions.of(server);
    Judged before = judged.get(server);
    if (before == null || before.length() != means.length) {
      judged.put(server, new Judged(means.length, SteadyNow.isSteady(means)));
    }
    return judged.get(server).steady();
  }
}
