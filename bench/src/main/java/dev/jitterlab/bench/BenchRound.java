package dev.jitterlab.bench;

import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A whole round as it is kept: one line of {@code rounds.jsonl}. Immutable.
 *
 * @param session when the bench was started that measured it
 * @param settings all that must be the same for rounds to share a table, by name
 * @param environment the machine at that time
 * @param stalls what the machine did to threads that only spin, shortly before
 * @param cells what was measured
 * @param failures what failed, and is left out from then on
 */
record BenchRound(
    String session,
    Map<String, String> settings,
    Environment environment,
    List<CoreStalls> stalls,
    List<Cell> cells,
    List<Failed> failures) {

  /** A measurement; the execution is null where there was nothing to execute. */
  record Cell(
      String scenario,
      String contender,
      Counts drift,
      Counts execution,
      long missed,
      Measurement.MissRates missRates,
      Measurement.Usage usage) {
    static Cell of(BenchCell cell, Measurement measured) {
      return new Cell(
          cell.scenario().name(),
          cell.contender().name(),
          Counts.of(measured.drift()),
          measured.execution().map(Counts::of).orElse(null),
          measured.missed(),
          measured.missRates().orElse(null),
          measured.usage());
    }

    Measurement measurement() {
      return new Measurement(
          drift.distribution(),
          Optional.ofNullable(execution).map(Counts::distribution),
          missed,
          Optional.ofNullable(missRates),
          usage);
    }

    boolean isOf(BenchCell cell) {
      return cell.scenario().name().equals(scenario) && cell.contender().name().equals(contender);
    }
  }

  /** How often each value was recorded, the values in ascending order. */
  record Counts(List<Long> valuesNs, List<Long> counts) {
    static Counts of(Distribution distribution) {
      List<Long> values = new ArrayList<>();
      List<Long> counts = new ArrayList<>();
      for (int i = 0; i < distribution.size(); i++) {
        values.add(distribution.valueNsAt(i));
        counts.add(distribution.countAt(i));
      }
      return new Counts(values, counts);
    }

    Distribution distribution() {
      List<Distribution> single = new ArrayList<>();
      for (int i = 0; i < valuesNs.size(); i++) {
        single.add(Distribution.empty().and(valuesNs.get(i), counts.get(i)));
      }
      return Distribution.merge(single);
    }
  }

  /** A contender whose process failed in a scenario. */
  record Failed(String scenario, String contender, Problem problem) {
    static Failed of(LeftOut one) {
      return new Failed(one.cell().scenario().name(), one.cell().contender().name(), one.problem());
    }

    boolean isOf(BenchCell cell) {
      return cell.scenario().name().equals(scenario) && cell.contender().name().equals(contender);
    }
  }
}
