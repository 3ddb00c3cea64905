package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import org.junit.jupiter.api.Test;

class OverdueTicksTest {
  /** A server with counters and nothing else. */
  private record Counters(Map<String, Double> increases) implements MeasuredInstance {
    @Override
    public Optional<Double> increase(String series) {
      return Optional.ofNullable(increases.get(series));
    }

    @Override
    public Path folder() {
      return Path.of("");
    }

    @Override
    public MeasuredWindows windows() {
      return MeasuredWindows.of(0, 50);
    }

    @Override
    public MeasuredTicks ticks() {
      return MeasuredTicks.none(windows());
    }

    @Override
    public MeasuredResponses responses() {
      return MeasuredResponses.NONE;
    }

    @Override
    public Optional<Double> mean(String series) {
      return Optional.empty();
    }

    @Override
    public Optional<Double> max(String series) {
      return Optional.empty();
    }

    @Override
    public Optional<Double> last(String series) {
      return Optional.empty();
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
    public List<Series.Point> recorded(String series) {
      return List.of();
    }

    @Override
    public Optional<JitFigures> jit() {
      return Optional.empty();
    }
  }

  private static Counters server(double ticks, double missed, double overdue, double surplus) {
    return new Counters(
        Map.of(
            "jitterlab_ticks_total", ticks,
            "jitterlab_ticks_missed_total", missed,
            "jitterlab_ticks_overdue_total", overdue,
            "jitterlab_ticks_surplus_total", surplus));
  }

  private static double value(Metric metric, Counters server) {
    return metric.value(List.of(metric.read(server).orElseThrow()));
  }

  /** A stall of one second at 20 Hz, in 50 seconds: what LatePolicyTest counts of each policy. */
  @Test
  void aStallIsTheSameShareUnderSkipAndUnderCatchUp() {
    double catchUp = value(OverdueTicks.OVERDUE, server(1_000, 0, 19, 0));
    double skip = value(OverdueTicks.OVERDUE, server(981, 19, 19, 0));

    assertEquals(0.019, catchUp, 1e-9);
    assertEquals(catchUp, skip, 1e-9);
  }

  @Test
  void saysByHowMuchAServerTicksTooSeldomOrTooOften() {
    assertEquals(0.05, value(OverdueTicks.RATE_ERROR, server(950, 50, 50, 0)), 1e-9);
    assertEquals(0.05, value(OverdueTicks.RATE_ERROR, server(1_050, 0, 0, 50)), 1e-9);
    assertEquals(0, value(OverdueTicks.RATE_ERROR, server(1_000, 0, 19, 0)), 1e-9);
  }

  /** As of a run that was recorded before servers counted it. */
  @Test
  void knowsNothingOfAServerThatDoesNotCount() {
    Counters old =
        new Counters(Map.of("jitterlab_ticks_total", 9.0, "jitterlab_ticks_missed_total", 0.0));

    assertEquals(Optional.empty(), OverdueTicks.OVERDUE.read(old));
    assertEquals(Optional.empty(), OverdueTicks.RATE_ERROR.read(new Counters(Map.of())));
  }
}
