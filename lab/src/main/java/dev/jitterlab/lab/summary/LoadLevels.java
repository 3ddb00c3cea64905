package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.statistics.LoadedTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What a server's ticks, or the requests to it, did under which load: between any two scrapes, how
 * many there were, how many of them late, and the mean of both samples of the load. Where one of
 * the two is zero, the server says that there was no load to look at, such as while a level
 * changes. The server counts late ticks itself, for it alone knows the period of each; a scrape
 * that failed makes one longer stretch.
 *
 * <p>Ticks that are events of a flight recording are counted at times at which nobody scraped. The
 * load at such a time lies between that of the scrapes before and after it.
 *
 * <p>What waits already for too long counts as late from then on, and not again when it ends: else
 * a level at which nothing ends would have no ticks or requests, and the next one their ends.
 *
 * <p>A server that was started again while it was measured has no levels. The ticks of before are
 * lost at the level at which it ended; without that level, it would seem to carry the others, and
 * perhaps more than servers that stayed.
 */
public final class LoadLevels {
  /** Where scrapes are further apart than this, one has failed. */
  private static final double LONGEST_STEP_SECONDS = 1.5;

  private static final String TICKS = "jitterlab_tick_total_seconds_count";
  private static final String LATE = "jitterlab_ticks_late_total";
  private static final String PROMISED = "jitterlab_load_promised_total";
  private static final String MISSED = "jitterlab_load_missed_total";
  private static final String OUT_TOO_LONG = "jitterlab_load_waiting";
  private static final String OVERDUE = "jitterlab_ticks_overdue_total";
  private static final String WAITING = "jitterlab_ticks_waiting";
  private static final SeriesSelector LEFT_OUT =
      new SeriesSelector("jitterlab_ticks_missed_total", List.of());
  private static final SeriesSelector SURPLUS =
      new SeriesSelector("jitterlab_ticks_surplus_total", List.of());

  private LoadLevels() {}

  /**
   * Reads them, in order of time; empty where one of the series was not sampled, or the server was
   * started again.
   *
   * @param block the server's, whose load counts the requests
   */
  public static List<LoadedTicks> read(
      SamplesReader samples,
      String server,
      int block,
      MeasuredWindows windows,
      CapacityQuestion question) {
    if (!question.isOfRequests() && samples.beginsAnew(server, TICKS, null, windows)) {
      return List.of();
    }
    return windows.parts().stream()
        .flatMap(
            window ->
                (question.isOfRequests()
                        ? ofRequests(samples, server, Evidence.loadId(block), window, question)
                        : ofTicks(samples, server, Evidence.loadId(block), window, question))
                    .stream())
        .toList();
  }

  private static List<LoadedTicks> ofRequests(
      SamplesReader samples,
      String server,
      String generator,
      Window window,
      CapacityQuestion question) {
    String target = LoadDeviation.labels(server);
    return levels(
        samples.series(generator, PROMISED, target, window.from(), window.to()),
        byTime(samples, generator, MISSED, target, window),
        byTime(samples, generator, OUT_TOO_LONG, target, window),
        load(samples, server, generator, window, question));
  }

  private static List<LoadedTicks> ofTicks(
      SamplesReader samples,
      String source,
      String generator,
      Window window,
      CapacityQuestion question) {
    boolean overdue = question.lateAbove().equals(CapacityQuestion.OVERDUE);
    String threshold = overdue ? null : "threshold=\"" + question.lateAbove() + "\"";
    String counter = overdue ? OVERDUE : LATE;
    List<Point> ticks = samples.series(source, TICKS, null, window.from(), window.to());
    return levels(
        overdue ? periods(ticks, samples, source, window) : ticks,
        byTime(samples, source, counter, threshold, window),
        overdue ? byTime(samples, source, WAITING, null, window) : Map.of(),
        atTimesOf(ticks, load(samples, source, generator, window, question)));
  }

  private static Map<Double, Double> atTimesOf(
      List<Point> ticks, NavigableMap<Double, Double> load) {
    Map<Double, Double> byTime = new HashMap<>();
    for (Point point : ticks) {
      loadAt(point.at(), load).ifPresent(value -> byTime.put(point.at(), value));
    }
    return byTime;
  }

  /** Empty where it is not known; zero where it is that of either scrape. */
  private static OptionalDouble loadAt(double at, NavigableMap<Double, Double> load) {
    Map.Entry<Double, Double> before = load.floorEntry(at);
    Map.Entry<Double, Double> after = load.ceilingEntry(at);
    if (before == null
        || after == null
        || after.getKey() - before.getKey() > LONGEST_STEP_SECONDS) {
      return OptionalDouble.empty();
    }
    double from = before.getValue();
    double to = after.getValue();
    if (from == 0 || to == 0) {
      return OptionalDouble.of(0);
    }
    double seconds = after.getKey() - before.getKey();
    double share = seconds == 0 ? 0 : (at - before.getKey()) / seconds;
    return OptionalDouble.of(from + share * (to - from));
  }

  /** The server's own gauge, or else its load's. */
  private static NavigableMap<Double, Double> load(
      SamplesReader samples,
      String server,
      String generator,
      Window window,
      CapacityQuestion question) {
    SeriesSelector gauge = SeriesSelector.parse(question.load());
    NavigableMap<Double, Double> own = sum(samples, server, gauge, window);
    if (!own.isEmpty()) {
      return own;
    }
    List<String> labels = new ArrayList<>(gauge.labels());
    labels.add(LoadDeviation.labels(server));
    return sum(samples, generator, new SeriesSelector(gauge.name(), labels), window);
  }

  /**
   * The periods that ended, as {@link dev.jitterlab.lab.metric.OverdueTicks} counts them: one that
   * a late policy left out waited before, and must not vanish when its tick does not come.
   */
  private static List<Point> periods(
      List<Point> ticks, SamplesReader samples, String source, Window window) {
    Map<Double, Double> leftOut = sum(samples, source, LEFT_OUT, window);
    sum(samples, source, SURPLUS, window)
        .forEach((at, ticksTooMany) -> leftOut.merge(at, -ticksTooMany, Double::sum));
    return ticks.stream()
        .map(point -> new Point(point.at(), point.value() + leftOut.getOrDefault(point.at(), 0.0)))
        .toList();
  }

  /** What waits is added to what has ended, and to what was late of that. */
  private static List<LoadedTicks> levels(
      List<Point> ended,
      Map<Double, Double> late,
      Map<Double, Double> waiting,
      Map<Double, Double> load) {
    waiting.forEach((at, more) -> late.computeIfPresent(at, (_, count) -> count + more));
    List<Point> ticks =
        ended.stream()
            .filter(point -> late.containsKey(point.at()) && load.containsKey(point.at()))
            .map(
                point ->
                    new Point(point.at(), point.value() + waiting.getOrDefault(point.at(), 0.0)))
            .toList();
    return levels(ticks, late, load);
  }

  private static NavigableMap<Double, Double> sum(
      SamplesReader samples, String source, SeriesSelector gauge, Window window) {
    NavigableMap<Double, Double> sum = new TreeMap<>();
    for (String labels : samples.labelSets(source, gauge)) {
      byTime(samples, source, gauge.name(), labels, window)
          .forEach((at, value) -> sum.merge(at, value, Double::sum));
    }
    return sum;
  }

  /**
   * The sample that bounds the measurement may overtake a scrape under way: one whose counters are
   * not those of a later moment is left out. A scrape reads its counters one after the other, so of
   * few ticks more can seem late than there were.
   */
  static List<LoadedTicks> levels(
      List<Point> ticks, Map<Double, Double> late, Map<Double, Double> load) {
    List<LoadedTicks> levels = new ArrayList<>();
    Point before = null;
    for (Point after : ticks) {
      if (before == null) {
        before = after;
        continue;
      }
      double more = after.value() - before.value();
      double moreLate = late.get(after.at()) - late.get(before.at());
      double from = load.get(before.at());
      double to = load.get(after.at());
      if (more > 0 && moreLate >= 0) {
        if (from > 0 && to > 0) {
          levels.add(new LoadedTicks((from + to) / 2, more, Math.min(more, moreLate)));
        }
        before = after;
      } else if (more == 0 && moreLate == 0 && (from == 0 || to == 0)) {
        before = after; // or a stretch would go on from one level into another
      }
    }
    return levels;
  }

  private static Map<Double, Double> byTime(
      SamplesReader samples, String source, String series, String labels, Window window) {
    Map<Double, Double> byTime = new HashMap<>();
    samples
        .series(source, series, labels, window.from(), window.to())
        .forEach(point -> byTime.put(point.at(), point.value()));
    return byTime;
  }
}
