package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The tick log, which every process that ticks writes itself: the measurement. */
public final class TickTimings extends BuiltIn {
  private static final double NS_PER_SECOND = 1e9;

  TickTimings() {
    super(
        "tick_log",
        "How long every tick took and how late it was, as histograms per second.",
        RunDirectory.TICKS,
        Attachment.SERVER,
        Attachment.LOAD,
        Attachment.CONTROL);
  }

  @Override
  public Optional<String> fixed() {
    return Optional.of("It cannot be switched off: it is the measurement itself.");
  }

  @Override
  public List<Series> series() {
    return List.of(
        new Series(
            "tick_execution_seconds",
            "s",
            "The mean execution of the ticks of each second.",
            process -> read(process, TickTime.EXECUTION, Distribution::meanNs)),
        new Series(
            "tick_drift_max_seconds",
            "s",
            "The greatest drift of a tick in each second.",
            process -> read(process, TickTime.DRIFT, Distribution::maxNs)));
  }

  /** One point per interval of the log that lies in the shown time. */
  static List<Point> read(
      Recorded process, TickTime metric, ToDoubleFunction<Distribution> figureNs) {
    Path log = RunDirectory.ticks(process.folder());
    if (!Files.isRegularFile(log)) {
      return List.of();
    }
    List<Point> points = new ArrayList<>();
    TickLog.forEachWithin(
        log,
        metric,
        MeasuredWindows.of(process.shown()),
        interval ->
            points.add(
                new Point(
                    (interval.window().from() + interval.window().to()) / 2
                        - process.measuredFrom(),
                    figureNs.applyAsDouble(interval.values()) / NS_PER_SECOND)));
    return List.copyOf(points);
  }
}
