package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.load.Load;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TargetLoad;
import dev.jitterlab.scenario.JourneyValues;
import dev.jitterlab.scenario.Scenario;
import dev.jitterlab.tick.NanoClock;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Arrivals at a server that never answers, without a thread. */
class OpenJourneysTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final Target TARGET = Target.parse("a/1=127.0.0.1:1");
  private static final NanoClock CLOCK = () -> 0;

  private static LoadShape shape() {
    LoadShape shape = new LoadShape();
    new CommandLine(shape)
        .parseArgs(
            "--model=steps",
            "--rate=100:1s,200",
            "--scenario={journeys: [{name: a, steps: [{get: /1}, {get: /2}]}, {name: b, steps:"
                + " [{get: /3}]}]}");
    shape.check();
    return shape;
  }

  private static Exchanges silent() {
    return new Exchanges(null, TARGET, Encryption.NONE, 1, CLOCK, () -> {}) {
      @Override
      void send(Exchange exchange) {
        // no answer comes
      }
    };
  }

  /** One user is all that may be on the way, and stays so. */
  @Test
  void anArrivalThatIsTooManyCountsAtItsLevelAndItsFirstStep() {
    LoadShape shape = shape();
    Scenario scenario = shape.scenario();
    Load load = new Load(List.of(TARGET), CLOCK, new PrometheusRegistry());
    TargetLoad ofTarget = load.of(TARGET);
    StepLoad[] first = {ofTarget.addStep("a/1"), ofTarget.addStep("b/3")};
    StepLoad second = ofTarget.addStep("a/2");
    CountedLevels levels = CountedLevels.of(shape, ofTarget);
    JourneyLoad journeys =
        new JourneyLoad(
            scenario,
            Map.of(
                scenario.journeys().get(0).steps().get(0),
                first[0],
                scenario.journeys().get(0).steps().get(1),
                second,
                scenario.journeys().get(1).steps().get(0),
                first[1]),
            levels,
            shape.seed(),
            TARGET,
            silent(),
            load.awaited(TARGET, 100),
            Optional.empty(),
            new FirstAnswers(CLOCK, 1, why -> {}),
            null, // nothing is to follow
            CLOCK);
    OpenJourneys open = new OpenJourneys(journeys, shape.plan(), 0, 1);
    open.begin(10 * MS);
    JourneyValues values = new JourneyValues(scenario);
    long[] expected = new long[2];
    for (int user = 1; user <= 30; user++) {
      open.begin(user <= 20 ? 500 * MS : 1_500 * MS);
      values.begin(shape.seed(), user, 0);
      expected[values.journey()]++;
    }
    assertEquals(1, ofTarget.sent());
    assertEquals(30, ofTarget.ended(RequestOutcome.OVERFLOW));
    assertEquals(20, levels.at(500 * MS).ended(RequestOutcome.OVERFLOW));
    assertEquals(10, levels.at(1_500 * MS).ended(RequestOutcome.OVERFLOW));
    assertEquals(expected[0], first[0].ended(RequestOutcome.OVERFLOW));
    assertEquals(expected[1], first[1].ended(RequestOutcome.OVERFLOW));
    assertEquals(expected[0], ofTarget.ended(RequestOutcome.UNREACHED));
    assertEquals(expected[0], second.ended(RequestOutcome.UNREACHED));
  }

  /** An arrival is due after every eight seconds of the plan, and some turns are shorter. */
  @Test
  void aPausedPlanGoesOnWhereItStoodAlsoIfATurnHadNoArrival() {
    LoadShape shape = new LoadShape();
    new CommandLine(shape).parseArgs("--rate=0.125");
    shape.check();
    Load load = new Load(List.of(TARGET), CLOCK, new PrometheusRegistry());
    List<Long> asked = new ArrayList<>();
    JourneyLoad journeys =
        new JourneyLoad(
            shape.scenario(),
            Map.of(),
            CountedLevels.of(shape, load.of(TARGET)),
            shape.seed(),
            TARGET,
            silent(),
            load.awaited(TARGET, 100),
            Optional.empty(),
            new FirstAnswers(CLOCK, 1, why -> {}),
            (task, afterNs) -> asked.add(afterNs),
            CLOCK);
    OpenJourneys open = new OpenJourneys(journeys, shape.plan(), 0);

    open.resume(0);
    open.pause(5 * SECOND);
    assertEquals(OpenJourneys.PAUSED, open.waitNs(8 * SECOND));
    open.resume(10 * SECOND);
    assertEquals(List.of(8 * SECOND, 3 * SECOND), asked, "five seconds of the plan were over");
    assertEquals(0, open.waitNs(13 * SECOND));
    assertEquals(8 * SECOND, open.goToNext(13 * SECOND));

    open.pause(15 * SECOND);
    open.resume(20 * SECOND);
    assertEquals(5 * SECOND, open.waitNs(21 * SECOND), "asked for before the pause");
    assertEquals(0, open.waitNs(26 * SECOND));
    assertEquals(8 * SECOND, open.goToNext(26 * SECOND));

    open.pause(27 * SECOND);
    open.resume(30 * SECOND);
    open.pause(33 * SECOND);
    assertEquals(OpenJourneys.PAUSED, open.waitNs(34 * SECOND));
    open.resume(40 * SECOND);
    assertEquals(List.of(8 * SECOND, 3 * SECOND, 4 * SECOND), asked);
    assertEquals(0, open.waitNs(44 * SECOND));
    assertEquals(3, load.of(TARGET).plannedBy(44 * SECOND));
  }
}
