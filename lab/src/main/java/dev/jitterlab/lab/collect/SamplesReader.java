package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.RunDirectory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Reads the {@code samples.duckdb} of a run. Every time is in seconds since the epoch.
 *
 * <p>Two samples of one series at the same time, from a regular round and one at the bound of a
 * measurement, count as one. An empty result means "no evidence", never zero. Where {@code labels}
 * may be null, null stands for all label sets of the metric. Not thread-safe; close it after use.
 */
public final class SamplesReader implements SampleSeries, AutoCloseable {
  /**
   * How far from the asked time a sample may be and still bound a counter's difference: two missed
   * scrapes.
   */
  static final double TOLERANCE_SECONDS = 2.5;

  /** One sample of a series. */
  public record Point(double at, double value) {}

  private final Connection connection;

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
   * successfully at the start.
   *
   * @param labels null for the sum over all label sets
   */
  public Optional<Double> increase(
      String source, String metric, String labels, double from, double to) {
    return increases(source, metric, labels, from, to).values().stream().reduce(Double::sum);
  }

  /** The same for each label set by itself; those of which one end is not known are absent. */
  public Map<String, Double> increases(
      String source, String metric, String labels, double from, double to) {
    Map<String, Double> increases = new LinkedHashMap<>();
    seriesByLabels(source, metric, labels, from - TOLERANCE_SECONDS, to + TOLERANCE_SECONDS)
        .forEach(
            (labelSet, series) -> {
              OptionalDouble end = valueAt(series, to);
              OptionalDouble start = valueAt(series, from);
              if (start.isEmpty() && scraped(source, from)) {
                start = OptionalDouble.of(0);
              }
              if (start.isPresent() && end.isPresent()) {
                increases.put(labelSet, end.getAsDouble() - start.getAsDouble());
              }
            });
    return increases;
  }

  private boolean scraped(String source, double at) {
    double from = at - TOLERANCE_SECONDS;
    return !series(source, Scraper.SCRAPE_SECONDS, null, from, at + TOLERANCE_SECONDS).isEmpty();
  }

  /** The mean of a gauge's samples in a window, ends included; label sets are added up first. */
  public Optional<Double> mean(String source, String metric, double from, double to) {
    return aggregate("avg", source, metric, from, to);
  }

  /**
   * The greatest of a gauge's samples in a window, ends included; label sets are added up first.
   */
  public Optional<Double> max(String source, String metric, double from, double to) {
    return aggregate("max", source, metric, from, to);
  }

  @Override
  public List<Point> series(String source, String metric, String labels, double from, double to) {
    try (PreparedStatement query =
        connection.prepareStatement(
            """
            SELECT "at", sum(value) FROM (
              SELECT "at", max(value) AS value FROM samples
              WHERE source = ? AND metric = ? AND (CAST(? AS VARCHAR) IS NULL OR labels = ?)
                AND "at" BETWEEN ? AND ?
              GROUP BY "at", labels)
            GROUP BY "at" ORDER BY "at"
            """)) {
      bind(query, source, metric, labels, from, to);
      List<Point> points = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          points.add(new Point(rows.getDouble(1), rows.getDouble(2)));
        }
      }
      return points;
    } catch (SQLException e) {
      throw SampleDatabase.unreadable(e);
    }
  }

  /** The names of all series of a source, at whatever time, in alphabetical order. */
  public List<String> names(String source) {
    return texts("SELECT DISTINCT metric FROM samples WHERE source = ? ORDER BY metric", source);
  }

  /** The label sets that a source ever showed for these series, in alphabetical order. */
  public List<String> labelSets(String source, SeriesSelector selector) {
    return texts(
            "SELECT DISTINCT labels FROM samples WHERE source = ? AND metric = ? ORDER BY labels",
            source,
            selector.name())
        .stream()
        .filter(selector::matches)
        .toList();
  }

  private List<String> texts(String sql, String... parameters) {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        query.setString(i + 1, parameters[i]);
      }
      List<String> texts = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
      return texts;
    } catch (SQLException e) {
      throw SampleDatabase.unreadable(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw SampleDatabase.unreadable(e);
    }
  }

  private Map<String, List<Point>> seriesByLabels(
      String source, String metric, String labels, double from, double to) {
    try (PreparedStatement query =
        connection.prepareStatement(
            """
            SELECT labels, "at", value FROM samples
            WHERE source = ? AND metric = ? AND (CAST(? AS VARCHAR) IS NULL OR labels = ?)
              AND "at" BETWEEN ? AND ?
            ORDER BY labels, "at"
            """)) {
      bind(query, source, metric, labels, from, to);
      Map<String, List<Point>> series = new LinkedHashMap<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          series
              .computeIfAbsent(rows.getString(1), key -> new ArrayList<>())
              .add(new Point(rows.getDouble(2), rows.getDouble(3)));
        }
      }
      return series;
    } catch (SQLException e) {
      throw SampleDatabase.unreadable(e);
    }
  }

  private static void bind(
      PreparedStatement query, String source, String metric, String labels, double from, double to)
      throws SQLException {
    query.setString(1, source);
    query.setString(2, metric);
    query.setString(3, labels);
    query.setString(4, labels);
    query.setDouble(5, from);
    query.setDouble(6, to);
  }

  private Optional<Double> aggregate(
      String function, String source, String metric, double from, double to) {
    try (PreparedStatement query =
        connection.prepareStatement(
            """
            SELECT %s(total) FROM (
              SELECT sum(value) AS total FROM (
                SELECT "at", max(value) AS value FROM samples
                WHERE source = ? AND metric = ? AND "at" BETWEEN ? AND ?
                GROUP BY "at", labels)
              GROUP BY "at")"""
                .formatted(function))) {
      query.setString(1, source);
      query.setString(2, metric);
      query.setDouble(3, from);
      query.setDouble(4, to);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        double value = rows.getDouble(1);
        return rows.wasNull() ? Optional.empty() : Optional.of(value);
      }
    } catch (SQLException e) {
      throw SampleDatabase.unreadable(e);
    }
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
