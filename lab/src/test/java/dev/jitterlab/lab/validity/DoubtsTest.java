package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.summary.TrialOutcome;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Through the verdict: without its defect scheduled-pool wins against thread-per-task. */
class DoubtsTest {
  @TempDir private Path root;

  /** The block in which it died was measured again, and says nothing of the first time. */
  @Test
  void aGroupDoesNotWinWhoseServerDiedBeforeTheRunWasResumed() {
    assertCannotWin(
        fixture().resumed(List.of("scheduled-pool/3"), List.of()),
        "scheduled-pool/3 (it failed in a block that was measured again)");
  }

  /**
   * When it ran again, somebody's program ran beside it: that excuses its figure, not its death.
   */
  @Test
  void aServerThatDiedIsNotForgottenWhereItsFigureIsLeftOut() {
    RunDirectoryFixture fixture =
        fixture()
            .inBlocks()
            .resumed(List.of("scheduled-pool/3"), List.of())
            .instanceDrift("scheduled-pool/3", 900_000)
            .machine(m -> m.others(3, 0.2));
    Summary summary = new SummaryBuilder(fixture.write()).build();

    assertTrue(summary.groups().getLast().instances().get(2).nullified());
    TrialOutcome outcome = summary.outcome();
    assertEquals(TrialOutcome.Decision.UNDECIDED, outcome.againstBaseline().getFirst().decision());
    String why = "scheduled-pool/3 (it failed in a block that was measured again)";
    assertTrue(outcome.reservations().toString().contains(why), outcome.reservations()::toString);
  }

  /** Its server dropped connections, so that the load process of the block failed. */
  @Test
  void aGroupDoesNotWinWhoseLoadDiedBeforeTheRunWasResumed() {
    assertCannotWin(
        fixture().inBlocks().resumed(List.of("load/3"), List.of()),
        "scheduled-pool/3 (its load died in a block that was measured again)");
  }

  @Test
  void aGroupDoesNotWinWhoseOwnLoadDiedBeforeTheRunWasResumed() {
    assertCannotWin(
        fixture().resumed(List.of("load/3/scheduled-pool/3"), List.of()),
        "scheduled-pool/3 (its load died in a block that was measured again)");
  }

  /** A task that fails is stopped, and the others then start their ticks earlier. */
  @Test
  void aGroupDoesNotWinInWhichTicksFailed() {
    assertCannotWin(
        fixture().processCounter("scheduled-pool/2", "jitterlab_ticks_failed_total", 0),
        "scheduled-pool/2 (3 ticks ended with an exception)");
  }

  /** Its start script started it again, before anything was measured. */
  @Test
  void aGroupDoesNotWinInWhichATickFailedBeforeItsServerStartedAgain() throws Exception {
    RunDirectory run = fixture().write();
    List<Sample> samples = new ArrayList<>();
    for (int second = 0; second <= RunDirectoryFixture.WARMUP_SECONDS + 12; second++) {
      double at = RunDirectoryFixture.START + second;
      double failed = second < 2 ? 1 : 0;
      samples.add(new Sample(at, "scheduled-pool/2", "jitterlab_ticks_failed_total", "", failed));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);

    assertCannotWin(run, "scheduled-pool/2 (1 ticks ended with an exception)");
  }

  /** When its block was measured again, none failed. */
  @Test
  void aGroupDoesNotWinInWhichTicksFailedBeforeItsBlockWasMeasuredAgain() {
    assertCannotWin(
        fixture().countedBefore("scheduled-pool/1", "jitterlab_ticks_failed_total"),
        "scheduled-pool/1 (3 ticks ended with an exception)");
  }

  @Test
  void aGroupCanLoseInWhichTicksFailed() {
    TrialOutcome.Pair pair =
        pair(fixture().processCounter("thread-per-task/2", "jitterlab_ticks_failed_total", 0));

    assertEquals(TrialOutcome.Decision.BETTER, pair.decision());
    assertEquals("below", pair.bound());
  }

  @Test
  void aGroupDoesNotWinWhoseOwnWorkFailed() {
    assertCannotWin(
        fixture().processCounter("scheduled-pool/2", "jitterlab_work_failed_total", 0),
        "scheduled-pool/2 (3 pieces of its work failed)");
  }

  @Test
  void aGroupDoesNotWinThatAnsweredWrongly() {
    assertCannotWin(
        fixture().lost("scheduled-pool/2", 3), "scheduled-pool/2 (3 of its answers were wrong)");
  }

  @Test
  void aGroupThatNeedsLessCpuWins() {
    assertEquals(TrialOutcome.Decision.BETTER, pair(cpuOfPoolIsLess()).decision());
  }

  /** It starts a database for itself, which does the work; those of the other group do it all. */
  @Test
  void aGroupDoesNotWinByCpuTimeThatItUsedElsewhere() {
    RunDirectoryFixture fixture = cpuOfPoolIsLess();
    fixture.processCounter("scheduled-pool/2", LabMetrics.SESSION_CPU, 0.9);
    assertCannotWin(fixture, "scheduled-pool/2 (its group's helper processes used");
  }

  /** Such as the origin of a proxy, which is asked as often whatever the proxy is. */
  @Test
  void aGroupWinsWhoseHelpersWorkAsMuchAsThoseOfTheOther() {
    assertEquals(TrialOutcome.Decision.BETTER, pair(withHelpers(0.1, 0.1)).decision());
  }

  @Test
  void aGroupDoesNotWinWhoseHelpersWorkMoreThanThoseOfTheOther() {
    assertCannotWin(withHelpers(0.1, 0.2), "scheduled-pool/1 (its group's helper processes used");
  }

  /** A history and a ledger read the summary, and must not decide what the run did not. */
  @Test
  void theSummarySaysOfHowManyInstancesTheCpuIsABound() {
    Summary summary = new SummaryBuilder(withHelpers(0.1, 0.2).write()).build();

    assertEquals(0, summary.group("thread-per-task").orElseThrow().cpuDoubtedInstances());
    assertEquals(5, summary.group("scheduled-pool").orElseThrow().cpuDoubtedInstances());
    assertEquals(0, summary.group("scheduled-pool").orElseThrow().doubtedInstances());
  }

  /** The children of a foreign server count as its own: what is left are daemons. */
  @Test
  void theCpuOfAForeignServerWithADaemonIsABoundInEveryGroup() {
    RunDirectory run = withHelpers(0.1, 0.1).foreign().write();
    try (SamplesReader samples = SamplesReader.open(run).orElseThrow()) {
      Map<String, String> doubts = Doubts.ofCpu(Evidence.read(run, Optional.of(samples)));

      assertEquals(10, doubts.size(), doubts::toString);
      String why = doubts.get("thread-per-task/1");
      assertTrue(why.startsWith("processes that are no children of its own used"), why);
    }
  }

  /** As through docker: odd blocks are those of thread-per-task, even ones those of the pool. */
  @Test
  void aGroupDoesNotWinByCpuTimeThatADaemonUsedForIt() {
    assertEquals(TrialOutcome.Decision.BETTER, pair(othersBeside()).decision());

    RunDirectory run = othersBeside(2, 4, 6, 8, 10).write();
    assertCannotWin(run, "scheduled-pool/1 (processes that the lab did not start used");
    Summary summary = new SummaryBuilder(run).build();
    assertEquals(0, summary.group("thread-per-task").orElseThrow().cpuDoubtedInstances());
    assertEquals(5, summary.group("scheduled-pool").orElseThrow().cpuDoubtedInstances());
    assertTrue(
        summary.outcome().figures().stream()
            .anyMatch(
                figure ->
                    figure.group().equals("scheduled-pool") && "at_least".equals(figure.bound())),
        summary.outcome().figures()::toString);
  }

  @Test
  void aGroupWinsByItsCpuIfOthersWorkedBesideAllGroupsOrSingleServers() {
    assertEquals(
        TrialOutcome.Decision.BETTER, pair(othersBeside(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).decision());
    assertEquals(TrialOutcome.Decision.BETTER, pair(othersBeside(2, 4)).decision());
  }

  /** Its mean is far above the other's, and beside most of its servers it was as quiet. */
  @Test
  void workInTheBackgroundIsNoGroupsOwn() {
    RunDirectoryFixture fixture = cpuOfPoolIsLess().alternating();
    IntStream.rangeClosed(1, 10).forEach(block -> fixture.machine(m -> m.others(block, 0.08)));
    fixture.machine(m -> m.others(2, 0.25)).machine(m -> m.others(4, 0.25));

    assertEquals(TrialOutcome.Decision.BETTER, pair(fixture).decision());
  }

  /** One server at a time; others use a quarter of the machine in these blocks. */
  private RunDirectoryFixture othersBeside(int... blocks) {
    RunDirectoryFixture fixture = cpuOfPoolIsLess().alternating();
    IntStream.of(blocks).forEach(block -> fixture.machine(m -> m.others(block, 0.25)));
    return fixture;
  }

  /** It refused 30 % of its requests. */
  @Test
  void aGroupThatAnsweredLessDoesNotWinByItsCpu() {
    RunDirectoryFixture fixture = cpuOfPoolIsLess();
    IntStream.rangeClosed(1, 5).forEach(i -> fixture.answered("scheduled-pool/" + i, 0.7));
    assertCannotWin(fixture, "scheduled-pool/1 (its group answered 70");
  }

  /** Such as a heap that stands still for so long that it allocates less. */
  @Test
  void aGroupThatDidLessOfItsOwnWorkDoesNotWinByItsCpu() {
    assertCannotWin(ofOwnWork(85), "scheduled-pool/1 (its group did 85");
  }

  /** It stood still at its end, where it was asked how much it had done. */
  @Test
  void aServerWhoseOwnWorkIsNotKnownLetsNoGroupWin() throws Exception {
    RunDirectory run = ofOwnWork(85).write();
    try (Connection samples = DriverManager.getConnection("jdbc:duckdb:" + run.samples());
        PreparedStatement done =
            samples.prepareStatement("DELETE FROM samples WHERE metric = ? AND source = ?")) {
      done.setString(1, LoadRates.OWN_DONE);
      done.setString(2, "scheduled-pool/3");
      assertTrue(done.executeUpdate() > 1);
    }
    assertCannotWin(run, "how much its group did is not known");
  }

  @Test
  void aGroupThatDidItsOwnWorkWinsByItsCpu() {
    assertEquals(TrialOutcome.Decision.BETTER, pair(ofOwnWork(99.5)).decision());
  }

  /** Without a load; 100 pieces of work a second are due, and the pool does so many of them. */
  private RunDirectoryFixture ofOwnWork(double ofPool) {
    RunDirectoryFixture fixture = cpuOfPoolIsLess().withoutLoad();
    for (int i = 1; i <= 5; i++) {
      fixture
          .processCounter("thread-per-task/" + i, LoadRates.OWN_DUE, 100)
          .processCounter("thread-per-task/" + i, LoadRates.OWN_DONE, 100)
          .processCounter("scheduled-pool/" + i, LoadRates.OWN_DUE, 100)
          .processCounter("scheduled-pool/" + i, LoadRates.OWN_DONE, ofPool);
    }
    return fixture;
  }

  /** Who has less to do in a tick also starts the next ones in time. */
  @Test
  void aGroupThatAnsweredLessDoesNotWinByItsTicks() {
    RunDirectoryFixture fixture = fixture();
    IntStream.rangeClosed(1, 5).forEach(i -> fixture.answered("scheduled-pool/" + i, 0.7));
    assertCannotWin(fixture, "scheduled-pool/1 (its group answered 70");
  }

  @Test
  void aGroupThatAnsweredLessCanLoseByItsTicks() {
    RunDirectoryFixture fixture = fixture();
    IntStream.rangeClosed(1, 5).forEach(i -> fixture.answered("thread-per-task/" + i, 0.7));

    assertEquals(TrialOutcome.Decision.BETTER, pair(fixture).decision());
  }

  /** How much clients that wait get answered varies more than the share of a plan. */
  @Test
  void howMuchLessAnAnswerCountsAsLessDependsOnWhetherClientsWait() {
    Answered closed = new Answered(true, Map.of("a", 100.0, "b", 96.0, "c", 94.0));
    Answered open = new Answered(false, Map.of("a", 1.0, "b", 0.992, "c", 0.98));

    assertEquals(OptionalDouble.empty(), closed.less("b"));
    assertEquals(0.94, closed.less("c").orElseThrow(), 1e-9);
    assertEquals(OptionalDouble.empty(), open.less("b"));
    assertEquals(0.98, open.less("c").orElseThrow(), 1e-9);
    assertEquals(OptionalDouble.empty(), open.less("c", closed, "a"), "no plan to compare with");
  }

  /** Its load process was never sampled: it may have answered nothing. */
  @Test
  void aGroupWhoseAnswersAreNotKnownDoesNotWinByWhatItNeeded() {
    Plan plan = Evidence.read(fixture().write(), Optional.empty()).plan();
    Answered one = new Answered(false, Map.of("thread-per-task", 1.0));
    Map<String, String> doubts = Doubts.ofCosts(one, plan);

    assertEquals("how much its group answered is not known", doubts.get("scheduled-pool/1"));
    assertFalse(doubts.containsKey("thread-per-task/1"), doubts::toString);
    assertEquals(Map.of(), Doubts.ofCosts(new Answered(false, Map.of()), plan));
  }

  /** Its load was not sampled at an end of the measurement; those of the others were. */
  @Test
  void oneServerWhoseAnswersAreNotKnownMakesThoseOfItsGroupUnknown() throws Exception {
    RunDirectory run = cpuOfPoolIsLess().write();
    try (Connection samples = DriverManager.getConnection("jdbc:duckdb:" + run.samples());
        PreparedStatement answers =
            samples.prepareStatement("DELETE FROM samples WHERE metric = ? AND labels = ?")) {
      answers.setString(1, LoadRates.ANSWERED);
      answers.setString(2, LoadDeviation.labels("scheduled-pool/3"));
      assertTrue(answers.executeUpdate() > 2);
    }
    assertCannotWin(run, "how much its group answered is not known");
  }

  private RunDirectoryFixture cpuOfPoolIsLess() {
    RunDirectoryFixture fixture = fixture().primaryMetric("cpu_load");
    for (int i = 1; i <= 5; i++) {
      fixture.processCounter("thread-per-task/" + i, LabMetrics.PROCESS_CPU, cpuOfThreads(i));
      fixture.processCounter("scheduled-pool/" + i, LabMetrics.PROCESS_CPU, cpuOfPool(i));
    }
    return fixture;
  }

  private static double cpuOfThreads(int instance) {
    return 0.4 + 0.01 * instance;
  }

  private static double cpuOfPool(int instance) {
    return cpuOfThreads(instance) * (0.6 + 0.01 * instance);
  }

  /** The same, and helpers of each server use so much of a core. */
  private RunDirectoryFixture withHelpers(double ofThreads, double ofPool) {
    RunDirectoryFixture fixture = cpuOfPoolIsLess();
    for (int i = 1; i <= 5; i++) {
      fixture.processCounter(
          "thread-per-task/" + i, LabMetrics.SESSION_CPU, cpuOfThreads(i) + ofThreads);
      fixture.processCounter("scheduled-pool/" + i, LabMetrics.SESSION_CPU, cpuOfPool(i) + ofPool);
    }
    return fixture;
  }

  private static void assertCannotWin(RunDirectoryFixture fixture, String why) {
    assertCannotWin(fixture.write(), why);
  }

  private static void assertCannotWin(RunDirectory run, String why) {
    TrialOutcome outcome = new SummaryBuilder(run).build().outcome();

    assertEquals(TrialOutcome.Decision.UNDECIDED, outcome.againstBaseline().getFirst().decision());
    assertTrue(outcome.reservations().toString().contains(why), outcome.reservations()::toString);
  }

  private static TrialOutcome.Pair pair(RunDirectoryFixture fixture) {
    return new SummaryBuilder(fixture.write()).build().outcome().againstBaseline().getFirst();
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root);
  }
}
