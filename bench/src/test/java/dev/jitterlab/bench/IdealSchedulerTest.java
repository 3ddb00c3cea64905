package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.bench.CoreStalls.Stall;
import dev.jitterlab.lab.ticks.Distribution;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdealSchedulerTest {
  private static final long MS = 1_000_000;

  private static TickScenario scenario(String tasks, int tickMicros) {
    return new TickScenario(
        "test", List.of("--tasks=" + tasks, "--tick-us=" + tickMicros), false, true);
  }

  private static CoreStalls core(Stall... stalls) {
    return new CoreStalls(1_000 * MS, Arrays.asList(stalls));
  }

  private static Distribution drift(TickScenario scenario, CoreStalls... cores) {
    return IdealScheduler.run(scenario, List.of(cores)).drift();
  }

  private static void assertMax(double ms, Distribution drift) {
    assertEquals(ms, drift.maxNs() / (double) MS, 0.01 * ms + 0.001);
  }

  @Test
  void nothingIsLateOnCoresThatNeverStall() {
    Distribution drift = drift(scenario("500@20", 140), core(), core());
    assertEquals(10_000, drift.count());
    assertMax(0, drift);
  }

  @Test
  void oneStalledCoreDelaysNothingWhileTheOtherCanDoAll() {
    Stall stall = new Stall(100 * MS, 50 * MS);
    assertMax(0, drift(scenario("1@1000", 0), core(stall), core()));
    assertMax(50, drift(scenario("1@1000", 0), core(stall)));
  }

  @Test
  void aStallOfAllCoresIsEverybodysDelayAndIsWorkedOff() {
    Stall stall = new Stall(100 * MS, 10 * MS);
    Distribution drift = drift(scenario("100@20", 250), core(stall));
    // A tick each 500 us that takes 250: after 10 ms the backlog shrinks by half a tick each tick.
    assertMax(10, drift);
    long late = 0;
    for (int i = 0; i < drift.size(); i++) {
      late += drift.valueNsAt(i) > 0 ? drift.countAt(i) : 0;
    }
    assertEquals(40.0, (double) late, 2.0, "20 ms of ticks");
  }

  @Test
  void aTickThatHasBegunStaysOnItsCore() {
    // The first tick begins at 0 and is stalled at 0.1 ms; the other core takes what follows.
    Distribution drift = drift(scenario("2@10", 40_000), core(new Stall(MS / 10, 60 * MS)), core());
    assertMax(0, drift);
    // With one core the second task waits for the first one's tick: 40 ms and 60 ms of stall.
    assertMax(50, drift(scenario("2@10", 40_000), core(new Stall(MS / 10, 60 * MS))));
  }

  @Test
  void overlappingLoadOfTwoCoresWaitsForTheFirstThatIsFree() {
    // Three tasks at once do not fit on two cores, so phases are spread: nobody waits.
    assertMax(0, drift(scenario("3@10", 30_000), core(), core()));
    // All of 140 ms of each 100 ms: the backlog grows by 20 ms a period on two cores of 100.
    assertTrue(drift(scenario("3@10", 80_000), core(), core()).maxNs() > 100 * MS);
  }

  @Test
  void saysNothingOfScenariosThatTheRecordedStallsDoNotDescribe() {
    assertTrue(
        TickScenario.all(2).stream()
            .allMatch(
                one ->
                    IdealScheduler.canServe(one)
                        != (one.stressed() || one.name().equals(TickScenario.OVERLOAD))));
  }

  @Test
  void aTickThatStartsAWholePeriodLateIsMissed() {
    Stall stall = new Stall(100 * MS, 4 * MS + MS / 2);
    assertEquals(4, IdealScheduler.run(scenario("1@1000", 0), List.of(core(stall))).missed());
    assertEquals(0, IdealScheduler.run(scenario("1@100", 0), List.of(core(stall))).missed());
  }

  @Test
  void theFloorIsMeasuredForAsLongAsTheOthers() throws InterruptedException {
    FloorContender floor =
        new FloorContender(
            seconds -> List.of(new CoreStalls(seconds * 1_000 * MS, List.<Stall>of())));
    BenchCell cell = new BenchCell(scenario("1@1000", 0), floor, 1, Path.of("floor"), 2, 1);
    assertEquals(
        (2 + Contender.MARGIN_SECONDS) * 1_000L,
        floor.measure(cell, null, () -> {}).drift().count());
  }
}
