package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.ProfiledCpu;
import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.jit.JitFigures;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.statistics.LoadedTicks;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server with a folder, series, counters, ticks and nothing else; measured for 50 s if not said.
 */
record LoggedServer(
    Path folder,
    MeasuredWindows windows,
    Map<String, List<Series.Point>> series,
    Map<String, Double> increases,
    MeasuredTicks ticks)
    implements MeasuredInstance {
  /** A server with it has a load that never answered. */
  static final String LOAD_FAILED = "load " + LabMetrics.SCRAPE_FAILED;

  LoggedServer(
      Path folder,
      MeasuredWindows windows,
      Map<String, List<Series.Point>> series,
      Map<String, Double> increases) {
    this(folder, windows, series, increases, MeasuredTicks.none(windows));
  }

  LoggedServer(Path folder, MeasuredWindows windows) {
    this(folder, windows, Map.of(), Map.of());
  }

  LoggedServer(Path folder, Map<String, List<Series.Point>> series) {
    this(folder, MeasuredWindows.of(0, 50), series, Map.of());
  }

  static LoggedServer counting(Map<String, Double> increases) {
    return new LoggedServer(Path.of(""), MeasuredWindows.of(0, 50), Map.of(), increases);
  }

  @Override
  public List<Series.Point> recorded(String name) {
    return series.getOrDefault(name, List.of());
  }

  @Override
  public Optional<Double> ended(String name) {
    return increase(name);
  }

  @Override
  public Optional<Double> increase(String name) {
    return Optional.ofNullable(increases.get(name));
  }

  @Override
  public Optional<Double> growth(String counter) {
    return startsAgain(counter) ? Optional.empty() : increase(counter);
  }

  /** One that is given as less at the end. */
  @Override
  public boolean startsAgain(String counter) {
    return increases.getOrDefault(counter, 0.0) < 0;
  }

  /** One that ticked. */
  static LoggedServer ticking(MeasuredTicks ticks) {
    return new LoggedServer(Path.of(""), ticks.windows(), Map.of(), Map.of(), ticks);
  }

  @Override
  public MeasuredResponses responses() {
    return MeasuredResponses.NONE;
  }

  @Override
  public Optional<Double> peak(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<Double> mean(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<Double> max(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<Double> last(String name) {
    return increase(name); // gauges begin at 0 here
  }

  @Override
  public boolean shows(String name) {
    return increases.containsKey(name);
  }

  @Override
  public boolean neverAnswered() {
    return shows(LabMetrics.SCRAPE_FAILED);
  }

  @Override
  public boolean loadNeverAnswered() {
    return shows(LOAD_FAILED);
  }

  @Override
  public Optional<Double> machineCpuSeconds() {
    return Optional.empty();
  }

  @Override
  public Optional<Double> machineCpuLoad() {
    return Optional.empty();
  }

  @Override
  public List<LoadedTicks> loadLevels(CapacityQuestion question) {
    return List.of();
  }

  @Override
  public Optional<JitFigures> jit() {
    return Optional.empty();
  }

  @Override
  public Map<ProfiledCpu.Part, Double> cpuParts() {
    return Map.of();
  }
}
