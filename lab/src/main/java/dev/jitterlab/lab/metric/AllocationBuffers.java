package dev.jitterlab.lab.metric;

import dev.jitterlab.diagnosis.log.LogBuffers;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.GcLog.LoggedBuffers;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What the server's threads did with their allocation buffers (TLABs), from the JVM's log of
 * collections. HotSpot counts refills, objects outside and wasted bytes in any case, and logs the
 * sums once a collection. So these figures cost the server one line of that log a collection, and
 * no event for an allocation.
 *
 * <p>A line tells of the time since the collection before. A server that did not collect while it
 * was measured, one without a whole log ({@link GcLog#isWhole}), and one whose log has no such
 * lines have no figures.
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
          .read(Pooling.share(share(LogBuffers::outside, one -> one.outside() + one.refills())));

  /** The share of the buffers' bytes that nobody used. Each collection counts by its refills. */
  public static final Metric WASTE =
      Metric.of("tlab_waste_ratio", "Wasted share of TLABs", Unit.RATIO)
          .compared("wasted share of TLABs", "wastes less of its allocation buffers")
          .optional()
          .read(
              Pooling.shareOfAmounts(
                  share(one -> one.wasteRatio() * one.refills(), LogBuffers::refills)));

  @Override
  public List<Metric> metrics() {
    return List.of(REFILLS, OUTSIDE, WASTE);
  }

  private static Optional<Double> refillsPerSecond(MeasuredInstance server) {
    List<LoggedBuffers> all = logged(server);
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

  /** What share a part has of the whole, over all collections while the server was measured. */
  private static Function<MeasuredInstance, Optional<Share>> share(
      ToDoubleFunction<LogBuffers> part, ToDoubleFunction<LogBuffers> whole) {
    return server -> {
      List<LogBuffers> all =
          within(logged(server), server.windows()).stream().map(LoggedBuffers::since).toList();
      double sum = all.stream().mapToDouble(whole).sum();
      return sum > 0
          ? Optional.of(new Share(all.stream().mapToDouble(part).sum(), sum))
          : Optional.empty();
    };
  }

  private static List<LoggedBuffers> logged(MeasuredInstance server) {
    return GcLog.isWhole(server.folder(), server.windows())
        ? GcLog.buffers(server.folder())
        : List.of();
  }

  private static List<LoggedBuffers> within(List<LoggedBuffers> all, MeasuredWindows windows) {
    return all.stream().filter(one -> windows.containsMoment(one.at())).toList();
  }
}
