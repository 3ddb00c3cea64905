package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.GcLog.LoggedBuffers;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What the server's threads did with their allocation buffers (TLABs), from the JVM's log of
 * collections. HotSpot counts refills, objects outside and wasted bytes in any case, and logs the
 * sums once a collection. So these figures cost the server one line of that log a collection, and
 * no event for an allocation.
 *
 * <p>A line tells of the time since the collection before. A server that did not collect while it
 * was measured, one without the log, and one whose log has no such lines have no figures.
 */
public final class AllocationBuffers implements MetricProvider {
  /** How many buffers the threads took in a second, between the first and the last collection. */
  public static final Metric REFILLS =
      Metric.of("tlab_refills_per_second", "TLAB refills per second", Unit.NUMBER)
          .compared("TLAB refills per second", "takes fewer allocation buffers")
          .optional()
          .read(Pooling.mean(AllocationBuffers::refillsPerSecond));

  /** Of the requests for memory that left a thread's buffer, those that did not take a new one. */
  public static final Metric OUTSIDE =
      Metric.of("tlab_outside_ratio", "Share of slow allocations outside TLABs", Unit.RATIO)
          .compared("share of slow allocations outside TLABs", "allocates less outside of TLABs")
          .optional()
          .read(
              Pooling.share(
                  server ->
                      share(
                          server,
                          one -> one.since().outside(),
                          one -> one.since().outside() + one.since().refills())));

  /** The share of the buffers' bytes that nobody used. Each collection counts by its refills. */
  public static final Metric WASTE =
      Metric.of("tlab_waste_ratio", "Wasted share of TLABs", Unit.RATIO)
          .compared("wasted share of TLABs", "wastes less of its allocation buffers")
          .optional()
          .read(
              Pooling.shareOfAmounts(
                  server ->
                      share(
                          server,
                          one -> one.since().wasteRatio() * one.since().refills(),
                          one -> one.since().refills())));

  @Override
  public List<Metric> metrics() {
    return List.of(REFILLS, OUTSIDE, WASTE);
  }

  private static Optional<Double> refillsPerSecond(MeasuredInstance server) {
    List<LoggedBuffers> all = GcLog.buffers(server.folder());
    double refills = 0;
    double seconds = 0;
    for (Window part : server.windows().parts()) {
      List<LoggedBuffers> within = within(all, MeasuredWindows.of(part));
      if (within.size() > 1) {
        seconds += within.getLast().at() - within.getFirst().at();
        refills += within.stream().skip(1).mapToDouble(one -> one.since().refills()).sum();
      }
    }
    return seconds > 0 ? Optional.of(refills / seconds) : Optional.empty();
  }

  private static Optional<Share> share(
      MeasuredInstance server,
      ToDoubleFunction<LoggedBuffers> part,
      ToDoubleFunction<LoggedBuffers> whole) {
    List<LoggedBuffers> within = within(GcLog.buffers(server.folder()), server.windows());
    double all = within.stream().mapToDouble(whole).sum();
    return all > 0
        ? Optional.of(new Share(within.stream().mapToDouble(part).sum(), all))
        : Optional.empty();
  }

  private static List<LoggedBuffers> within(List<LoggedBuffers> all, MeasuredWindows windows) {
    return all.stream().filter(one -> windows.containsMoment(one.at())).toList();
  }
}
