package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.statistics.RatioEstimate.Uncertainty;
import dev.jitterlab.lab.summary.Summary.BangPerDollar;
import dev.jitterlab.lab.summary.Summary.Cost;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostsTest {
  @TempDir private Path root;

  /** The thesis's tables 3 to 5: CPU usage in %, tick execution p99 in µs, and both BP$. */
  @ParameterizedTest
  @CsvSource({
    "low, c5, 0.34, 27.9, 1.00, 980, 1.00",
    "low, c6a, 0.306, 21.9, 1.42, 657, 1.66",
    "low, c6g, 0.272, 31.4, 1.11, 1039, 1.18",
    "low, c6i, 0.34, 22.3, 1.25, 767, 1.28",
    "low, c7a, 0.41056, 17.0, 1.36, 520, 1.56",
    "low, c7g, 0.29, 25.1, 1.30, 723, 1.59",
    "low, c7i, 0.357, 22.8, 1.17, 698, 1.34",
    "medium, c5, 0.34, 46.6, 1.00, 1051, 1.00",
    "medium, c6a, 0.306, 35.7, 1.45, 680, 1.72",
    "medium, c6g, 0.272, 48.5, 1.20, 1005, 1.31",
    "medium, c6i, 0.34, 36, 1.29, 798, 1.32",
    "medium, c7a, 0.41056, 26.2, 1.47, 512, 1.70",
    "medium, c7g, 0.29, 39.1, 1.40, 726, 1.70",
    "medium, c7i, 0.357, 35.8, 1.24, 716, 1.40",
    "high, c5, 0.34, 66.8, 1.00, 1244, 1.00",
    "high, c6a, 0.306, 50.5, 1.47, 773, 1.79",
    "high, c6g, 0.272, 65.2, 1.28, 1083, 1.44",
    "high, c6i, 0.34, 51.3, 1.30, 911, 1.37",
    "high, c7a, 0.41056, 35.1, 1.58, 536, 1.92",
    "high, c7g, 0.29, 52.4, 1.49, 760, 1.92",
    "high, c7i, 0.357, 50.2, 1.27, 803, 1.48"
  })
  void reproducesTheThesissTables(
      String level, String type, double price, double cpu, String cpuBp, double p99, String p99Bp) {
    Map<String, Double> cpuOfC5 = Map.of("low", 27.9, "medium", 46.6, "high", 66.8);
    Map<String, Double> p99OfC5 = Map.of("low", 980.0, "medium", 1051.0, "high", 1244.0);
    assertEquals(cpuBp, shown(cpu / cpuOfC5.get(level), price), type);
    assertEquals(p99Bp, shown(p99 / p99OfC5.get(level), price), type);
  }

  private static String shown(double ratio, double price) {
    RatioEstimate estimate = new RatioEstimate(ratio, Optional.empty());
    return String.format(Locale.ROOT, "%.2f", Costs.bangPerDollar(estimate, price, 0.34).value());
  }

  /** As of a figure that no look of a sequential trial decides. */
  @Test
  void anIntervalWithoutEndsIsLeftOut() {
    RatioEstimate estimate = new RatioEstimate(0.5, Optional.of(new Uncertainty(0.5, 0.05, 5)));
    BangPerDollar found = Costs.bangPerDollar(estimate.seenAt(LookCorrection.REFUSAL), 1, 1);

    assertEquals(2, found.value(), 1e-9);
    assertNull(found.low());
    assertNull(found.high());
  }

  @Property
  void theIntervalHoldsTheFigureAndScalesWithThePrice(
      @ForAll @DoubleRange(min = 0.01, max = 100) double ratio,
      @ForAll @DoubleRange(min = 0.01, max = 100) double price) {
    RatioEstimate estimate = new RatioEstimate(ratio, Optional.of(new Uncertainty(ratio, 0.05, 5)));
    BangPerDollar same = Costs.bangPerDollar(estimate, price, price);
    BangPerDollar dearer = Costs.bangPerDollar(estimate, 2 * price, price);
    assertTrue(same.low() < same.value() && same.value() < same.high());
    assertEquals(same.value() / 2, dearer.value(), same.value() * 1e-9);
    assertEquals(same.low() / 2, dearer.low(), same.low() * 1e-9);
    assertEquals(same.high() / 2, dearer.high(), same.high() * 1e-9);
  }

  @Test
  void comparesEachGroupWithTheBaselineOfItsLoadLevel() {
    new RunDirectoryFixture(root)
        .without("thread-per-task")
        .without("scheduled-pool")
        .priced("old-low", "low", 1)
        .priced("new-low", "low", 2)
        .priced("old-high", "high", 1)
        .priced("new-high", "high", 2)
        .write();
    List<Cost> costs = new SummaryBuilder(new RunDirectory(root)).write().costs();
    assertEquals(
        List.of("old-low", "old-low", "old-high", "old-high"),
        costs.stream().map(Cost::baseline).toList());
    assertEquals(
        List.of("low", "low", "high", "high"), costs.stream().map(Cost::loadLevel).toList());
    BangPerDollar cpu = costs.getLast().bangPerDollar().get("cpu_load");
    assertEquals(0.5, cpu.value(), 1e-9, "as much CPU for twice the price");
    assertEquals(Metrics.ofAll().priced().size(), costs.getLast().bangPerDollar().size());
    assertEquals(1, costs.getFirst().bangPerDollar().get("cpu_load").value());
    assertNull(costs.getFirst().bangPerDollar().get("cpu_load").low());
  }

  @Test
  void groupsWithoutPriceHaveNoCosts() {
    new RunDirectoryFixture(root).write();
    assertEquals(List.of(), new SummaryBuilder(new RunDirectory(root)).build().costs());
  }
}
