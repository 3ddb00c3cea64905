package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.LineTail;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The samples of a few metrics, read from the spool while it is written: what {@link SamplesReader}
 * cannot give before a block is over, because DuckDB does not run while something is measured
 * (decision 006). Keeps what it has read, 60 bytes a sample, also after the spool is gone.
 *
 * <p>Each block has a spool of its own: {@link #readNew} must be called at the end of each, before
 * it is deleted, and {@link #nextSpool} before the next one is there. Thread-safe.
 */
public final class SpooledSamples implements SampleSeries {
  private static final Pattern ROW =
      Pattern.compile("([^,]+),\"([^\"]*)\",\"([^\"]*)\",\"([^\"]*(?:\"\"[^\"]*)*)\",([^,]+)");

  private final RunDirectory run;
  private final Set<String> metrics;
  private final Map<String, Map<String, NavigableMap<Double, Double>>> byLabels = new HashMap<>();
  private LineTail lines;

  /** Of those metrics; nothing is read yet. */
  public SpooledSamples(RunDirectory run, Set<String> metrics) {
    this.run = run;
    this.metrics = Set.copyOf(metrics);
    nextSpool();
  }

  /** The spool that was read is gone; the next one is read from its start. */
  public synchronized void nextSpool() {
    lines = new LineTail(run.samplesSpool());
  }

  /** Reads the whole rows that have come since the last call; without a spool there are none. */
  public synchronized void readNew() {
    if (!Files.isRegularFile(run.samplesSpool())) {
      return;
    }
    try (LineTail.Reading reading = lines.open()) {
      for (String line = reading.next(); line != null; line = reading.next()) {
        if (metrics.stream().anyMatch(line::contains)) {
          read(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(String line) {
    Matcher row = ROW.matcher(line);
    if (row.matches() && metrics.contains(row.group(3))) {
      byLabels
          .computeIfAbsent(key(row.group(2), row.group(3)), _ -> new HashMap<>())
          .computeIfAbsent(row.group(4).replace("\"\"", "\""), _ -> new TreeMap<>())
          .put(Double.parseDouble(row.group(1)), Double.parseDouble(row.group(5)));
    }
  }

  @Override
  public synchronized List<SamplesReader.Point> series(
      String source, String metric, String labels, double from, double to) {
    return SamplesReader.Point.sums(
        byLabels.getOrDefault(key(source, metric), Map.of()).entrySet().stream()
            .filter(series -> labels == null || labels.equals(series.getKey()))
            .flatMap(series -> series.getValue().subMap(from, true, to, true).entrySet().stream())
            .map(sample -> new SamplesReader.Point(sample.getKey(), sample.getValue())));
  }

  @Override
  public synchronized List<String> labelSets(String source, SeriesSelector selector) {
    return byLabels.getOrDefault(key(source, selector.name()), Map.of()).keySet().stream()
        .filter(selector::matches)
        .sorted()
        .toList();
  }

  private static String key(String source, String metric) {
    return source + ' ' + metric;
  }
}
