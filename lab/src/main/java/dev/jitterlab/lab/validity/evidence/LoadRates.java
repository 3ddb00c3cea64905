package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.collect.LoadDeviation;
import java.util.LinkedHashMap;
import java.util.Map;

/** The load per server and second, from the load processes' counters. */
public final class LoadRates {
  /** What was due while players could play. */
  public static final String OFFERED = LoadDeviation.OFFERED;

  public static final String SENT = "jitterlab_load_sent_total";

  /** What the servers acknowledged. */
  public static final String ANSWERED = "jitterlab_load_answered_total";

  public static final String MISSING = "the load processes' counters were not sampled";

  private LoadRates() {}

  /** Server id to that counter's growth per second; servers without evidence are absent. */
  public static Map<String, Double> of(String counter, Evidence evidence) {
    Map<String, Double> rates = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      evidence
          .increase(
              Evidence.loadId(server.block()),
              counter,
              LoadDeviation.labels(server.id()),
              server.windows())
          .ifPresent(count -> rates.put(server.id(), count / server.windows().seconds()));
    }
    return rates;
  }

  /** What the plan had for each server; of older load generators what was due. */
  public static Map<String, Double> planned(Evidence evidence) {
    Map<String, Double> planned = of(LoadDeviation.PLANNED, evidence);
    return planned.isEmpty() ? of(OFFERED, evidence) : planned;
  }

  /** Server id to the part that one rate is of the other, where both are known and not zero. */
  public static Map<String, Double> shares(Map<String, Double> rates, Map<String, Double> of) {
    Map<String, Double> shares = new LinkedHashMap<>();
    rates.forEach(
        (id, rate) -> {
          if (of.getOrDefault(id, 0.0) > 0) {
            shares.put(id, rate / of.get(id));
          }
        });
    return shares;
  }

  /** Whether the evidence covers every server. */
  public static boolean covers(Map<String, Double> figures, Evidence evidence) {
    return !figures.isEmpty() && figures.size() == evidence.servers().size();
  }
}
