package dev.jitterlab.lab.collect;

import java.util.List;

/** Scraped samples by series and time. An empty result means "no evidence", never zero. */
public interface SampleSeries {
  /**
   * The samples of a window in order of time, ends included; label sets are added up.
   *
   * @param labels null for all label sets of the metric
   * @param from in seconds since the epoch
   * @param to in seconds since the epoch
   */
  List<SamplesReader.Point> series(
      String source, String metric, String labels, double from, double to);

  /** The label sets that a source ever showed for these series, in alphabetical order. */
  List<String> labelSets(String source, SeriesSelector selector);
}
