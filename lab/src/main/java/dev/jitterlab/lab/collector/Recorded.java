package dev.jitterlab.lab.collector;

import dev.jitterlab.diagnosis.log.LogLine;
import dev.jitterlab.lab.collect.CounterRate;
import dev.jitterlab.lab.collect.SampleSeries;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A process that was recorded, as the readers of series get it. As thread-safe as its samples.
 *
 * @param id its id, such as {@code g1/2}; also its source in the samples
 * @param folder its folder in the run directory
 * @param shown what a series covers: mostly from the start of the load to the end of the
 *     measurement
 * @param measuredFrom when the measurement began, in seconds since the epoch: time 0 of a series
 * @param tickPackages the packages whose methods are on the tick's path
 * @param samples the run's samples; empty where there are none
 */
public record Recorded(
    String id,
    Path folder,
    Window shown,
    double measuredFrom,
    List<String> tickPackages,
    Optional<SampleSeries> samples) {

  /**
   * What the lines of a text file say, in the file's order; nothing if there is no such file.
   *
   * @param parser empty for a line that says something else
   * @throws UncheckedIOException if the file cannot be read
   */
  public static <T> List<T> lines(Path file, Function<String, Optional<T>> parser) {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.flatMap(line -> parser.apply(line).stream()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The first thing that a text file says; empty if there is no such file.
   *
   * @param most how many of its lines are read
   * @throws UncheckedIOException if it cannot be read
   */
  public static <T> Optional<T> first(Path file, long most, Function<String, Optional<T>> parser) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.limit(most).flatMap(line -> parser.apply(line).stream()).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Whether a JVM's log begins no later than a time, in seconds since the epoch. One that is
   * missing or empty does not, nor that of a JVM that was started again: it began its log anew.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public static boolean isLoggedFrom(Path log, double seconds) {
    return loggedFrom(log).filter(begin -> begin <= seconds).isPresent();
  }

  /**
   * When a JVM's log begins, in seconds since the epoch; empty if it is missing or empty, or does
   * not say.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public static Optional<Double> loggedFrom(Path log) {
    return first(log, 1, LogLine::parse)
        .filter(line -> line.wallMs().isPresent())
        .map(line -> line.wallMs().getAsLong() / 1e3);
  }

  /**
   * How many events there were in each second of the shown time, also in those without any.
   *
   * @param times of the events, in seconds since the epoch
   */
  public List<Point> perSecond(DoubleStream times) {
    Map<Integer, Integer> counts = new HashMap<>();
    times
        .filter(at -> at >= shown.from() && at < shown.to())
        .forEach(at -> counts.merge((int) Math.floor(at - measuredFrom), 1, Integer::sum));
    int first = (int) Math.floor(shown.from() - measuredFrom);
    int end = (int) Math.ceil(shown.to() - measuredFrom);
    return IntStream.range(first, end)
        .mapToObj(second -> new Point(second, counts.getOrDefault(second, 0)))
        .toList();
  }

  /** How fast a scraped counter of this process grew, at the middle between two samples. */
  public List<Point> rate(String counter) {
    return rate(sampled(id, counter, null));
  }

  /** The same of a counter that was put together from several. */
  List<Point> rate(List<SamplesReader.Point> counter) {
    return CounterRate.of(counter).stream()
        .map(rate -> new Point((rate.from() + rate.to()) / 2 - measuredFrom, rate.perSecond()))
        .toList();
  }

  /** The samples of any source in the shown time; label sets are added up where none is named. */
  List<SamplesReader.Point> sampled(String source, String metric, String labels) {
    return samples
        .map(all -> all.series(source, metric, labels, shown.from(), shown.to()))
        .orElse(List.of());
  }

  /** The label sets that a source ever showed for these series. */
  List<String> labelSets(String source, SeriesSelector selector) {
    return samples.map(all -> all.labelSets(source, selector)).orElse(List.of());
  }

  /** The point of a value at a time, in seconds since the epoch; empty if it is not shown. */
  public Optional<Point> at(double seconds, double value) {
    return seconds >= shown.from() && seconds <= shown.to()
        ? Optional.of(new Point(seconds - measuredFrom, value))
        : Optional.empty();
  }
}
