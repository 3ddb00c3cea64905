package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.PlannedLoad;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The load per server and second, from the load processes' counters; without a load, the work that
 * servers give themselves.
 */
public final class LoadRates {
  /** What was due while players could play. */
  public static final String OFFERED = LoadDeviation.OFFERED;

  public static final String SENT = "jitterlab_load_sent_total";

  /** What the servers acknowledged. */
  public static final String ANSWERED = "jitterlab_load_answered_total";

  /** What a server was to give itself to do, without a load; of servers that do as planned. */
  public static final String OWN_DUE = "jitterlab_work_due_total";

  /** What it did of that. */
  public static final String OWN_DONE = "jitterlab_work_done_total";

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

  /**
   * What the plan had for each server, counted in the same scrapes as the other rates; of older
   * load generators what was due.
   */
  public static Map<String, Double> planned(Evidence evidence) {
    Map<String, Double> planned = of(PlannedLoad.REQUESTS, evidence);
    return planned.isEmpty() ? of(OFFERED, evidence) : planned;
  }

  /** The same by the plan's own time: a scrape that was answered late does not change it. */
  public static Map<String, PlannedLoad> plannedLoads(Evidence evidence) {
    Map<String, PlannedLoad> planned = plannedLoads(PlannedLoad.REQUESTS, evidence);
    return planned.isEmpty() ? plannedLoads(OFFERED, evidence) : planned;
  }

  private static Map<String, PlannedLoad> plannedLoads(String counter, Evidence evidence) {
    Map<String, PlannedLoad> planned = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      evidence.planned(counter, server).ifPresent(load -> planned.put(server.id(), load));
    }
    return planned;
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

  /**
   * Server id to the part of what was due that was sent. If no more than one request is missing,
   * all were sent: it may be on its way, and at ten a second it is the hundredth part of ten
   * seconds.
   */
  public static Map<String, Double> sentShares(Evidence evidence) {
    Map<String, Double> sent = of(SENT, evidence);
    Map<String, Double> due = of(OFFERED, evidence);
    Map<String, Double> shares = shares(sent, due);
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      String id = server.id();
      shares.computeIfPresent(
          id,
          (same, share) ->
              (due.get(id) - sent.get(id)) * server.windows().seconds() <= 1 ? 1 : share);
    }
    return shares;
  }

  /** Server id to the part of what the plan had that was answered. */
  public static Map<String, Double> answeredShares(Evidence evidence) {
    return shares(of(ANSWERED, evidence), planned(evidence));
  }

  /** Server id to the part that it did of what it was to give itself to do. */
  public static Map<String, Double> ownShares(Evidence evidence) {
    return shares(own(OWN_DONE, evidence), own(OWN_DUE, evidence));
  }

  private static Map<String, Double> own(String counter, Evidence evidence) {
    Map<String, Double> counts = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      evidence
          .increase(server.id(), counter, null, server.windows())
          .ifPresent(count -> counts.put(server.id(), count));
    }
    return counts;
  }

  /** Whether the evidence covers every server. */
  public static boolean covers(Map<String, ?> figures, Evidence evidence) {
    return !figures.isEmpty() && figures.size() == evidence.servers().size();
  }
}
