package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.collect.EndedRequests;
import dev.jitterlab.lab.collect.MachineCpu;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.JitLog;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.collector.ProfiledCpu;
import dev.jitterlab.lab.collector.Recorded;
import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.jit.JitFigures;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.MeasuredInstance;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.statistics.LoadedTicks;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.Nullification;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** One server as the run directory has it; what is large is read once. Not thread-safe. */
final class MeasuredServer implements MeasuredInstance {
  /** How the series of ticks begin. */
  private static final String TICK_SERIES = "jitterlab_tick";

  private final Evidence.MeasuredProcess server;
  private final Evidence evidence;
  private final boolean ticksByEvent;
  private final Optional<MachineCpu> machine;
  private final Optional<JitFigures> jit;
  private Map<ProfiledCpu.Part, Double> cpuParts; // null until somebody asks

  MeasuredServer(Evidence.MeasuredProcess server, Evidence evidence) {
    this.server = server;
    this.evidence = evidence;
    this.ticksByEvent =
        evidence
            .plan()
            .instances()
            .filter(instance -> instance.id().equals(server.id()))
            .anyMatch(Plan.Instance::ticksByEvent);
    this.machine = evidence.machineCpu(server.windows());
    this.jit = jit(server, evidence);
  }

  /** Empty where its log begins too late: what it says of the measured time is not all. */
  private static Optional<JitFigures> jit(Evidence.MeasuredProcess server, Evidence evidence) {
    Path log = JitLog.file(server.folder());
    return isWhole(log, server)
        ? Optional.of(
            JitFigures.of(
                JitLog.deoptimisations(log),
                JitLog.optimisedCode(log),
                evidence.plan().subject().tickPackages(),
                server.windows()))
        : Optional.empty();
  }

  /** A JVM that only interprets logs no compilation. Its log of collections shows that it ran. */
  private static boolean isWhole(Path jitLog, Evidence.MeasuredProcess server) {
    double from = server.windows().from();
    return Recorded.isLoggedFrom(jitLog, from)
        || (isEmptyFile(jitLog) && Recorded.isLoggedFrom(GcLog.file(server.folder()), from));
  }

  private static boolean isEmptyFile(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Path folder() {
    return server.folder();
  }

  @Override
  public MeasuredWindows windows() {
    return server.windows();
  }

  @Override
  public MeasuredTicks ticks() {
    return evidence.ticks().getOrDefault(server.id(), MeasuredTicks.none(server.windows()));
  }

  @Override
  public MeasuredResponses responses() {
    return evidence.responses(server.id());
  }

  @Override
  public Optional<Double> increase(String series) {
    return increase(series, windows());
  }

  @Override
  public Optional<Double> ended(String series) {
    return requests()
        .flatMap(
            requests ->
                increase(series, requests.windows()).map(ended -> ended * requests.share()));
  }

  private Optional<EndedRequests> requests() {
    return evidence.state().finishedBlocks().stream()
        .filter(block -> block.number() == server.block())
        .findFirst()
        .flatMap(
            block ->
                evidence
                    .samples()
                    .map(
                        samples ->
                            EndedRequests.of(
                                samples,
                                Evidence.loadId(server.block()),
                                server.id(),
                                block,
                                windows())));
  }

  private Optional<Double> increase(String series, MeasuredWindows windows) {
    SeriesSelector counter = SeriesSelector.parse(series);
    Evidence.ShownSeries shown = evidence.shown(server, counter);
    Double sum = null;
    for (String labels : shown.labelSets()) {
      Optional<Double> grown = evidence.increase(shown.source(), counter.name(), labels, windows);
      if (grown.isPresent()) {
        sum = (sum == null ? 0 : sum) + grown.get();
      } else if (mayHaveGrown(shown.source(), counter.name(), labels, windows)) {
        return Optional.empty(); // without that series the sum would be too small
      }
    }
    return Optional.ofNullable(sum);
  }

  /**
   * Whether a series that has no increase may have one: it began anew, or it was there in a part of
   * the windows and gone in another, because the server was started again while it rested.
   */
  private boolean mayHaveGrown(
      String source, String counter, String labels, MeasuredWindows windows) {
    return evidence.beginsAnew(source, counter, labels, windows)
        || evidence
            .samples()
            .filter(samples -> !samples.series(source, counter, labels, windows).isEmpty())
            .isPresent();
  }

  @Override
  public Optional<Double> growth(String counter) {
    return startsAgain(counter) ? Optional.empty() : increase(counter);
  }

  /** Whatever its name is: who asks for a rate says that it is a counter. */
  @Override
  public boolean startsAgain(String series) {
    SeriesSelector counter = SeriesSelector.parse(series);
    Evidence.ShownSeries shown = evidence.shown(server, counter);
    return evidence
        .samples()
        .filter(
            samples ->
                shown.labelSets().stream()
                    .anyMatch(
                        labels ->
                            samples.fallsByHalf(shown.source(), counter.name(), labels, windows())))
        .isPresent();
  }

  @Override
  public Optional<Double> peak(String series) {
    return startsAgain(series) ? Optional.empty() : BusiestSecond.rate(sums(series), windows());
  }

  @Override
  public Optional<Double> mean(String series) {
    OptionalDouble mean = sums(series).values().stream().mapToDouble(v -> v).average();
    return mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
  }

  @Override
  public Optional<Double> max(String series) {
    return sums(series).values().stream().max(Double::compare);
  }

  @Override
  public Optional<Double> last(String series) {
    SortedMap<Double, Double> sums = sums(series);
    return sums.isEmpty() || sums.lastKey() < windows().to() - SamplesReader.TOLERANCE_SECONDS
        ? Optional.empty()
        : Optional.of(sums.lastEntry().getValue());
  }

  @Override
  public boolean shows(String series) {
    return !evidence.shown(server, SeriesSelector.parse(series)).labelSets().isEmpty();
  }

  @Override
  public boolean neverAnswered() {
    return neverAnswered(server.id());
  }

  @Override
  public boolean loadNeverAnswered() {
    return neverAnswered(Evidence.loadId(server.block()));
  }

  private boolean neverAnswered(String source) {
    return evidence.samples().filter(samples -> samples.neverAnswered(source)).isPresent();
  }

  /** Time to the sum over the label sets that are meant; empty where too much is not known. */
  private SortedMap<Double, Double> sums(String series) {
    SeriesSelector gauge = SeriesSelector.parse(series);
    SortedMap<Double, Double> sums = new TreeMap<>();
    Evidence.ShownSeries shown = evidence.shown(server, gauge);
    if (isSilent(shown.source(), gauge.name())) {
      return sums;
    }
    for (String labels : shown.labelSets()) {
      SamplesReader samples = evidence.samples().orElseThrow();
      for (Point point : samples.series(shown.source(), gauge.name(), labels, windows())) {
        sums.merge(point.at(), point.value(), Double::sum); // NaN stays NaN
      }
    }
    int all = sums.size();
    sums.values().removeIf(value -> value.isNaN()); // that is no sample
    if (all - sums.size() > Nullification.LOST_GAP_RATIO * all) {
      sums.clear();
    }
    return sums;
  }

  /**
   * What it did while it did not answer may be the worst of all. What the lab samples itself, such
   * as its memory, is known then too, and so are the ticks of a flight recording.
   */
  private boolean isSilent(String source, String metric) {
    double most = Nullification.LOST_GAP_RATIO * windows().seconds();
    return evidence
        .samples()
        .filter(samples -> unknownSeconds(samples, source, metric) > most)
        .isPresent();
  }

  private double unknownSeconds(SamplesReader samples, String source, String metric) {
    if (ticksByEvent && metric.startsWith(TICK_SERIES)) {
      return 0;
    }
    return metric.startsWith(LabMetrics.PREFIX)
        ? samples.unsampledSeconds(source, metric, windows())
        : samples.silentSeconds(source, windows());
  }

  @Override
  public Optional<Double> machineCpuSeconds() {
    return machine.map(MachineCpu::totalSeconds);
  }

  @Override
  public Optional<Double> machineCpuLoad() {
    return machine.map(MachineCpu::load);
  }

  @Override
  public List<LoadedTicks> loadLevels(CapacityQuestion question) {
    return evidence
        .samples()
        .map(
            samples ->
                LoadLevels.read(samples, server.id(), server.block(), server.windows(), question))
        .orElse(List.of());
  }

  @Override
  public List<Series.Point> recorded(String series) {
    return KnownCollectors.series(series).stream()
        .flatMap(known -> known.read(evidence.recorded(server)).stream())
        .filter(point -> point.at() >= 0)
        .filter(point -> !windows().isInGap(windows().from() + point.at()))
        .toList();
  }

  @Override
  public Optional<JitFigures> jit() {
    return jit;
  }

  @Override
  public Map<ProfiledCpu.Part, Double> cpuParts() {
    if (cpuParts == null) {
      cpuParts = ProfiledCpu.shares(folder(), windows());
    }
    return cpuParts;
  }
}
