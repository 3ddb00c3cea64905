package dev.jitterlab.bench;

import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.ticks.Distribution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Results of a bench that never ran: cyclictest, the pool and another scheduler, three rounds. */
public final class BenchResultFixture {
  /** A contender that is only a name. */
  private record Named(String name, String waiting) implements Contender {
    @Override
    public String scheduler() {
      return name;
    }

    @Override
    public Policy policy() {
      return Policy.OTHER;
    }

    @Override
    public double overheadSeconds() {
      return 0;
    }

    @Override
    public Measurement measure(BenchCell cell, Processes processes, Runnable look) {
      throw new AssertionError("nothing runs here");
    }
  }

  /** Of 2 s, 8 ms at once. */
  private static final CoreStalls ONE_STALL =
      new CoreStalls(2_000_000_000, List.of(new CoreStalls.Stall(500_000_000, 8_000_000)));

  private BenchResultFixture() {}

  /**
   * Round n of cyclictest has n × 100 µs as its drift, of the pool 200 µs, of the other n × 50 µs.
   */
  public static BenchResult threeRounds() {
    return threeRounds("nobody");
  }

  /** The same, but one contender's process died in the last round of {@code mixed}. */
  public static BenchResult threeRounds(String failing) {
    return threeRounds(
        failing, "2026-11-26T20:31:05Z", "2026-11-26T20:31:05Z", "2026-11-26T20:31:05Z");
  }

  /** The same; each round is of the session that began then. */
  static BenchResult threeRounds(String failing, String... sessions) {
    Environment machine = new EnvironmentProbe(Path.of("/")).probe(Map.of());
    List<LeftOut> leftOut = new ArrayList<>();
    Map<Contender, long[]> driftMicros = new LinkedHashMap<>();
    driftMicros.put(new Named("cyclictest", "clock_nanosleep"), new long[] {100, 200, 300});
    driftMicros.put(new Named("scheduled-pool", "park"), new long[] {200, 200, 200});
    driftMicros.put(new Named("partitioned", "park-spin"), new long[] {50, 100, 150});
    FloorContender floor = new FloorContender(seconds -> List.of(ONE_STALL, ONE_STALL));
    List<Contender> contenders = new ArrayList<>(List.of(floor));
    contenders.addAll(driftMicros.keySet());
    List<TickScenario> scenarios =
        TickScenario.all(2).stream().filter(one -> one.name().startsWith("mixed")).toList();
    BenchPlan plan =
        new BenchPlan(scenarios, contenders, 3, 2, 3, 1, List.of("a note on the machine"));
    Map<BenchCell, Measurement> measured = new LinkedHashMap<>();
    for (int round = 1; round <= 3; round++) {
      for (TickScenario scenario : scenarios) {
        for (BenchCell cell : plan.cells(scenario, round, Path.of("bench"))) {
          if (scenario.name().equals("mixed")
              && round == 3
              && cell.contender().name().equals(failing)) {
            leftOut.add(new LeftOut(cell, Problem.in(cell.id(), "the process died", "See below.")));
            continue;
          }
          if (cell.contender().equals(floor)) {
            measured.put(cell, floor(floor, cell));
            continue;
          }
          boolean executes = !cell.contender().name().equals("cyclictest");
          measured.put(
              cell,
              new Measurement(
                  drift(driftMicros.get(cell.contender())[round - 1]),
                  executes ? Optional.of(drift(140)) : Optional.empty(),
                  round,
                  executes
                      ? Optional.of(new Measurement.MissRates(0.01 * round, 0.02 * round))
                      : Optional.empty(),
                  new Measurement.Usage(
                      2,
                      0.1 * round,
                      1_000L * round,
                      Map.of(ThreadRole.COMPILERS, new ThreadRole.Time(0.02 * round, 0.2)))));
        }
      }
    }
    return BenchResult.of(
        plan,
        measured,
        leftOut,
        Stream.of(sessions)
            .map(
                session ->
                    new BenchRound(
                        session,
                        Map.of(),
                        machine,
                        List.of(ONE_STALL, ONE_STALL),
                        List.of(),
                        List.of()))
            .toList(),
        List.of(),
        machine);
  }

  private static Measurement floor(FloorContender floor, BenchCell cell) {
    try {
      return floor.measure(cell, null, () -> {});
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A hundred ticks, the last of them ten times as late as the others. */
  private static Distribution drift(long micros) {
    Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
    histogram.recordValueWithCount(micros * 1_000, 99);
    histogram.recordValue(micros * 10_000);
    return Distribution.of(histogram);
  }
}
