package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TimedValue;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The response times of a run's servers, from the logs of its load generators. Immutable. */
final class ResponseDistributions {
  private final Map<String, MeasuredResponses> byServer;

  private ResponseDistributions(Map<String, MeasuredResponses> byServer) {
    this.byServer = byServer;
  }

  /** Reads every load generator's log; a run without any has none. */
  static ResponseDistributions read(RunTicks run) {
    Map<String, MeasuredResponses> byServer = new HashMap<>();
    run.measured()
        .forEach(
            (block, window) ->
                RunTicks.log(run.directory().load(block))
                    .ifPresent(log -> byServer.putAll(MeasuredResponses.read(log, window))));
    return new ResponseDistributions(byServer);
  }

  /** A server's median response time over time; empty where it was not recorded. */
  List<TimedValue> medians(String server) {
    return byServer.getOrDefault(server, MeasuredResponses.NONE).medians();
  }

  /** Those of these servers together; without what was not recorded. */
  Map<ResponseMetric, Distribution> of(List<String> servers) {
    Map<ResponseMetric, Distribution> merged = new EnumMap<>(ResponseMetric.class);
    for (ResponseMetric metric : ResponseMetric.values()) {
      Distribution all =
          Distribution.merge(
              servers.stream()
                  .map(byServer::get)
                  .filter(Objects::nonNull)
                  .map(responses -> responses.of(metric))
                  .toList());
      if (!all.isEmpty()) {
        merged.put(metric, all);
      }
    }
    return merged;
  }
}
