package dev.jitterlab.lab.report.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.RunHistory;
import dev.jitterlab.lab.summary.RunHistory.Change;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 120);

  @TempDir private Path folder;

  @Test
  void findsWhenAGroupBecameSlower() {
    RunHistory history = read(fixture().runs(8, 1).runs(5, 1.3));

    assertEquals("tick_drift_seconds.p99", history.metric());
    assertEquals(13, history.runs().size());
    assertEquals(List.of(), changes(history, "thread-per-task"));
    Change change = changes(history, "scheduled-pool").getFirst();
    assertEquals(8, change.run());
    assertEquals(1.3, change.ratio(), 0.05);
    assertTrue(
        change.low() > 1.2 && change.high() < 1.4 && change.pValue() < 0.025, change::toString);
    assertTrue(change.worse());
    assertTrue(hasWorsenedWithin(5));
  }

  /** Eight and two runs are no clear split: who looked three runs ago saw nothing yet. */
  @Test
  void aWorseningCountsFromWhenItShowed() {
    HistoryFixture fixture = fixture().runs(8, 1).runs(5, 1.3);
    assertTrue(hasWorsenedWithin(3));

    List<Change> changes = changes(read(fixture.runs(7, 1.3)), "scheduled-pool");
    assertEquals(List.of(8), changes.stream().map(Change::run).toList());
    assertFalse(hasWorsenedWithin(3), "eight and nine runs show it");
    assertTrue(hasWorsenedWithin(10));
    assertTrue(hasWorsenedWithin(20));
    assertFalse(read(fixture).hasWorsened(), "nobody asked");
  }

  /** Its servers hang until the end: its runs must not drop out, and its history look the same. */
  @Test
  void aGroupOfWhichOnlyABoundIsKnownBecameSlower() {
    RunHistory history = read(fixture().runs(8, 1).bounds(5, 1.3));

    assertEquals(8, changes(history, "scheduled-pool").getFirst().run());
    assertTrue(hasWorsenedWithin(5));
    RunHistory.Point last = history.groups().getLast().points().getLast();
    assertTrue(last.value() > 0 && last.low() == null, last::toString);
    assertEquals("at_least", last.bound());
  }

  /** A single failed tick, once, would let its group become as slow as it likes for good. */
  @Test
  void oneBoundDoesNotHideALaterChange() {
    RunHistory history = read(fixture().runs(6, 1).bounds(1, 1).runs(6, 1).runs(6, 3));

    assertEquals(13, changes(history, "scheduled-pool").getFirst().run());
    assertTrue(hasWorsenedWithin(6));
  }

  /** The bound may be as bad as what follows it: then the change began with it, and is the same. */
  @Test
  void aBoundDirectlyBeforeAChangeDoesNotHideIt() {
    RunHistory history = read(fixture().runs(8, 1).bounds(1, 1).runs(6, 3));

    assertEquals(9, changes(history, "scheduled-pool").getFirst().run());
    assertTrue(hasWorsenedWithin(6));
  }

  /** The search began at a load that was too much: all that is known lies below that load. */
  @Test
  void aGroupThatCarriesNotEvenTheLeastLoadBecameWorse() {
    RunHistory history = read(fixture().capacities(8, 1).capacitiesBelow(5, 0.7));

    assertEquals("capacity", history.metric());
    Change change = changes(history, "scheduled-pool").getFirst();
    assertEquals(8, change.run());
    assertTrue(change.worse());
    assertTrue(hasWorsenedWithin(5));
    RunHistory.Point last = history.groups().getFirst().points().getLast();
    assertTrue(last.value() > 0 && last.low() == null, last::toString);
    assertEquals("below", last.bound());
    String text = HistoryText.render(history, PLAIN);
    assertTrue(text.contains("< 2"), text);
  }

  /** The search ended before the load was too much: the truth lies above what is shown. */
  @Test
  void aCapacityThatWasOnlyBoundedFromBelowBecameWorse() {
    RunHistory history = read(fixture().capacitiesAtLeast(8, 1).capacities(5, 0.7));

    Change change = changes(history, "scheduled-pool").getFirst();
    assertEquals(8, change.run());
    assertTrue(change.worse());
    assertTrue(hasWorsenedWithin(5));
    assertEquals("at_least", history.groups().getFirst().points().getFirst().bound());
  }

  /** It may carry as much as before, or more. */
  @Test
  void aCapacityOfWhichLessIsCertainHasNotBecomeWorse() {
    RunHistory history = read(fixture().capacities(8, 1).capacitiesAtLeast(5, 0.7));

    assertEquals(List.of(), changes(history, "scheduled-pool"));
    assertFalse(hasWorsenedWithin(5));
  }

  /** It may have carried as much before. */
  @Test
  void aCapacityThatWasOnlyBoundedFromBelowHasNotBecomeBetter() {
    RunHistory history = read(fixture().capacitiesAtLeast(8, 1).capacities(5, 1.3));

    assertEquals(List.of(), changes(history, "scheduled-pool"));
  }

  /** In between it may have carried as much as before and after. */
  @Test
  void aLevelOfBoundsBetweenTwoEqualLevelsIsNoChange() {
    RunHistory history =
        read(fixture().capacities(12, 1).capacitiesAtLeast(12, 0.7).capacities(12, 1));

    assertEquals(List.of(), changes(history, "scheduled-pool"));
    assertFalse(hasWorsenedWithin(12));
  }

  /** It may have carried as much as before for a while, but surely not since then. */
  @Test
  void aLevelOfBoundsDoesNotHideThatTheNextIsWorseThanTheOneBefore() {
    RunHistory history =
        read(fixture().capacities(12, 1).capacitiesAtLeast(12, 0.7).capacities(12, 0.85));

    List<Change> changes = changes(history, "scheduled-pool");
    assertEquals(List.of(24), changes.stream().map(Change::run).toList());
    assertTrue(changes.getFirst().worse());
    assertEquals(0.85, changes.getFirst().ratio(), 0.05);
    assertTrue(hasWorsenedWithin(12));
  }

  /** The others carried the whole load; what the one that left nothing carried may be worse. */
  @Test
  void aHungInstanceMakesACapacityABoundFromAbove() {
    RunHistory history = read(fixture().capacities(1, 1).capacitiesAtLeastAndHung(1, 1));

    assertEquals("below", history.groups().getFirst().points().getLast().bound());
  }

  /** Which steps there are stands in the newest run alone. */
  @Test
  void aMetricOfAStepIsShownAsAnyOther() {
    RunHistory history = read(fixture().ofStep("shop/read").runs(8, 1).runs(5, 1.3));

    assertEquals("step_response_seconds.shop/read.p99", history.metric());
    assertEquals(List.of("shop/read"), history.steps());
    assertEquals(8, changes(history, "scheduled-pool").getFirst().run());
    String title = "Response time shop/read p99 in 13 runs";
    String text = HistoryText.render(history, PLAIN);
    assertTrue(text.contains(title), text);
    assertTrue(HistoryPage.render(history).contains(title));
  }

  /** In the chart a bound would look like a figure: as good as those that nothing hides. */
  @Test
  void aBoundIsAHollowDot() {
    String page = HistoryPage.render(read(fixture().runs(2, 1).hung(1, 1)));

    assertEquals(2, page.split("\"hollow\":true", -1).length, "one group has one");
    assertTrue(page.contains("A hollow dot is only a bound."), page);
    assertFalse(HistoryPage.render(read(again().runs(2, 1))).contains("\"hollow\":true"));
  }

  /** The other four look as well as ever, and say nothing of the one that left nothing. */
  @Test
  void theFigureOfAGroupWithAHungInstanceIsABound() {
    RunHistory history = read(fixture().runs(2, 1).hung(1, 1).hungLongAgo(1, 1));

    List<RunHistory.Point> points = history.groups().getLast().points();
    assertTrue(points.get(1).low() < points.get(1).high(), points::toString);
    for (RunHistory.Point hung : points.subList(2, 4)) {
      assertTrue(hung.value() > 0 && hung.low() == null && hung.high() == null, hung::toString);
      assertEquals("at_least", hung.bound());
      assertEquals(4, hung.instances());
    }
    String text = HistoryText.render(history, PLAIN);
    assertEquals(2, text.lines().filter(line -> line.contains("≥ ")).count(), text);
  }

  /** That is no figure that nobody knows; of the one that hung, none is known. */
  @Test
  void aServerWhoseCollectorNeverPausedMakesNoBound() {
    RunHistory history =
        read(fixture().pausing().runs(2, 1).hung(1, 1), "gc_pause_length_seconds.p99");

    List<RunHistory.Point> points = history.groups().getLast().points();
    for (RunHistory.Point known : points.subList(0, 2)) {
      assertNull(known.bound(), known::toString);
      assertTrue(known.low() < known.high(), known::toString);
      assertEquals(4, known.instances());
    }
    assertEquals("at_least", points.getLast().bound());
  }

  /** What it failed at took no time: it may deserve worse, and its runs show no improvement. */
  @Test
  void theFiguresOfAGroupThatFailedAtSomethingAreBounds() {
    RunHistory history = read(fixture().runs(8, 1).doubted(5, 0.5));

    RunHistory.Point last = history.groups().getLast().points().getLast();
    assertEquals("at_least", last.bound());
    assertTrue(last.low() == null && last.high() == null, last::toString);
    assertEquals(List.of(), changes(history, "scheduled-pool"));
  }

  /** It needs less because it does less; what the same work would need is not known. */
  @Test
  void aGroupThatAnswersLessHasNotBecomeCheaper() {
    RunHistory history = readCpu(fixture().answering(8, 1, 1).answering(5, 0.7, 0.8));

    assertEquals(List.of(), changes(history, "scheduled-pool"));
    RunHistory.Point last = history.groups().getLast().points().getLast();
    assertEquals("at_least", last.bound());
    String why = "scheduled-pool answered 80 % of what it did in run-00, so figures that less work";
    assertTrue(last.why().startsWith(why), last::why);
    String text = HistoryText.render(history, PLAIN);
    assertTrue(text.contains("⚠ " + why), text);
    assertTrue(HistoryPage.render(history).contains(why));
    assertEquals(
        List.of(8),
        changes(readCpu(again().answering(8, 1, 1).answering(5, 0.7, 1)), "scheduled-pool").stream()
            .map(Change::run)
            .toList());
  }

  /** Its run did not decide by its CPU load, because a database may do a part of its work. */
  @Test
  void aGroupWhoseHelpersMayDoItsWorkHasNotBecomeCheaper() {
    RunHistory history = readCpu(fixture().answering(8, 1, 1).helped(5, 0.7));

    assertEquals(List.of(), changes(history, "scheduled-pool"));
    assertEquals("at_least", history.groups().getLast().points().getLast().bound());
  }

  /** A new build moves work into the helpers of all groups alike: no run shows it alone. */
  @Test
  void aServerWhoseHelpersDoMoreHasNotBecomeCheaper() {
    RunHistory history = readCpu(fixture().answering(8, 1, 1).helpedMore(5, 0.7));

    assertEquals(List.of(), changes(history, "scheduled-pool"));
    RunHistory.Point last = history.groups().getLast().points().getLast();
    assertEquals("at_least", last.bound());
    assertTrue(last.why().startsWith("the helper processes of scheduled-pool used"), last::why);
  }

  /** Its load process was never sampled: it may have answered nothing. */
  @Test
  void aGroupWhoseAnswersAreNotKnownHasNotBecomeCheaper() {
    RunHistory history = readCpu(fixture().answering(8, 1, 1).answeringUnknown(5, 0.7));

    assertEquals(List.of(), changes(history, "scheduled-pool"));
    RunHistory.Point last = history.groups().getLast().points().getLast();
    assertEquals("at_least", last.bound());
    assertTrue(last.why().startsWith("how much scheduled-pool answered is not known"), last::why);
  }

  /** It did more work than before: that it needs more is no worsening. */
  @Test
  void aGroupThatAnswersMoreHasNotBecomeWorse() {
    RunHistory history = readCpu(fixture().answering(8, 1, 0.8).answering(5, 1.3, 1));

    assertEquals(List.of(), changes(history, "scheduled-pool"));
    assertFalse(hasWorsenedWithin(5, "cpu_load"));
  }

  /** Beside the first level the second is a bound; beside the third, with equal answers, not. */
  @Test
  void aBoundBesideOneChangeIsNoneBesideTheNext() {
    RunHistory history =
        readCpu(fixture().answering(12, 1, 1).answering(12, 0.8, 0.97).answering(12, 1, 0.97));

    Change last = changes(history, "scheduled-pool").getLast();
    assertEquals(24, last.run());
    assertTrue(last.worse());
    assertEquals(1.25, last.ratio(), 0.05);
    assertTrue(hasWorsenedWithin(12, "cpu_load"));
  }

  /** The levels at both ends did the same work: the one between, which did less, hides nothing. */
  @Test
  void aGroupThatAnsweredLessForAWhileBecameWorse() {
    RunHistory history =
        readCpu(fixture().answering(12, 1, 1).answering(12, 0.7, 0.97).answering(12, 1.2, 1));

    List<Change> changes = changes(history, "scheduled-pool");
    assertEquals(List.of(24), changes.stream().map(Change::run).toList());
    assertTrue(changes.getFirst().worse());
    assertEquals(1.2, changes.getFirst().ratio(), 0.05);
  }

  /** More CPU for less work is worse, whatever the same work would need. */
  @Test
  void aGroupThatNeedsMoreForLessBecameWorse() {
    RunHistory history = readCpu(fixture().answering(8, 1, 1).answering(5, 1.3, 0.8));

    assertTrue(changes(history, "scheduled-pool").getFirst().worse());
    assertTrue(hasWorsenedWithin(5, "cpu_load"));
  }

  /** What an invalid run answered says nothing of the others. */
  @Test
  void anInvalidRunMakesNoBounds() {
    RunHistory history =
        readCpu(fixture().answering(8, 1, 0.96).invalidAnswering(0.99).answering(6, 1.3, 0.96));

    Change change = changes(history, "scheduled-pool").getFirst();
    assertEquals(9, change.run());
    assertTrue(change.worse());
    List<RunHistory.Point> points = history.groups().getLast().points();
    for (int run = 0; run < points.size(); run++) {
      if (run != 8) {
        assertNull(points.get(run).bound(), points.get(run)::toString);
      }
    }
  }

  /** Beside that one all other runs answered less; beside each other they did not. */
  @Test
  void oneRunThatAnsweredMoreDoesNotHideAChange() {
    RunHistory before =
        readCpu(fixture().answering(8, 1, 0.96).answering(1, 1, 0.99).answering(6, 1.3, 0.96));
    RunHistory after =
        readCpu(again().answering(8, 1, 0.96).answering(6, 1.3, 0.96).answering(1, 1.3, 0.99));

    assertEquals("at_least", before.groups().getLast().points().getFirst().bound());
    assertEquals(9, changes(before, "scheduled-pool").getFirst().run());
    assertTrue(changes(before, "scheduled-pool").getFirst().worse());
    assertEquals("at_least", after.groups().getLast().points().getFirst().bound());
    assertEquals(8, changes(after, "scheduled-pool").getFirst().run());
    assertTrue(changes(after, "scheduled-pool").getFirst().worse());
  }

  @Test
  void aCureIsNoWorsening() {
    RunHistory history = read(fixture().runs(8, 1).runs(5, 0.7));

    assertFalse(changes(history, "scheduled-pool").getFirst().worse());
    assertFalse(hasWorsenedWithin(13));
  }

  @Test
  void everyPointHasTheIntervalOfItsInstances() {
    RunHistory.Point point = read(fixture().runs(2, 1)).groups().getFirst().points().getFirst();

    assertEquals(5, point.instances());
    assertTrue(point.low() < point.value() && point.value() < point.high(), point::toString);
  }

  /** Another kernel may be the cause and is said; more cores make it another experiment. */
  @Test
  void marksAnotherKernelAndBreaksAtAnotherMachine() {
    HistoryFixture fixture = fixture().runs(6, 1).add(1.5, "Linux 6.2", 2, "valid");
    for (int i = 0; i < 9; i++) {
      fixture.add(1.5, "Linux 6.2", 2, "valid");
    }
    RunHistory kernel = read(fixture);
    assertEquals(
        "[the kernel was Linux 6.1, is Linux 6.2]", kernel.runs().get(6).differences().toString());
    assertEquals(6, changes(kernel, "scheduled-pool").getFirst().run());

    for (int i = 0; i < 6; i++) {
      fixture.add(3, "Linux 6.2", 8, "valid");
    }
    RunHistory machine = read(fixture);
    assertTrue(machine.runs().get(16).breaks());
    assertEquals(List.of(6), changes(machine, "scheduled-pool").stream().map(Change::run).toList());
  }

  @Test
  void anInvalidTrialIsShownAndDecidesNothing() {
    HistoryFixture fixture = fixture().runs(6, 1);
    for (int i = 0; i < 6; i++) {
      fixture.add(5, "Linux 6.1", 2, "invalid");
    }
    RunHistory history = read(fixture);

    assertEquals(12, history.runs().size());
    assertEquals(List.of(), changes(history, "scheduled-pool"));
  }

  @Test
  void saysWhyThereIsNoFinishedRun() throws IOException {
    HistoryFixture fixture = fixture().runs(1, 1);
    Files.delete(new RunDirectory(fixture.root().resolve("run-00")).summary());

    String why = refused(fixture, new HistoryReader.Choice(null, null, List.of(), 0));
    assertTrue(why.contains("run-00, it has no summary.json: run `./jitterlab report` on it"), why);
  }

  @Test
  void leavesOutARunOfWhichNoGroupCouldRun() {
    HistoryFixture fixture = fixture().runs(3, 1);
    RunDirectory second = new RunDirectory(fixture.root().resolve("run-01"));
    RunState state = Json.read(second.runState(), RunState.class);
    Json.write(
        second.runState(),
        new RunState(
            state.state(),
            state.why(),
            state.startedAt(),
            state.endedAt(),
            List.of(),
            List.of(
                new RunState.Skipped("thread-per-task", "no such processor"),
                new RunState.Skipped("scheduled-pool", "no such processor")),
            state.resumptions(),
            state.repetitions(),
            state.looks()));

    RunHistory history = read(fixture);

    assertEquals(2, history.runs().size());
    assertEquals("no group could run on its machine", history.leftOut().getFirst().why());
  }

  @Test
  void saysWhichRunsItLeavesOutAndWhatItLacks() throws IOException {
    HistoryFixture fixture = fixture().runs(3, 1);
    Files.delete(new RunDirectory(fixture.root().resolve("run-01")).summary());

    RunHistory history = read(fixture);
    assertEquals(2, history.runs().size());
    assertTrue(history.leftOut().getFirst().why().contains("no summary.json"));
    assertTrue(
        refused(fixture, new HistoryReader.Choice(null, null, List.of("scheduled-pol"), 0))
            .endsWith("did you mean `scheduled-pool`?"));
    assertTrue(
        refused(fixture, new HistoryReader.Choice("other", null, List.of(), 0))
            .startsWith("no run is of it"));
    assertTrue(
        refused(fixture, new HistoryReader.Choice(null, "tick_drift_secnds.p99", List.of(), 0))
            .contains("did you mean `tick_drift_seconds.p99`?"));
  }

  @Test
  void printsAPlotAndTheChange() {
    String text = HistoryText.render(read(fixture().runs(8, 1).runs(5, 1.3)), PLAIN);

    assertTrue(text.contains("scheduler: Drift p99 in 13 runs"), text);
    assertTrue(text.contains("run-12"), text);
    assertTrue(
        text.matches("(?s).*\n  ▲ ratio 1\\.[23]\\d* \\[.*: worse from here on\nrun-08 .*"), text);
    assertTrue(text.contains("─●"), text);
    assertTrue(text.contains("Changed: scheduled-pool since run-08 (worse)."), text);
    assertTrue(text.lines().allMatch(line -> line.length() <= 120), text);
  }

  /** Else a run would be its own successor, and two of one run a level. */
  @Test
  void aRunIsCountedOnceByWhicheverPathsItIsNamed() throws IOException {
    Path runs = fixture().runs(3, 1).root();
    Path link = Files.createSymbolicLink(folder.resolve("newest"), runs.resolve("run-02"));

    RunHistory history =
        HistoryReader.read(
            List.of(runs, runs.resolve("../runs/run-01"), link),
            new HistoryReader.Choice(null, null, List.of(), 0));

    assertEquals(3, history.runs().size());
  }

  /** Each group that is looked at takes its part of the level. */
  @Test
  void aGroupIsShownOnceHoweverOftenItIsNamed() {
    RunHistory history =
        HistoryReader.read(
            List.of(fixture().runs(2, 1).root()),
            new HistoryReader.Choice(null, null, List.of("scheduled-pool", "scheduled-pool"), 0));

    assertEquals(1, history.groups().size());
  }

  /** As from nothing to something, of which there is no ratio. */
  @Test
  void aChangeWithoutARatioHasItsDirectionToo() {
    Change better = new Change(8, null, null, null, 0.001, false);
    assertEquals("▲ changed, p 0.001: better from here on", HistoryText.words(better, true));
    assertEquals("▼ changed, p 0.001: better from here on", HistoryText.words(better, false));
    Change worse = new Change(8, null, null, null, 0.001, true);
    assertEquals("▼ changed, p 0.001: worse from here on", HistoryText.words(worse, true));
    assertEquals("▲ changed, p 0.001: worse from here on", HistoryText.words(worse, false));
  }

  @Test
  void oneRunIsNoPlural() {
    RunHistory history = read(fixture().runs(1, 1));

    String text = HistoryText.render(history, PLAIN);
    assertTrue(text.contains("scheduler: Drift p99 in 1 run\n"), text);
    assertTrue(HistoryPage.render(history).contains("Drift p99 in 1 run: no change"));
  }

  @Test
  void isWrittenAsJsonInBaseUnits() {
    String json = Json.write(read(fixture().runs(2, 1)));

    assertTrue(json.contains("\"false_alarm_rate\" : 0.05"), json);
    assertTrue(json.contains("\"started_at\" : 1.79999"), json);
  }

  private HistoryFixture fixture() {
    return new HistoryFixture(folder);
  }

  private HistoryFixture again() {
    return new HistoryFixture(folder.resolve("again"));
  }

  private boolean hasWorsenedWithin(int lastRuns) {
    return hasWorsenedWithin(lastRuns, null);
  }

  /** Of the runs of {@link #fixture}. */
  private boolean hasWorsenedWithin(int lastRuns, String metric) {
    return HistoryReader.read(
            List.of(folder.resolve("runs")),
            new HistoryReader.Choice(null, metric, List.of(), lastRuns))
        .hasWorsened();
  }

  private static RunHistory readCpu(HistoryFixture fixture) {
    return read(fixture, "cpu_load");
  }

  private static RunHistory read(HistoryFixture fixture) {
    return read(fixture, null);
  }

  private static RunHistory read(HistoryFixture fixture, String metric) {
    return HistoryReader.read(
        List.of(fixture.root()), new HistoryReader.Choice(null, metric, List.of(), 0));
  }

  private static String refused(HistoryFixture fixture, HistoryReader.Choice choice) {
    return assertThrows(
            LabException.class, () -> HistoryReader.read(List.of(fixture.root()), choice))
        .problems()
        .getFirst()
        .what();
  }

  private static List<Change> changes(RunHistory history, String group) {
    return history.groups().stream()
        .filter(one -> one.name().equals(group))
        .findFirst()
        .orElseThrow()
        .changes();
  }
}
