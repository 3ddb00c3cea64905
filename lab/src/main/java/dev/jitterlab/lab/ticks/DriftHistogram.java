package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.List;

/**
 * Sorts drift into bins that are equally wide on a logarithmic axis, eight to the decade, early and
 * late ticks mirrored about one bin around zero: drift spans six decades, and its tail is what
 * matters. Bins between two filled ones are there with share zero.
 */
final class DriftHistogram {
  /** Drift below a microsecond either way is one bin: clocks tell no more. */
  private static final double CENTRE_NS = 1_000;

  private static final int BINS_PER_DECADE = 8;
  private static final double NS_PER_SECOND = 1e9;

  private DriftHistogram() {}

  static List<TickSeries.Bin> of(Distribution drift) {
    List<TickSeries.Bin> bins = new ArrayList<>();
    if (drift.isEmpty()) {
      return bins;
    }
    int last = bin(drift.maxNs());
    long below = 0;
    for (int bin = bin(drift.minNs()); bin <= last; bin++) {
      double highNs = upperEdgeNs(bin);
      long notAbove = drift.countNotAbove((long) Math.floor(highNs));
      double share = (double) (notAbove - below) / drift.count();
      bins.add(
          new TickSeries.Bin(upperEdgeNs(bin - 1) / NS_PER_SECOND, highNs / NS_PER_SECOND, share));
      below = notAbove;
    }
    return List.copyOf(bins);
  }

  /** The bin that the value lies in; 0 is the one around zero. */
  private static int bin(long valueNs) {
    double magnitude = Math.log10(Math.abs((double) valueNs) / CENTRE_NS) * BINS_PER_DECADE;
    if (magnitude <= 0) {
      return valueNs == -(long) CENTRE_NS ? -1 : 0;
    }
    return valueNs > 0 ? (int) Math.ceil(magnitude) : -(int) Math.floor(magnitude) - 1;
  }

  private static double upperEdgeNs(int bin) {
    return bin >= 0
        ? CENTRE_NS * Math.pow(10, (double) bin / BINS_PER_DECADE)
        : -CENTRE_NS * Math.pow(10, (double) (-bin - 1) / BINS_PER_DECADE);
  }
}
