package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.Programs;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunComparerTest {
  private static final String DRIFT = "tick_drift_seconds.p99";

  @TempDir private Path folder;

  @Test
  void findsTheGroupThatHasChanged() {
    RunComparison comparison = compare(fixture("b").drift("scheduled-pool", 300_000));

    GroupChange pool = change(comparison, "scheduled-pool");
    assertEquals(3, pool.ratio(), 0.4);
    assertTrue(pool.low() > 1 && pool.pHolm() < 0.05, pool::toString);
    GroupChange threads = change(comparison, "thread-per-task");
    assertEquals(1, threads.ratio(), 1e-9);
    assertTrue(threads.low() < 1 && threads.high() > 1, threads::toString);
  }

  @Test
  void figuresAreInTheUnitsOfTheSummary() {
    RunDirectory later = fixture("b").write();
    double expected =
        value(
            new SummaryBuilder(later).build().groups().getFirst().metrics(),
            "tick_drift_seconds.p99");

    assertEquals(
        expected, change(compare(fixture("c")), "thread-per-task").after(), expected / 1e6);
  }

  @Test
  void aGateFailsOnlyWhereTheIntervalIsBeyondIt() {
    assertEquals("failed", gate(DRIFT + "<=1.5", fixture("b").drift("scheduled-pool", 300_000)));
    assertEquals("passed", gate(DRIFT + "<=10", fixture("c").drift("scheduled-pool", 300_000)));
    assertEquals("undecided", gate(DRIFT + "<=0.99", fixture("d")));
  }

  /** The ratio is 1 and the interval reaches to both sides of the limit: it passed before. */
  @Test
  void aGateThatTheIntervalStraddlesIsUndecided() {
    assertEquals("undecided", gate(DRIFT + "<=1.02", fixture("b")));
    assertEquals("undecided", gate(DRIFT + "<=3", fixture("c").drift("scheduled-pool", 290_000)));
    assertEquals("passed", gate(DRIFT + "<=1.5", fixture("d")));
  }

  @Test
  void anUndecidedGateHasAnExitStatusOfItsOwn() {
    RunComparison comparison =
        RunComparer.compare(
            fixture("a").write(),
            List.of(fixture("b").write()),
            List.of(),
            List.of(Gate.parse(DRIFT + "<=1.02")));

    assertEquals(ExitCode.OK, comparison.exitCode(false));
    assertEquals(ExitCode.GATE_UNDECIDED, comparison.exitCode(true));
    assertEquals(6, ExitCode.GATE_UNDECIDED.status());
  }

  /** As `run --gate` does: the groups of one run against its baseline. */
  @Test
  void judgesTheGroupsOfOneRunAgainstItsBaseline() {
    assertEquals("passed", gateOf(fixture("a"), DRIFT + "<=0.9"));
    assertEquals("undecided", gateOf(fixture("b").drift("scheduled-pool", 1e6), DRIFT + "<=1.001"));
    assertEquals("failed", gateOf(fixture("c").drift("scheduled-pool", 3e6), DRIFT + "<=1.1"));
  }

  /** It hung until too little of it was recorded: what is left of its group passes no gate. */
  @Test
  void aGroupWithAnInstanceThatHidPassesNoGate() {
    RunDirectoryFixture hid = fixture("a").tickLogLacks("scheduled-pool/2", 99);

    assertEquals("undecided", gateOf(hid, DRIFT + "<=0.9"));
  }

  /** It hung until too little of it was recorded: the figure of the others is only a bound. */
  @Test
  void theFigureOfAGroupWithAnInstanceThatHidIsABound() {
    RunComparison comparison =
        RunComparer.compare(
            fixture("a").tickLogLacks("scheduled-pool/2", 99).write(),
            List.of(fixture("b").write()),
            List.of(DRIFT),
            List.of(Gate.parse(DRIFT + "<=1.1")));

    GroupChange pool = change(comparison, "scheduled-pool");
    assertNull(pool.before());
    assertTrue(pool.beforeBound().atLeast() > 0, pool::toString);
    assertNull(pool.beforeBound().below());
    assertNull(pool.afterBound());
    assertNull(change(comparison, "thread-per-task").beforeBound());
    assertEquals(
        "there is no ratio: the baseline has at least %s, this one %s"
            .formatted(pool.beforeBound().atLeast(), pool.after()),
        comparison.gates().getLast().why());
    String json = Json.write(comparison);
    assertTrue(json.contains("\"before_bound\" : {\n      \"at_least\" : "), json);
  }

  @Test
  void refusesGatesThatOneRunCannotBeJudgedBy() {
    RunDirectory one = fixture("a").without("scheduled-pool").write();
    RunDirectory two = fixture("b").write();

    assertTrue(whyRefused(one, DRIFT + "<=1.1").startsWith("the experiment has one group"));
    assertTrue(whyRefused(two, "drift<=1.1").startsWith("unknown metric `drift`"));
  }

  /** What the machine could not run has not passed. */
  @Test
  void aGateIsNotDecidedForAGroupThatWasSkipped() {
    RunDirectory run = fixture("a").drift("other-pool", 1e6).skipped("scheduled-pool").write();
    Map<String, String> states = new TreeMap<>();
    RunComparer.judge(run, List.of(Gate.parse(DRIFT + "<=5")))
        .forEach(outcome -> states.put(outcome.group(), outcome.state()));

    assertEquals(Map.of("scheduled-pool", "undecided", "other-pool", "passed"), states);
  }

  /** Another group takes its place in the verdict, and nobody asked about that one. */
  @Test
  void noGateIsDecidedWithoutTheBaseline() {
    RunDirectory run = fixture("a").skipped("thread-per-task").write();
    List<RunComparison.GateOutcome> outcomes =
        RunComparer.judge(run, List.of(Gate.parse(DRIFT + "<=5")));

    assertEquals(1, outcomes.size());
    assertEquals(
        "scheduled-pool undecided",
        outcomes.getFirst().group() + " " + outcomes.getFirst().state());
    assertEquals(
        "there is nothing to compare it with: the run skipped the baseline thread-per-task",
        outcomes.getFirst().why());
  }

  @Test
  void refusesToCompareARunWithItself() {
    RunDirectory run = fixture("a").write();
    LabException refused =
        assertThrows(
            LabException.class, () -> RunComparer.compare(run, List.of(run), List.of(), List.of()));

    assertTrue(refused.problems().getFirst().what().startsWith("this is the baseline itself"));
  }

  @Test
  void aGateMayBeAboutAStep() {
    assertEquals(
        "step_response_seconds.shop-1/Pay.p99",
        Gate.parse("step_response_seconds.shop-1/Pay.p99<=1.1").metric());
  }

  private static String whyRefused(RunDirectory run, String gate) {
    return assertThrows(LabException.class, () -> RunComparer.judge(run, List.of(Gate.parse(gate))))
        .problems()
        .getFirst()
        .what();
  }

  private static String gateOf(RunDirectoryFixture run, String gate) {
    List<RunComparison.GateOutcome> outcomes =
        RunComparer.judge(run.write(), List.of(Gate.parse(gate)));
    assertEquals(List.of("scheduled-pool"), outcomes.stream().map(one -> one.group()).toList());
    return outcomes.getFirst().state();
  }

  /** From no late tick to 30 %: there is no ratio, and it was "undecided" before. */
  @Test
  void aGateFailsWhereLatenessAppears() {
    String gate = "ticks_late_ratio.4<=1.1";

    assertEquals("failed", gate(gate, fixture("b").late("scheduled-pool", 0.3)));
    assertEquals("failed", gate("ticks_late_ratio<=1.1", fixture("c").late("scheduled-pool", 0.3)));
  }

  /** Of twenty gates that hold nothing, one would fail at 5 % each. */
  @Test
  void aGateAmongManyFailsOnlyWhereTheWiderIntervalIsBeyondIt() {
    RunDirectoryFixture later = fixture("b").drift("scheduled-pool", 112_000);
    List<Gate> many =
        IntStream.range(0, 40).mapToObj(i -> Gate.parse(DRIFT + "<=" + (1 + i / 1e6))).toList();
    RunDirectory run = later.write();
    RunDirectory before = fixture("a").write();

    RunComparison one = RunComparer.compare(before, List.of(run), List.of(), many.subList(0, 1));
    RunComparison all = RunComparer.compare(before, List.of(run), List.of(), many);

    assertEquals("failed", one.gates().getLast().state(), () -> one.gates().toString());
    assertEquals("undecided", all.gates().getLast().state(), () -> all.gates().toString());
  }

  /** Each would widen the interval of the others, and the table would have it twice. */
  @Test
  void aRunOrAGateThatIsGivenTwiceCountsOnce() {
    RunDirectory before = fixture("a").write();
    RunDirectory run = fixture("b").drift("scheduled-pool", 112_000).write();
    RunDirectory other = new RunDirectory(folder.resolve(".").resolve("b"));
    List<RunDirectory> runs = Stream.concat(copies(20, other), copies(20, run)).toList();
    Stream<String> gates = Stream.concat(copies(20, DRIFT + "<=1"), copies(20, DRIFT + " <= 1.0"));

    RunComparison comparison =
        RunComparer.compare(before, runs, List.of(), gates.map(Gate::parse).toList());

    assertEquals(List.of(other.root().toString()), comparison.runs());
    assertEquals(
        List.of("thread-per-task", "scheduled-pool"),
        comparison.gates().stream().map(RunComparison.GateOutcome::group).toList());
    assertEquals("failed", comparison.gates().getLast().state(), comparison.gates()::toString);
    List<Gate> twice = copies(2, DRIFT + "<=1").map(Gate::parse).toList();
    assertEquals(1, RunComparer.judge(run, twice).size());
  }

  private static <T> Stream<T> copies(int times, T of) {
    return Collections.nCopies(times, of).stream();
  }

  @Test
  void aGateOnAFigureThatStaysZeroPasses() {
    assertEquals("passed", gate("ticks_late_ratio.4<=1", fixture("b")));
  }

  @Test
  void comparesMetricsOfTheExperimentsOwnAndItsCapacity() {
    RunComparison comparison =
        RunComparer.compare(
            loaded("a", 20).write(),
            List.of(loaded("b", 10).write()),
            List.of(),
            List.of(Gate.parse("capacity>=0.9"), Gate.parse("ticks_per_second<=1.1")));

    List<String> metrics =
        comparison.comparisons().stream().map(GroupChange::metric).distinct().toList();
    assertTrue(metrics.contains(DRIFT), metrics::toString);
    assertEquals(
        List.of("ticks_per_second", "capacity"),
        metrics.subList(metrics.size() - 2, metrics.size()));
    GroupChange capacity =
        comparison.comparisons().stream()
            .filter(c -> c.metric().equals("capacity") && c.group().equals("scheduled-pool"))
            .findFirst()
            .orElseThrow();
    assertEquals(0.5, capacity.ratio(), 0.1);
    assertEquals("failed", state(comparison, "capacity>=0.9"));
    assertEquals("passed", state(comparison, "ticks_per_second<=1.1"));
  }

  @Test
  void refusesAGateInTheWrongDirection() {
    RunDirectory before = loaded("a", 20).write();
    RunDirectory later = loaded("b", 10).write();
    UnaryOperator<String> refused = gate -> refused(before, later, gate);

    assertEquals(
        "more of `capacity` is better, so the gate needs `>=`", refused.apply("capacity<=1.1"));
    assertEquals(
        "less of `" + DRIFT + "` is better, so the gate needs `<=`",
        refused.apply(DRIFT + ">=0.9"));
    assertTrue(refused.apply("ticks_per_secnd<=1").contains("did you mean `ticks_per_second`?"));
  }

  private static String refused(RunDirectory before, RunDirectory later, String gate) {
    LabException refused =
        assertThrows(
            LabException.class,
            () ->
                RunComparer.compare(before, List.of(later), List.of(), List.of(Gate.parse(gate))));
    return refused.problems().getFirst().what();
  }

  private static String state(RunComparison comparison, String gate) {
    return comparison.gates().stream()
        .filter(one -> one.gate().equals(gate) && one.group().equals("scheduled-pool"))
        .findFirst()
        .orElseThrow()
        .state();
  }

  /** In the scheduled pool ticks are late from so many battles on. */
  private RunDirectoryFixture loaded(String name, int battles) {
    ScrapedMetric ticks =
        new ScrapedMetric(
            "ticks_per_second",
            ScrapedMetric.Reading.RATE,
            "jitterlab_tick_total_seconds_count",
            null,
            null,
            Unit.NUMBER,
            ScrapedMetric.Better.LOWER);
    return fixture(name)
        .durationSeconds(30)
        .carries("scheduled-pool", battles)
        .carries("thread-per-task", 20)
        .metrics(
            new OwnMetrics(
                List.of(ticks), new CapacityQuestion("jitterlab_battles", "1.1", 0.001)));
  }

  @Test
  void saysWhatElseHasChanged() {
    RunComparison comparison = compare(fixture("b").durationSeconds(13).instances(4));

    assertTrue(
        comparison.warnings().stream()
            .anyMatch(w -> w.endsWith("the duration in seconds was 12.0, is 13.0")),
        () -> comparison.warnings().toString());
    assertTrue(
        comparison.warnings().stream().anyMatch(w -> w.endsWith("the trial is weak")),
        () -> comparison.warnings().toString());
  }

  @Test
  void namesTheRunsWhoseFiguresMustNotBeUsed() {
    RunComparison comparison = compare(fixture("b").sentToAll(0.8));

    assertEquals(List.of(folder.resolve("b").toString()), comparison.invalid());
  }

  /** The machine could not run it then: whether it has become worse since, nobody knows. */
  @Test
  void aGateDoesNotPassOverAGroupThatTheBaselineSkipped() {
    RunComparison comparison =
        RunComparer.compare(
            fixture("a").skipped("scheduled-pool").write(),
            List.of(fixture("b").write()),
            List.of(),
            List.of(Gate.parse(DRIFT + "<=10")));

    assertEquals(
        List.of("thread-per-task passed", "scheduled-pool undecided"),
        comparison.gates().stream().map(gate -> gate.group() + " " + gate.state()).toList());
    assertTrue(
        comparison.gates().getLast().why().contains("the baseline run skipped this group"),
        comparison.gates()::toString);
    assertTrue(
        comparison.warnings().toString().contains("the group scheduled-pool was skipped"),
        comparison.warnings()::toString);
  }

  /** A group that has disappeared did not get better. */
  @Test
  void aGateDoesNotPassOverAGroupThatTheRunLacks() {
    RunComparison comparison =
        RunComparer.compare(
            fixture("a").write(),
            List.of(fixture("b").without("scheduled-pool").write()),
            List.of(),
            List.of(Gate.parse(DRIFT + "<=10")));

    assertEquals(
        List.of("thread-per-task passed", "scheduled-pool undecided"),
        comparison.gates().stream().map(gate -> gate.group() + " " + gate.state()).toList());
    assertEquals(ExitCode.GATE_UNDECIDED, comparison.exitCode(true));
    assertTrue(
        comparison.warnings().toString().contains("no figures of the group scheduled-pool"),
        comparison.warnings()::toString);
  }

  /** The later run refuses requests: what is known of its p99 is beyond the gate already. */
  @Test
  void aGateFailsWhereABoundIsBeyondIt() {
    RunComparison comparison =
        RunComparer.compare(
            requests("a").write(),
            List.of(requests("b").refused("scheduled-pool", 10).write()),
            List.of(),
            List.of(Gate.parse("response_seconds.p99<=2")));

    assertEquals(
        List.of("thread-per-task passed", "scheduled-pool failed"),
        comparison.gates().stream().map(gate -> gate.group() + " " + gate.state()).toList());
    assertTrue(comparison.gates().getLast().why().contains("or more: a figure is only a bound"));
  }

  /** It refused requests of both groups alike, so that nothing within the run shows it. */
  @Test
  void aGateOnCpuDoesNotPassWhereARunAnsweredLess() {
    assertEquals("passed", cpuGate(cpu("a", 1, 1), cpu("b", 0.6, 1)).getLast().state());

    List<RunComparison.GateOutcome> less = cpuGate(cpu("c", 1, 1), cpu("d", 0.6, 0.97));
    assertEquals("undecided", less.getLast().state());
    assertTrue(less.getLast().why().contains("only a bound"), less::toString);
    assertEquals("failed", cpuGate(cpu("e", 1, 1), cpu("f", 2, 0.97)).getLast().state());
  }

  /** It may have answered nothing. */
  @Test
  void aGateOnCpuDoesNotPassWhereNobodyKnowsWhatTheRunAnswered() {
    assertEquals(
        "undecided",
        cpuGate(cpu("a", 1, 1), cpu("b", 0.6, 1).withoutLoadSamples()).getLast().state());
    assertEquals(
        "passed",
        cpuGate(cpu("c", 1, 1).withoutLoadSamples(), cpu("d", 0.6, 1).withoutLoadSamples())
            .getLast()
            .state());
  }

  /** The baseline may have needed as much as the later run, had it done the same. */
  @Test
  void aGateOnCpuDoesNotFailWhereTheBaselineAnsweredLess() {
    assertEquals("failed", cpuGate(cpu("a", 1, 1), cpu("b", 2, 1)).getLast().state());
    assertEquals("undecided", cpuGate(cpu("c", 1, 0.97), cpu("d", 2, 1)).getLast().state());
  }

  @Test
  void saysWhichRunAnsweredLess() {
    RunComparison comparison =
        RunComparer.compare(
            cpu("a", 1, 1).write(), List.of(cpu("b", 1, 0.97).write()), List.of(), List.of());

    assertTrue(
        comparison.warnings().stream()
            .anyMatch(
                w ->
                    w.startsWith(folder.resolve("b") + ": scheduled-pool answered 97")
                        && w.endsWith("so figures that less work improves are only bounds")),
        comparison.warnings()::toString);
  }

  /** A new build moves work into the helpers of all groups alike: no run shows it alone. */
  @Test
  void aGateOnCpuDoesNotPassWhereHelpersDidMore() {
    assertEquals("passed", cpuGate(helped("a", 1, 0.1), helped("b", 0.6, 0.1)).getLast().state());

    List<RunComparison.GateOutcome> more = cpuGate(helped("c", 1, 0.1), helped("d", 0.6, 0.5));
    assertEquals("undecided", more.getLast().state(), more::toString);
    assertEquals("failed", cpuGate(helped("e", 1, 0.1), helped("f", 2, 0.5)).getLast().state());
  }

  @Test
  void whatHelpersUseInALongerRunIsNotMore() {
    RunDirectoryFixture shorter = helped("a", 1, 0.3);
    RunDirectoryFixture longer = helped("b", 0.6, 0.3).durationSeconds(48);
    assertEquals("passed", cpuGate(shorter, longer).getLast().state());
  }

  /** The processes that were started for a server use so much of a core beside it. */
  private RunDirectoryFixture helped(String name, double cpu, double helpers) {
    RunDirectoryFixture fixture = cpu(name, cpu, 1);
    for (String group : List.of("thread-per-task", "scheduled-pool")) {
      for (int i = 1; i <= 5; i++) {
        double own = cpu * (0.4 + 0.01 * i);
        fixture.processCounter(group + "/" + i, LabMetrics.SESSION_CPU, own + helpers);
      }
    }
    return fixture;
  }

  private static List<RunComparison.GateOutcome> cpuGate(
      RunDirectoryFixture before, RunDirectoryFixture after) {
    return RunComparer.compare(
            before.write(), List.of(after.write()), List.of(), List.of(Gate.parse("cpu_load<=0.9")))
        .gates();
  }

  private RunDirectoryFixture cpu(String name, double cpu, double answered) {
    RunDirectoryFixture fixture = fixture(name);
    for (String group : List.of("thread-per-task", "scheduled-pool")) {
      for (int i = 1; i <= 5; i++) {
        String id = group + "/" + i;
        fixture.processCounter(id, LabMetrics.PROCESS_CPU, cpu * (0.4 + 0.01 * i));
        fixture.answered(id, answered);
      }
    }
    return fixture;
  }

  private RunDirectoryFixture requests(String name) {
    return fixture(name)
        .withoutTicks()
        .primaryMetric("response_seconds.p99")
        .responses(ResponseLogFixture.OPEN);
  }

  @Test
  void refusesRunsThatHaveNoGroupInCommon() {
    LabException refused =
        assertThrows(
            LabException.class,
            () ->
                compare(
                    fixture("b")
                        .without("thread-per-task")
                        .without("scheduled-pool")
                        .drift("other", 1e6)));

    assertTrue(refused.problems().getFirst().what().startsWith("no group is in both runs"));
  }

  /** As of an experiment on how the machine was booted. */
  @Test
  void comparesTwoRunsOfOneGroupEach() {
    RunComparison comparison =
        RunComparer.compare(
            fixture("a").without("scheduled-pool").write(),
            List.of(fixture("b").without("thread-per-task").write()),
            List.of(DRIFT),
            List.of());

    assertTrue(change(comparison, "thread-per-task → scheduled-pool").ratio() < 0.2);
    assertTrue(
        comparison.warnings().stream()
            .anyMatch(w -> w.contains("the server's options of scheduled-pool was")),
        comparison.warnings()::toString);
  }

  /** The usual use: the same server, built anew. */
  @Test
  void saysWhichJarHasChanged() {
    RunDirectory before = fixture("a").write();
    RunDirectory after = fixture("b").write();
    Json.write(before.programs(), new Programs(Map.of("server.jar", "1a", "load.jar", "2b"), true));
    Json.write(after.programs(), new Programs(Map.of("server.jar", "3c", "load.jar", "2b"), true));
    List<String> warnings =
        RunComparer.compare(before, List.of(after), List.of(DRIFT), List.of()).warnings();

    assertTrue(
        warnings.contains(after.root() + ": the SHA-256 of server.jar was 1a, is 3c"),
        warnings::toString);
    assertTrue(warnings.stream().noneMatch(w -> w.contains("load.jar")), warnings::toString);
  }

  private String gate(String gate, RunDirectoryFixture later) {
    return RunComparer.compare(
            fixture("a").write(), List.of(later.write()), List.of(), List.of(Gate.parse(gate)))
        .gates()
        .stream()
        .filter(outcome -> outcome.group().equals("scheduled-pool"))
        .findFirst()
        .orElseThrow()
        .state();
  }

  private RunComparison compare(RunDirectoryFixture later) {
    return RunComparer.compare(
        fixture("a").write(), List.of(later.write()), List.of(DRIFT), List.of());
  }

  private RunDirectoryFixture fixture(String name) {
    return new RunDirectoryFixture(folder.resolve(name));
  }

  private static GroupChange change(RunComparison comparison, String group) {
    return comparison.comparisons().stream()
        .filter(change -> change.group().equals(group) && change.metric().equals(DRIFT))
        .findFirst()
        .orElseThrow();
  }

  private static Double value(MetricValues values, String key) {
    return Metrics.ofAll().find(key).orElseThrow().in(values);
  }
}
