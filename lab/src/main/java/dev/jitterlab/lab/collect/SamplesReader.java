package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the {@code samples.duckdb} of a run. Every time is in seconds since the epoch.
 *
 * <p>Two samples of one series at the same time, from a regular round and one at the bound of a
 * measurement, count as one. An empty result means "no evidence", never zero. Where {@code labels}
 * may be null, null stands for all label sets of the metric. Thread-safe; close it after use.
 *
 * <p>A metric is read whole, of all sources and times, when it is first asked for, and kept: the
 * file has no index, so that a query for one source takes as long as one for all of them, and a
 * summary asks a few dozen metrics for some two thousand figures.
 */
public final class SamplesReader implements SampleSeries, AutoCloseable {
  /**
   * How far from the asked time a sample may be and still bound a counter's difference: two missed
   * scrapes.
   */
  public static final double TOLERANCE_SECONDS = 2.5;

  /**
   * What never falls while its process runs. What the lab reads of the kernel is no such thing: the
   * kernel takes back a little of some times.
   */
  private static final Pattern COUNTER =
      Pattern.compile("(?!" + LabMetrics.PREFIX + ").*_(total|count|sum|bucket)");

  /** One sample of a series. */
  public record Point(double at, double value) {
    /** What was sampled at the same time is added up; in order of time. */
    public static List<Point> sums(Stream<Point> points) {
      NavigableMap<Double, Double> sums = new TreeMap<>();
      points.forEach(point -> sums.merge(point.at(), point.value(), Double::sum));
      return sums.entrySet().stream().map(sum -> new Point(sum.getKey(), sum.getValue())).toList();
    }
  }

  private final Connection connection;

  /** Metric to source to label set to its samples, in alphabetical order and that of time. */
  private final Map<String, Map<String, Map<String, List<Point>>>> metrics = new HashMap<>();

  private SamplesReader(Connection connection) {
    this.connection = connection;
  }

  /**
   * Opens the samples of a run; empty if it left none. Rows that a killed lab left in its spool are
   * loaded first, so that they are not lost.
   *
   * @throws dev.jitterlab.lab.LabException if the file is not a database
   */
  public static Optional<SamplesReader> open(RunDirectory run) {
    return SampleDatabase.openForReading(run).map(SamplesReader::new);
  }

  /**
   * By how much a counter grew. Each series is bounded by its samples at the two times. Where the
   * scrape at a bound failed, the counter is taken to have grown evenly between the samples before
   * and after it: the nearest one alone could be two seconds off, and with it the rate. A series
   * that came to exist in between counts from zero, provided that the source was scraped
   * successfully at the start. So does another process, since all of them are looked at together.
   * Of a counter that began anew nobody knows by how much it grew.
   *
   * @param labels null for the sum over all label sets
   */
  public Optional<Double> increase(
      String source, String metric, String labels, double from, double to) {
    return beginsAnew(source, metric, labels, from, to)
        ? Optional.empty()
        : increases(source, metric, labels, from, to).values().stream().reduce(Double::sum);
  }

  /**
   * By how much a counter grew while it was measured. A window before the series came to exist
   * counts nothing, provided that the source answered at its end; of any other window both bounds
   * must be known.
   *
   * @param labels null for the sum over all label sets
   */
  public Optional<Double> increase(
      String source, String metric, String labels, MeasuredWindows windows) {
    Double grown = null;
    for (Window window : windows.parts()) {
      Optional<Double> here = increase(source, metric, labels, window.from(), window.to());
      if (here.isPresent()) {
        grown = (grown == null ? 0 : grown) + here.get();
      } else if (!beginsAfter(window.to(), windows, source, metric, labels)) {
        return Optional.empty();
      }
    }
    return Optional.ofNullable(grown);
  }

  /**
   * Whether a counter began anew while it was measured, since its process was started again.
   *
   * @param labels null for any of all label sets
   */
  public boolean beginsAnew(String source, String metric, String labels, MeasuredWindows windows) {
    return windows.parts().stream()
        .anyMatch(window -> beginsAnew(source, metric, labels, window.from(), window.to()));
  }

  private boolean beginsAnew(String source, String metric, String labels, double from, double to) {
    return COUNTER.matcher(metric).matches() && fallsByHalf(source, metric, labels, from, to);
  }

  /** The same of what is a counter although its name does not say so. */
  public boolean fallsByHalf(String source, String metric, String labels, MeasuredWindows windows) {
    return windows.parts().stream()
        .anyMatch(window -> fallsByHalf(source, metric, labels, window.from(), window.to()));
  }

  private boolean fallsByHalf(String source, String metric, String labels, double from, double to) {
    return byLabels(source, metric, labels).values().stream()
        .anyMatch(series -> beginsAnew(series, from, to));
  }

  /**
   * From zero it begins anew. A smaller fall may be rounding in the server, or a sample that
   * overtook a scrape under way.
   */
  private static boolean beginsAnew(List<Point> series, double from, double to) {
    double before = valueAt(series, from).orElse(0);
    for (Point point : series) {
      if (from < point.at() && point.at() <= to) {
        if (point.value() < before / 2) {
          return true;
        }
        before = point.value();
      }
    }
    return valueAt(series, to).orElse(before) < before / 2;
  }

  /**
   * An attempt of the same block that was discarded may have had the series before. A source that
   * did not answer may have it: a server that hung in its first slice did not do nothing then.
   */
  private boolean beginsAfter(
      double at, MeasuredWindows windows, String source, String metric, String labels) {
    double from = windows.from() - TOLERANCE_SECONDS;
    return isAnswered(source, metric, at)
        && series(source, metric, labels, from, at + TOLERANCE_SECONDS).isEmpty();
  }

  /** What the lab samples itself needs no answer. */
  private boolean isAnswered(String source, String metric, double at) {
    return metric.startsWith(LabMetrics.PREFIX) || scraped(source, LabMetrics.SCRAPE_SECONDS, at);
  }

  /**
   * For how long a source was asked and did not answer in the windows; the first {@value
   * #TOLERANCE_SECONDS} seconds of each gap do not count, since the lab may have been late. Zero of
   * a source that was never asked; one that never answered was silent from the start.
   */
  public double silentSeconds(String source, MeasuredWindows windows) {
    if (byLabels(source, LabMetrics.SCRAPE_SECONDS, null).isEmpty() && !neverAnswered(source)) {
      return 0;
    }
    return unsampledSeconds(source, LabMetrics.SCRAPE_SECONDS, windows);
  }

  /** The same of what the lab samples itself, whether the source answers or not. */
  public double unsampledSeconds(String source, String metric, MeasuredWindows windows) {
    double unsampled = 0;
    for (Window window : windows.parts()) {
      double sampled = window.from();
      for (Point sample : series(source, metric, null, window.from(), window.to())) {
        unsampled += gap(sampled, sample.at());
        sampled = sample.at();
      }
      unsampled += gap(sampled, window.to());
    }
    return unsampled;
  }

  /** Whether a source was asked, and answered no scrape at any time. */
  public boolean neverAnswered(String source) {
    return byLabels(source, LabMetrics.SCRAPE_SECONDS, null).isEmpty()
        && !byLabels(source, LabMetrics.SCRAPE_FAILED, null).isEmpty();
  }

  private static double gap(double from, double to) {
    return Math.max(0, to - from - TOLERANCE_SECONDS);
  }

  /**
   * The same for each label set by itself; those of which one end is not known are absent. One that
   * the source showed no more at the end counts up to its last sample; what the lab samples itself
   * is only unknown then.
   */
  public Map<String, Double> increases(
      String source, String metric, String labels, double from, double to) {
    Map<String, Double> increases = new LinkedHashMap<>();
    boolean fromZero =
        scraped(source, LabMetrics.SCRAPE_SECONDS, from)
            || metric.equals(LabMetrics.OTHER_CPU) && scraped(source, metric, from);
    boolean isShownNoMore =
        !metric.startsWith(LabMetrics.PREFIX) && scraped(source, LabMetrics.SCRAPE_SECONDS, to);
    byLabels(source, metric, labels)
        .forEach(
            (labelSet, series) -> {
              OptionalDouble end = valueAt(series, to);
              if (end.isEmpty() && isShownNoMore) {
                end = lastBetween(series, from, to);
              }
              OptionalDouble start = valueAt(series, from);
              if (start.isEmpty() && fromZero) {
                start = OptionalDouble.of(0);
              }
              if (start.isPresent() && end.isPresent()) {
                increases.put(labelSet, end.getAsDouble() - start.getAsDouble());
              }
            });
    return increases;
  }

  private boolean scraped(String source, String metric, double at) {
    double from = at - TOLERANCE_SECONDS;
    return !series(source, metric, null, from, at + TOLERANCE_SECONDS).isEmpty();
  }

  /** The mean of a gauge's samples in the windows, ends included; label sets are added up first. */
  public Optional<Double> mean(String source, String metric, MeasuredWindows windows) {
    List<Point> points = series(source, metric, null, windows);
    double sum = points.stream().mapToDouble(Point::value).reduce(0, Double::sum);
    return points.isEmpty() ? Optional.empty() : Optional.of(sum / points.size());
  }

  /**
   * The greatest of a gauge's samples in the windows, ends included; label sets are added up first.
   */
  public Optional<Double> max(String source, String metric, MeasuredWindows windows) {
    return series(source, metric, null, windows).stream().map(Point::value).reduce(Math::max);
  }

  /** The samples of a series in the windows, in order of time. */
  public List<Point> series(String source, String metric, String labels, MeasuredWindows windows) {
    return windows.parts().stream()
        .flatMap(window -> series(source, metric, labels, window.from(), window.to()).stream())
        .toList();
  }

  @Override
  public List<Point> series(String source, String metric, String labels, double from, double to) {
    return Point.sums(
        byLabels(source, metric, labels).values().stream()
            .flatMap(List::stream)
            .filter(point -> from <= point.at() && point.at() <= to));
  }

  /** The names of all series of a source, at whatever time, in alphabetical order. */
  public List<String> names(String source) {
    List<String> names = new ArrayList<>();
    query(
        "SELECT DISTINCT metric FROM samples WHERE source = ? ORDER BY metric",
        source,
        row -> names.add(row.getString(1)));
    return names;
  }

  @Override
  public List<String> labelSets(String source, SeriesSelector selector) {
    return byLabels(source, selector.name(), null).keySet().stream()
        .filter(selector::matches)
        .toList();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw SampleDatabase.unreadable(e);
    }
  }

  /** A source's series of a metric; null for those of all label sets. */
  private Map<String, List<Point>> byLabels(String source, String metric, String labels) {
    Map<String, List<Point>> all = whole(metric).getOrDefault(source, Map.of());
    if (labels == null) {
      return all;
    }
    List<Point> series = all.get(labels);
    return series == null ? Map.of() : Map.of(labels, series);
  }

  /** One thread at a time: servers are judged in parallel, and the connection is one. */
  private synchronized Map<String, Map<String, List<Point>>> whole(String metric) {
    return metrics.computeIfAbsent(metric, this::read);
  }

  private Map<String, Map<String, List<Point>>> read(String metric) {
    Map<String, Map<String, List<Point>>> series = new HashMap<>();
    query(
        """
        SELECT source, labels, "at", max(value) FROM samples WHERE metric = ?
        GROUP BY ALL ORDER BY source, labels, "at"
        """,
        metric,
        row ->
            series
                .computeIfAbsent(row.getString(1), _ -> new LinkedHashMap<>())
                .computeIfAbsent(row.getString(2), _ -> new ArrayList<>())
                .add(new Point(row.getDouble(3), row.getDouble(4))));
    return series;
  }

  private interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  private synchronized void query(String sql, String parameter, RowReader reader) {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, parameter);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          reader.read(rows);
        }
      }
    } catch (SQLException e) {
      throw SampleDatabase.unreadable(e);
    }
  }

  private static OptionalDouble lastBetween(List<Point> series, double from, double to) {
    return series.stream()
        .filter(point -> from <= point.at() && point.at() <= to)
        .mapToDouble(Point::value)
        .reduce((_, later) -> later);
  }

  /** Between samples by interpolation; before the first or after the last the nearest one. */
  private static OptionalDouble valueAt(List<Point> series, double at) {
    Point before = null;
    Point after = null;
    for (Point point : series) {
      if (Math.abs(point.at() - at) > TOLERANCE_SECONDS) {
        continue;
      }
      if (point.at() <= at) {
        before = point;
      } else if (after == null) {
        after = point;
      }
    }
    if (before == null || after == null || before.at() == at) {
      return Stream.of(before, after)
          .filter(Objects::nonNull)
          .mapToDouble(Point::value)
          .findFirst();
    }
    double share = (at - before.at()) / (after.at() - before.at());
    return OptionalDouble.of(before.value() + share * (after.value() - before.value()));
  }
}
