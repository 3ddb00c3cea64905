package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.ProfiledCpu;
import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.jit.JitFigures;
import dev.jitterlab.lab.statistics.LoadedTicks;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a metric can be read from: one server in the time in which it was measured. What was not
 * recorded is empty, never zero. Readable only while the summary is made; not thread-safe.
 *
 * <p>A series is named as the server shows it, such as {@code
 * jitterlab_ticks_late_total{threshold="1.1"}}; where several fit, they are added up. Where the
 * server shows none, those count that its load shows with {@code target="<the server's id>"}.
 */
public interface MeasuredInstance {
  /** The folder with what the server wrote. */
  Path folder();

  /** When it was measured. */
  MeasuredWindows windows();

  /** Its ticks; without any where it records none. */
  MeasuredTicks ticks();

  /** Its response times; without any where the load generator records none. */
  MeasuredResponses responses();

  /** By how much a counter grew. */
  Optional<Double> increase(String series);

  /**
   * The same of a counter that may start again, as that of a server that restarts itself: empty
   * then, since nobody knows what it had grown to.
   */
  Optional<Double> growth(String counter);

  /** Whether a counter fell, as that of a process that was started again does. */
  boolean startsAgain(String counter);

  /**
   * By how much a counter of what became of requests grew, for those that were due while it was
   * measured. Where the load goes from server to server, some come to their end only after that.
   */
  Optional<Double> ended(String series);

  /**
   * By how much a counter grew per second in the second in which it grew most: between two samples
   * that are at least a second apart, but for a twentieth. Empty if the counter started again: the
   * second in which it did may be the one.
   */
  Optional<Double> peak(String series);

  /** The mean sample of a gauge. */
  Optional<Double> mean(String series);

  /** The highest sample of a gauge. */
  Optional<Double> max(String series);

  /** The sample of a gauge at the end; empty if nobody knows it so late. */
  Optional<Double> last(String series);

  /** Whether it has such a series at all. */
  boolean shows(String series);

  /** Whether it was asked for its series and never answered: nobody knows which it has. */
  boolean neverAnswered();

  /** The same of its load, which counts what became of the requests. */
  boolean loadNeverAnswered();

  /** The CPU time of all cores in all states, in seconds. */
  Optional<Double> machineCpuSeconds();

  /** The share of it that was not idle. */
  Optional<Double> machineCpuLoad();

  /** What its ticks did under which load. */
  List<LoadedTicks> loadLevels(CapacityQuestion question);

  /** The points of a collector's series in the measured time; none where it recorded nothing. */
  List<Series.Point> recorded(String series);

  /** Its deoptimisations. */
  Optional<JitFigures> jit();

  /** What its CPU time went to, as shares that add up to 1; empty where it was not profiled. */
  Map<ProfiledCpu.Part, Double> cpuParts();
}
