package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * The pauses of the garbage collector, and what it left in the heap, from the JVM's log of
 * collections. A server without that log has none of these figures, nor one whose log is not whole
 * ({@link GcLog#isWhole}). One that did not collect while it was measured has no quantiles and was
 * paused for no time.
 */
public final class GcPauses implements MetricProvider {
  private static final int DIGITS = 3;

  /** The log has milliseconds with three decimals. */
  private static final long LOGGED_UNIT_NS = 1_000;

  private static final Set<Quantile> SHOWN_FIRST = EnumSet.of(Quantile.P99, Quantile.MAX);

  private static final Map<Quantile, Metric> LENGTHS = Quantile.each(GcPauses::length);

  /** The share of the measured time in which all threads stood still for the collector. */
  public static final Metric PAUSED =
      Metric.of("gc_paused_ratio", "Time in collector pauses", Unit.RATIO)
          .compared("share of time in collector pauses", "is paused less")
          .optional()
          .read(
              Pooling.shareOfAmounts(
                  server ->
                      total(server, GcLog.PAUSES)
                          .map(paused -> new Share(seconds(paused), server.windows().seconds()))));

  /** How many pauses there were in a second. */
  public static final Metric RATE =
      Metric.of("gc_pauses_per_second", "Collector pauses per second", Unit.NUMBER)
          .compared("collector pauses per second", "is paused less often")
          .optional()
          .read(
              Pooling.mean(
                  server ->
                      total(server, GcLog.PAUSES)
                          .map(all -> all.size() / server.windows().seconds())));

  /** How many full collections there were; of a group, in the mean instance. */
  public static final Metric FULL_COLLECTIONS =
      Metric.of("gc_full_collections", "Full collections", Unit.NUMBER)
          .compared("number of full collections", "collects the whole heap less often")
          .optional()
          .read(Pooling.mean(server -> total(server, GcLog.FULL).map(all -> (double) all.size())));

  /** How much of the time in pauses full collections took. */
  public static final Metric FULL_SHARE =
      Metric.of("gc_full_pause_ratio", "Full collections' share of the pauses", Unit.RATIO)
          .compared("share of its pauses that are full collections", "pauses less for full ones")
          .optional()
          .read(
              Pooling.shareOfRecordedAmounts(
                  server ->
                      Share.of(
                          total(server, GcLog.FULL).map(GcPauses::seconds),
                          total(server, GcLog.PAUSES).map(GcPauses::seconds))));

  /** The least that was in use after a collection: the live set is not larger. */
  public static final Metric LIVE =
      Metric.of("gc_live_bytes", "Least heap after a collection", Unit.BYTES)
          .read(
              Pooling.mean(
                  server ->
                      total(server, GcLog.HEAP_AFTER)
                          .flatMap(
                              all -> all.stream().map(Series.Point::value).min(Double::compare))));

  /** A quantile of the pauses. */
  public static Metric of(Quantile quantile) {
    return LENGTHS.get(quantile);
  }

  @Override
  public List<Metric> metrics() {
    List<Metric> all = new ArrayList<>(LENGTHS.values());
    all.addAll(List.of(PAUSED, RATE, FULL_COLLECTIONS, FULL_SHARE, LIVE));
    return all;
  }

  private static Metric length(Quantile quantile) {
    return Metric.of(
            "gc_pause_length_seconds." + quantile.key(),
            "Collector pause " + quantile.title(),
            Unit.SECONDS)
        .compared("collector pause " + quantile.words(), "has shorter collector pauses")
        .optional()
        .where(SHOWN_FIRST.contains(quantile), Metric.Builder::shownFirst)
        .read(
            Pooling.quantileOfRecorded(
                quantile.share(),
                server -> total(server, GcLog.PAUSES).map(GcPauses::distribution)));
  }

  private static Distribution distribution(List<Series.Point> pauses) {
    Histogram lengths = new Histogram(DIGITS);
    pauses.forEach(pause -> lengths.recordValue(Math.round(pause.value() * 1e9)));
    return Distribution.of(lengths).roundedTo(LOGGED_UNIT_NS);
  }

  private static double seconds(List<Series.Point> pauses) {
    return pauses.stream().mapToDouble(Series.Point::value).sum();
  }

  /** Empty where there is no whole log, which is not the same as a log without pauses. */
  private static Optional<List<Series.Point>> total(MeasuredInstance server, String series) {
    return GcLog.isWhole(server.folder(), server.windows())
        ? Optional.of(server.recorded(series))
        : Optional.empty();
  }
}
