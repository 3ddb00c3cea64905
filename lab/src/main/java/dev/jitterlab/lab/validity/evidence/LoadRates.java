package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.collect.LoadDeviation;
import java.util.LinkedHashMap;
import java.util.Map;

/** The load per server and second, from the load processes' counters. */
public final class LoadRates {
  /** What was due by the plan of the load. */
  public static final String OFFERED = "jitterlab_load_offered_total";

  public static final String SENT = "jitterlab_load_sent_total";

  /** What the servers acknowledged. */
  public static final String ANSWERED = LoadDeviation.ANSWERED;

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
              server.window())
          .ifPresent(count -> rates.put(server.id(), count / server.window().seconds()));
    }
    return rates;
  }

  /** Server id to that counter's part of the offered load, where both are known and not zero. */
  public static Map<String, Double> sharesOfOffered(String counter, Evidence evidence) {
    Map<String, Double> offered = of(OFFERED, evidence);
    Map<String, Double> shares = new LinkedHashMap<>();
    of(counter, evidence)
        .forEach(
            (id, rate) -> {
              if (offered.getOrDefault(id, 0.0) > 0) {
                shares.put(id, rate / offered.get(id));
              }
            });
    return shares;
  }

  /** Whether the evidence covers every server. */
  public static boolean covers(Map<String, Double> figures, Evidence evidence) {
    return !figures.isEmpty() && figures.size() == evidence.servers().size();
  }
}
