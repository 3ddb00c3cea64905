package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.statistics.LateCurve;

/** The greatest load that the mean instance carries in time; of experiments that ask for it. */
public final class CarriedLoad {
  /** The key by which it is compared. */
  public static final String KEY = "capacity";

  private CarriedLoad() {}

  /** The metric that answers the question. */
  public static Metric metric(CapacityQuestion question) {
    return Metric.of(KEY, "Capacity (higher is better)", Unit.NUMBER)
        .compared("capacity", "carries more load")
        .higherIsBetter()
        .shownFirst()
        .at(MetricValues.OWN, KEY)
        .where(!question.isOfRequests(), Metric.Builder::ofTicks)
        .read(
            Pooling.bound(
                server ->
                    LateCurve.of(server.loadLevels(question))
                        .map(curve -> curve.capacity(question.lateRatio()))));
  }
}
