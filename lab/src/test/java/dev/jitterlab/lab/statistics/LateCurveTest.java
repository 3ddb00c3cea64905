package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.statistics.LateCurve.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LateCurveTest {
  private static final double LIMIT = 0.001;

  private static LoadedTicks at(double load, double late) {
    return new LoadedTicks(load, 10_000, late);
  }

  private static Capacity capacity(LoadedTicks... stretches) {
    return LateCurve.of(List.of(stretches)).orElseThrow().capacity(LIMIT);
  }

  @Test
  void findsTheGreatestLoadWithinTheLimit() {
    assertEquals(
        new Capacity.Reached(30),
        capacity(at(10, 0), at(20, 2), at(30, 9), at(40, 50), at(50, 900)));
  }

  @Test
  void isAtTheLimitStillInTime() {
    assertEquals(new Capacity.Reached(20), capacity(at(10, 0), at(20, 10), at(30, 11)));
  }

  @Test
  void knowsOnlyABoundWhereTheLimitWasNotReached() {
    assertEquals(new Capacity.AtLeast(30), capacity(at(10, 0), at(20, 3), at(30, 10)));
  }

  @Test
  void knowsOnlyABoundWhereTheLeastLoadWasTooMuch() {
    assertEquals(new Capacity.Below(10), capacity(at(10, 11), at(20, 500)));
  }

  @Test
  void spreadsABadSecondOverTheBetterOnesAboveIt() {
    // 12 late at load 20: too many of 10,000, few of 30,000.
    assertEquals(
        new Capacity.Reached(40),
        capacity(at(10, 0), at(20, 12), at(30, 0), at(40, 0), at(50, 900)));
    assertEquals(
        new Capacity.Reached(10),
        capacity(at(10, 0), at(20, 300), at(30, 0), at(40, 0), at(50, 900)));
  }

  @Test
  void poolsUntilTheCurveNeverFalls() {
    // By hand: 4, 5 and 1 make 10/3, 8 and 7 make 7.5.
    List<LoadedTicks> example = new ArrayList<>();
    int[] values = {4, 5, 1, 6, 8, 7};
    for (int i = 0; i < values.length; i++) {
      example.add(new LoadedTicks(i, 10, values[i]));
    }

    List<Step> steps = LateCurve.of(example).orElseThrow().steps();

    assertEquals(
        List.of(new Step(0, 2, 30, 10), new Step(3, 3, 10, 6), new Step(4, 5, 20, 15)), steps);
  }

  @Test
  void takesStretchesOfTheSameLoadTogetherBeforeItCompares() {
    List<Step> steps =
        LateCurve.of(List.of(at(10, 4), at(20, 0), at(20, 10))).orElseThrow().steps();

    assertEquals(List.of(new Step(10, 10, 10_000, 4), new Step(20, 20, 20_000, 10)), steps);
  }

  @Test
  void findsTheKneeOfANoisyServer() {
    int within = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<LoadedTicks> run = new ArrayList<>();
      for (int load = 1; load <= 200; load++) {
        double share = load <= 120 ? 0.0002 : 0.0002 * Math.exp((load - 120) / 5.0);
        int late = 0;
        for (int tick = 0; tick < 20 * load; tick++) {
          late += random.nextDouble() < share ? 1 : 0;
        }
        run.add(new LoadedTicks(load, 20.0 * load, late));
      }
      Collections.shuffle(run, random);
      // The share is 0.1 % at 120 + 5 ln 5 = 128.
      double found = LateCurve.of(run).orElseThrow().capacity(LIMIT).load();
      within += Math.abs(found - 128) <= 8 ? 1 : 0;
    }
    assertTrue(within >= 95, within + " of 100");
  }

  @Test
  void needsTicks() {
    assertEquals(Optional.empty(), LateCurve.of(List.of()));
    assertThrows(IllegalArgumentException.class, () -> new LoadedTicks(1, 0, 0));
  }

  @Test
  void makesAMeanOfBoundsABound() {
    Capacity reached = new Capacity.Reached(100);
    assertEquals(
        Optional.of(new Capacity.Reached(110)),
        Capacity.mean(List.of(reached, new Capacity.Reached(120))));
    assertEquals(
        Optional.of(new Capacity.AtLeast(150)),
        Capacity.mean(List.of(reached, new Capacity.AtLeast(200))));
    assertEquals(
        Optional.of(new Capacity.Below(60)),
        Capacity.mean(List.of(reached, new Capacity.Below(20))));
    assertEquals(
        Optional.empty(),
        Capacity.mean(List.of(new Capacity.AtLeast(200), new Capacity.Below(20))));
    assertEquals(Optional.empty(), Capacity.mean(List.of()));
  }

  @Provide
  static Arbitrary<List<LoadedTicks>> runs() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 30),
            Arbitraries.integers().between(1, 1_000),
            Arbitraries.doubles().between(0, 1))
        .as((load, ticks, share) -> new LoadedTicks(load, ticks, Math.floor(ticks * share)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }

  @Property
  void neverFallsAndKeepsEveryTick(@ForAll("runs") List<LoadedTicks> run) {
    List<Step> steps = LateCurve.of(run).orElseThrow().steps();

    for (int i = 1; i < steps.size(); i++) {
      assertTrue(steps.get(i - 1).share() < steps.get(i).share(), steps::toString);
      assertTrue(steps.get(i - 1).toLoad() < steps.get(i).fromLoad(), steps::toString);
    }
    assertEquals(
        run.stream().mapToDouble(LoadedTicks::ticks).sum(),
        steps.stream().mapToDouble(Step::ticks).sum());
    assertEquals(
        run.stream().mapToDouble(LoadedTicks::late).sum(),
        steps.stream().mapToDouble(Step::late).sum());
  }

  @Property
  void dependsNeitherOnTheOrderNorFallsWithTheLimit(
      @ForAll("runs") List<LoadedTicks> run, @ForAll Random random) {
    LateCurve curve = LateCurve.of(run).orElseThrow();
    List<LoadedTicks> shuffled = new ArrayList<>(run);
    Collections.shuffle(shuffled, random);

    assertEquals(curve, LateCurve.of(shuffled).orElseThrow());
    assertTrue(curve.capacity(0.2).load() >= curve.capacity(0.1).load());
  }
}
