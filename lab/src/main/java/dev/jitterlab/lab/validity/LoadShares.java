package dev.jitterlab.lab.validity;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The load per server, from the load processes' counters.
 *
 * @param offered server id to what was due by plan, per second
 * @param sent server id to what was sent, per second
 * @param answered server id to what the server acknowledged, per second
 */
record LoadShares(
    Map<String, Double> offered, Map<String, Double> sent, Map<String, Double> answered) {

  static final String MISSING = "the load processes' counters were not sampled";

  /** Servers without evidence are absent from the maps. */
  static LoadShares of(Evidence evidence) {
    return new LoadShares(
        rates("jitterlab_load_offered_total", evidence),
        rates("jitterlab_load_sent_total", evidence),
        rates("jitterlab_load_answered_total", evidence));
  }

  private static Map<String, Double> rates(String metric, Evidence evidence) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      Optional<Double> increase =
          evidence.increase(
              Evidence.loadId(server.block()),
              metric,
              "target=\"" + server.id() + "\"",
              server.window());
      increase.ifPresent(count -> rates.put(server.id(), count / server.window().seconds()));
    }
    return rates;
  }

  /** Server id to achieved / offered, where both are known and load was offered. */
  Map<String, Double> achieved(Map<String, Double> part) {
    Map<String, Double> shares = new LinkedHashMap<>();
    part.forEach(
        (id, rate) -> {
          if (offered.getOrDefault(id, 0.0) > 0) {
            shares.put(id, rate / offered.get(id));
          }
        });
    return shares;
  }

  /** Whether the evidence covers every server. */
  static boolean covers(Map<String, Double> figures, Evidence evidence) {
    return !figures.isEmpty() && figures.size() == evidence.servers().size();
  }
}
