package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.view.CauseViews;
import dev.jitterlab.diagnosis.view.LateOverTime;
import dev.jitterlab.diagnosis.view.SampleComparison;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.SteadyLines;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.TrialOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReportPageTest {
  @Test
  void verdictChecksAndTablesNeedNoScript() {
    String text = withoutScripts(ReportPage.render(ReportDataFixture.twoGroups().build()));
    assertTrue(text.contains("scheduled-pool lowers drift p99 to 0.07"));
    assertTrue(text.contains("near the limit"));
    assertTrue(text.contains("1.02 ms"));
    assertTrue(text.contains("▼ lower, better"));
    assertTrue(text.contains("none of 140 000"));
    assertTrue(text.contains("scheduler: [thread-per-task, scheduled-pool]"));
  }

  @Test
  void everyColourOfAChartIsInTheStylesheet() {
    ChartColours.assertKnown(ReportPage.render(ReportDataFixture.twoGroups().inBlocks().build()));
    ChartColours.assertKnown(
        ReportPage.render(withCauses(CausesFixture.of("thread-per-task", "scheduled-pool"))));
  }

  /** In a block of an hour a point is not of a second. */
  @Test
  void saysWhichTimeAPointOfAPanelStandsFor() {
    assertTrue(
        ReportPage.render(ReportDataFixture.twoGroups().build())
            .contains("One panel per group, second by second over all instances that count"));
    assertEquals(
        "in steps of 4 s",
        QuantilePanels.steps(
            Stream.of(new ReportData.Quantiles(Map.of()), new ReportData.Quantiles(4, Map.of()))));
  }

  @Test
  void saysWhatLateTicksWaitedFor() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    assertTrue(
        page.contains("<td class=\"number\" data-label=\"drift: waiting for a CPU\">71 %</td>"));
    assertTrue(
        ReportPage.render(ReportDataFixture.twoGroups().withoutFigures())
            .contains("Nothing was recorded about what the threads of late ticks waited for."));
  }

  @Test
  void drawsHowEveryServerBecameSteady() {
    String text = withoutScripts(ReportPage.render(ReportDataFixture.twoGroups().build()));
    assertEquals(10, count(text, "data-chart=\"steady "), "one panel per server");
    assertTrue(text.contains(">Server 1: warm-up, steady after 5 s<"));
    assertTrue(text.contains(">Server 4: never steady<"));
    assertTrue(text.contains("inconsistent: 4 warm-up, 1 never steady"));
    assertFalse(text.contains("How the warm-up of each block ended"));
  }

  /** A second without CPU time has no place on a logarithmic axis. */
  @Test
  void drawsSecondsWithoutCpuTimeAtTheLeastTimeThatIsCounted() {
    ReportData data = ReportDataFixture.twoGroups().build();
    List<ReportData.GroupTimeline> timelines =
        data.timelines().stream()
            .map(
                one ->
                    new ReportData.GroupTimeline(
                        one.group(),
                        one.ticks(),
                        one.driftCurve(),
                        one.drift(),
                        one.total(),
                        one.lateShares(),
                        one.changes(),
                        one.deoptimisations(),
                        one.responses(),
                        one.pauses(),
                        new SteadyLines(SteadySeries.CPU, one.steady().byInstance())))
            .toList();
    String page =
        ReportPage.render(
            new ReportData(
                data.summary(),
                data.plan(),
                data.run(),
                data.processes(),
                timelines,
                data.recorded(),
                data.environment(),
                data.experimentYaml(),
                data.causes(),
                Optional.empty()));
    assertEquals(10, count(page, "\"floor\":0.01,\"shared\":\"steady\""), "one panel per server");
  }

  @Test
  void saysHowWarmUpsUntilSteadyEnded() {
    ReportData data = ReportDataFixture.twoGroups().build();
    List<RunState.BlockTimes> blocks =
        List.of(
            new RunState.BlockTimes(1, 100.0, 114.0, 130.0, 131.0, List.of()),
            new RunState.BlockTimes(2, 140.0, 200.0, 216.0, 217.0, List.of("scheduled-pool/2")));
    String text = ReportPage.render(with(data, data.summary(), blocks));

    assertTrue(
        text.contains(">14 s</td><td data-label=\"ended when\">all its servers were steady"));
    assertTrue(
        text.contains(
            ">1 min</td><td data-label=\"ended when\">"
                + "its limit was reached; not steady: scheduled-pool/2<"));
  }

  /** 28 s were planned, and 3.2 s of them compiled; the block was cut short after 16 s. */
  @Test
  void theShareOfTheCompilerIsOfTheTimeThatWasMeasured() {
    ReportData data = ReportDataFixture.twoGroups().build();
    List<RunState.BlockTimes> cut =
        List.of(new RunState.BlockTimes(1, 100.0, 112.0, 128.0, 129.0, null));

    assertTrue(ReportPage.render(data).contains(">11.4 % of the time<"));
    assertTrue(ReportPage.render(with(data, data.summary(), cut)).contains(">20 % of the time<"));
  }

  private static ReportData with(
      ReportData data, Summary summary, List<RunState.BlockTimes> blocks) {
    RunState run = data.run();
    return new ReportData(
        summary,
        data.plan(),
        new RunState(
            run.state(),
            run.why(),
            run.startedAt(),
            run.endedAt(),
            blocks,
            run.skipped(),
            run.resumptions(),
            run.repetitions(),
            List.of()),
        data.processes(),
        data.timelines(),
        data.recorded(),
        data.environment(),
        data.experimentYaml(),
        Optional.empty(),
        Optional.empty());
  }

  /** Nobody counted the late ticks of the third server, and the second one does not count. */
  @Test
  void lateTicksAreCountedOnlyWhereTheyWereSampled() {
    Map<String, Object> counted =
        Map.of("ticks", 1_000L, LateTicks.KEY, Map.of("1.1", 0.012, "4", 0.0));
    Summary.GroupSummary group =
        new Summary.GroupSummary(
            "pool",
            Map.of(),
            List.of(
                instance("pool/1", false, counted),
                instance("pool/2", true, counted),
                instance("pool/3", false, Map.of("ticks", 500L))),
            new MetricValues(
                Map.of("ticks", 1_500L, LateTicks.KEY, Map.of("1.1", 0.012, "4", 0.0))),
            null,
            null,
            null);

    assertEquals("12 of 1 000", LateTicksSection.count(group, "1.1"));
    assertEquals("none of 1 000", LateTicksSection.count(group, "4"));
    assertEquals("not measured", LateTicksSection.count(group, "2"));
  }

  private static Summary.InstanceSummary instance(
      String id, boolean nullified, Map<String, Object> figures) {
    return new Summary.InstanceSummary(
        id, 1, nullified, null, new MetricValues(figures), null, null);
  }

  /** A server of the pool hung: its group must not look as if few of its ticks were late. */
  @Test
  void aShareOfLateTicksThatIsOnlyABoundIsMarkedAndNotPlotted() {
    ReportData data = ReportDataFixture.twoGroups().priced().build();
    ReportData bound = with(data, lateIsABound(data.summary()), data.run().blocks());

    assertTrue(section(LateTicksSection.SECTION, data).contains("<b>0.01 %</b>"));
    String late = section(LateTicksSection.SECTION, bound);
    assertTrue(late.contains("<b>≥ 0.01 %</b>"), late);
    assertTrue(late.contains("<b>0.214 %</b>"), late);
    assertFalse(section(CostSection.SECTION, data).contains("Not in the plot"));
    String cost = section(CostSection.SECTION, bound);
    assertTrue(cost.contains("Not beaten in both: thread-per-task (baseline)\""), cost);
    assertTrue(cost.contains("unknown or only a bound: scheduled-pool.<"), cost);
  }

  /** Periods that still waited for their tick at the end are no ticks that began. */
  @Test
  void aLatencyThatIsOnlyABoundIsMarkedAsOne() {
    ReportData data = ReportDataFixture.twoGroups().build();
    ReportData bound = with(data, maximumIsABound(data.summary()), data.run().blocks());

    assertFalse(section(LatencySection.SECTION, data).contains("≥ "));
    String table = section(LatencySection.SECTION, bound);
    assertTrue(table.contains(">≥ 7 s<"), table);
    assertFalse(table.contains(">≥ 6 s<"), "there p50 is a figure");
    assertEquals(2, table.split(">≥ ", -1).length - 1, "the maximum, and so the mean");
    for (Section section : List.of(LatencySection.SECTION, DriftSection.SECTION)) {
      String words = "The figures of scheduled-pool are bounds";
      assertFalse(section(section, data).contains(words));
      assertTrue(section(section, bound).contains(words));
      assertTrue(section(section, bound).contains("or it answered less than another group."));
    }
  }

  private static Summary maximumIsABound(Summary summary) {
    Map<String, Object> drift = Map.of("p50", 6.0, "max", Map.of(MetricValues.AT_LEAST, 7.0));
    return new Summary(
        summary.experiment(),
        summary.question(),
        summary.verdict(),
        summary.baseline(),
        summary.primaryMetric(),
        summary.validity(),
        summary.groups().stream()
            .map(
                group ->
                    group.name().equals("scheduled-pool")
                        ? new Summary.GroupSummary(
                            group.name(),
                            group.variables(),
                            group.instances(),
                            new MetricValues(Map.of("tick_drift_seconds", drift)),
                            group.steadyState(),
                            group.countingInstances(),
                            group.doubtedInstances())
                        : group)
            .toList(),
        summary.comparisons(),
        summary.metrics(),
        summary.costs(),
        summary.control(),
        summary.undecided(),
        summary.outcome(),
        summary.sequential(),
        summary.answered());
  }

  private static Summary lateIsABound(Summary summary) {
    TrialOutcome outcome = summary.outcome();
    return new Summary(
        summary.experiment(),
        summary.question(),
        summary.verdict(),
        summary.baseline(),
        LateTicks.MAIN.key(),
        summary.validity(),
        summary.groups(),
        summary.comparisons(),
        summary.metrics(),
        summary.costs(),
        summary.control(),
        summary.undecided(),
        new TrialOutcome(
            outcome.kind(),
            outcome.level(),
            outcome.equivalenceMargin(),
            outcome.best(),
            outcome.bestOfAll(),
            List.of(new TrialOutcome.Figure("scheduled-pool", 0.0001, MetricValues.AT_LEAST)),
            outcome.rivals(),
            outcome.againstBaseline(),
            outcome.reservations(),
            outcome.others()),
        summary.sequential(),
        summary.answered());
  }

  private static String section(Section section, ReportData data) {
    Html html = new Html();
    section.content().accept(html, data);
    return html.toString();
  }

  /** In a run of an hour a bar is not of a second. */
  @Test
  void saysWhichTimeABarOfLateTimeStandsFor() {
    Causes causes = CausesFixture.of("thread-per-task", "scheduled-pool");
    List<LateOverTime> wide =
        causes.views().overTime().stream()
            .map(one -> new LateOverTime(one.group(), 12, one.steps()))
            .toList();
    CauseViews views = causes.views();
    String bySecond = lateOverTime(causes, views);
    String inSteps =
        lateOverTime(
            causes, new CauseViews(wide, views.waterfalls(), views.lanes(), views.samples()));

    assertTrue(bySecond.contains("thread-per-task by cause, second by second\""), bySecond);
    assertFalse(bySecond.contains("Each bar"), bySecond);
    assertTrue(inSteps.contains("by cause, per second, in steps of 12 s\""), inSteps);
    assertTrue(inSteps.contains("Each bar is the mean of up to 12 s."), inSteps);
    assertFalse(inSteps.contains("second by second"), inSteps);
  }

  private static String lateOverTime(Causes causes, CauseViews views) {
    Html html = new Html();
    LateTimeCharts.overTime(html, withCauses(causes), views, CauseColors.of(causes.groups()));
    return html.toString();
  }

  @Test
  void namesFromFilesAreHarmless() {
    String hostile = "</script><script>alert(1)</script><!--";
    String page =
        ReportPage.render(new ReportDataFixture(List.of("a\"onload='x'", hostile)).build());
    assertFalse(page.contains("<script>alert"));
    assertFalse(page.contains("<!--"));
    assertFalse(page.contains("a\"onload"));
    assertEquals(3, count(page, "</script>"), "data, ECharts, report.js");
  }

  @Test
  void anInvalidTrialIsSaidBeforeTheVerdict() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().invalid().build());
    int shout = page.indexOf("Invalid trial. Do not use these figures.");
    assertTrue(shout > 0 && shout < page.indexOf("class=\"verdict invalid\""));
    assertFalse(
        ReportPage.render(ReportDataFixture.twoGroups().build()).contains("Do not use these"));
  }

  @Test
  void aFailedRunNamesItsCauseAndTheDeadProcess() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().inBlocks().failed().build());
    assertTrue(page.contains("The run failed: only part of it was measured."));
    assertTrue(page.contains("the server ended by itself with status 1"));
    assertTrue(page.contains("not reached"));
    assertTrue(page.contains("<td data-label=\"state\">died</td>"));
  }

  @Test
  void aRunWithoutFiguresInventsNone() {
    String text = withoutScripts(ReportPage.render(ReportDataFixture.twoGroups().withoutFigures()));
    assertTrue(text.contains("not measured"));
    assertTrue(text.contains("no ratio"));
    assertFalse(text.contains("NaN"));
    assertFalse(Pattern.compile("\\bnull\\b").matcher(text).find());
  }

  @Test
  void oneGroupHasFiguresInsteadOfAComparison() {
    String page = ReportPage.render(new ReportDataFixture(List.of("alone")).build());
    assertTrue(page.contains("nothing to compare it with"));
    assertTrue(page.contains("Quantiles of alone"));
  }

  @Test
  void showsWhatAPaperPublishedBesideTheRunsOwnFigure() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    String section = page.substring(page.indexOf("id=\"published\""));
    assertTrue(section.contains("0.065 (65 µs for 1 ms)"), "the paper's");
    assertTrue(
        section.contains("Drift p99 of scheduled-pool / thread-per-task"), "what measures it");
    String alone = ReportPage.render(new ReportDataFixture(List.of("alone")).build());
    assertFalse(alone.contains("id=\"published\""));
  }

  @Test
  void showsCostsWhereGroupsHavePrices() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().priced().build());
    assertTrue(page.contains(">0.87 [0.80, 0.94]<"));
    assertTrue(page.contains("\"thread-per-task (baseline)\""));
    assertFalse(ReportPage.render(ReportDataFixture.twoGroups().build()).contains("id=\"cost\""));
  }

  @Test
  void aNullifiedInstanceIsListedWithItsCause() {
    String page =
        ReportPage.render(ReportDataFixture.twoGroups().nullifying("scheduled-pool/2").build());
    assertTrue(page.contains("no: its host stole 12 % of CPU time"));
  }

  @Test
  void anOutlierThatCountsIsNamed() {
    String page =
        ReportPage.render(ReportDataFixture.twoGroups().outlier("scheduled-pool/2").build());
    assertTrue(page.contains("no cause found, it counts"));
  }

  @Test
  void saysOnTheFirstPageHowTheMachineItselfStalled() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    int said = page.indexOf("An idle process beside the servers stood still for up to 12.3 ms");
    assertTrue(said > 0 && said < page.indexOf("<nav"));
    assertTrue(page.contains("Lateness of the idle control process"));
    assertTrue(page.contains("○ not seen"));
  }

  @Test
  void nothingIsLoadedFromElsewhere() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    assertTrue(page.contains("default-src &#39;none&#39;"));
    String own = withoutScripts(page);
    assertFalse(own.contains("src="));
    assertFalse(own.contains("url("));
    assertTrue(page.contains("Licensed to the Apache Software Foundation"));
  }

  @Test
  void everySectionOpensWithASentence() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    Matcher sections =
        Pattern.compile("<section id=\"([^\"]+)\"[^>]*><h2[^>]*>[^<]+</h2><p class=\"lead\">[^<]+")
            .matcher(page);
    assertEquals(15, sections.results().count());
  }

  /** Headline, interval, chart, comparison, validity: then what can be read on in. */
  @Test
  void theFirstScreenAnswers() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    List<Integer> places =
        Stream.of(
                "class=\"verdict weak\">",
                "class=\"detail\">",
                "data-chart=\"answer\"",
                "<section id=\"comparison\"",
                "<section id=\"validity\"",
                "<nav",
                "<section id=\"ticks-over-time\"")
            .map(page::indexOf)
            .toList();
    assertEquals(places.stream().sorted().toList(), places);
    assertTrue(places.getFirst() > 0);
    assertTrue(page.contains(">scheduled-pool starts its ticks 3.7 times closer to schedule than"));
  }

  @Test
  void checksThatPassedAreFolded() {
    String weak = ReportPage.render(ReportDataFixture.twoGroups().build());
    assertTrue(weak.contains("5 of 7 checks passed, 1 weak, 1 not possible on this machine"), weak);
    assertTrue(weak.contains("<details open=\"\"><summary><h2 id=\"validity-title\">"));
    assertTrue(weak.contains("<details><summary>The other 6 checks</summary>"));

    ReportData data = ReportDataFixture.twoGroups().build();
    String valid =
        ReportPage.render(
            new ReportData(
                data.summary()
                    .with(
                        "",
                        data.summary().baseline(),
                        new Summary.Validity(
                            "valid", data.summary().validity().checks().subList(0, 3))),
                data.plan(),
                data.run(),
                data.processes(),
                data.timelines(),
                data.recorded(),
                data.environment(),
                data.experimentYaml(),
                Optional.empty(),
                Optional.empty()));
    assertTrue(valid.contains("3 of 3 checks passed<"));
    assertTrue(valid.contains("<details><summary><h2 id=\"validity-title\">"));
  }

  /** They come from a summary that corrected them for the groups alone. */
  @Test
  void metricsThatNobodyCorrectedAreNotMarked() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    assertEquals(1, count(page, "▼ lower"), "the verdict's own");
    assertTrue(page.contains("○ not corrected"));
  }

  @Test
  void saysWhenEachJdkWasReleased() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    assertTrue(page.contains("11.0.13, released on 2021-10-19"));
    assertTrue(page.contains("51 months: the fixes and improvements"));
  }

  @Test
  void saysWhyOptimisedCodeWasLeft() {
    String page = ReportPage.render(ReportDataFixture.twoGroups().build());
    assertTrue(page.contains(">unstable_if 90<"));
  }

  @Test
  void longRunsOfManyGroupsStaySmall() {
    List<String> groups = IntStream.range(0, 12).mapToObj(i -> "group-" + i).toList();
    int characters =
        ReportPage.render(new ReportDataFixture(groups).measuredFor(600).build()).length();
    assertTrue(characters < 3_100_000, characters + " characters");
  }

  /** As many columns as with two groups: a column for each of twenty would not fit. */
  @Test
  void lateTimeByCauseHasARowForEachGroupAndCause() {
    String page = page(CausesFixture.of("thread-per-task", "scheduled-pool"));
    String cells =
        "<td data-label=\"cause\">%s</td><td class=\"number\" data-label=\"late time\">%s</td>"
            + "<td class=\"number\" data-label=\"share\">%s</td>";
    String pauses = "pauses of the garbage collector";
    assertTrue(page.contains(cells.formatted(pauses, "6 s", "60 %")), page);
    assertTrue(page.contains(cells.formatted(pauses, "400 ms", "80 %")), page);
    assertEquals(1, count(page, "<td data-label=\"cause\">waiting for locks<"), "only one has any");
  }

  @Test
  void theFirstScreenSaysWhatMadeTicksLateAndHowSureThatIs() {
    String page = page(CausesFixture.of("thread-per-task", "scheduled-pool"));
    String head = page.substring(page.indexOf("<header"), page.indexOf("</header>"));
    assertTrue(head.contains("60\u00a0% of thread-per-task&#39;s late time is pauses"), head);
    assertTrue(head.contains("10\u00a0% unexplained. Grade: seen in the window"), head);
    assertTrue(head.contains("href=\"#causes\""), head);
  }

  /** Whatever is known of another cause, or of another group. */
  @Test
  void theFirstScreenHasTheGradeOfTheLeadingCause() {
    Causes causes = CausesFixture.of("thread-per-task", "scheduled-pool");
    String page =
        page(
            causes.with(
                causes.findings(),
                List.of(
                    grade("scheduled-pool", "gc_pause", "refuted by an intervention"),
                    grade("thread-per-task", "lock_wait", "refuted by an intervention"),
                    grade("thread-per-task", "gc_pause", "proved by an intervention"))));
    assertTrue(page.contains("Grade: proved by an intervention. <a "));
    assertTrue(
        page.matches(
            "(?s).*>waiting for locks<.{0,80}>refuted by an intervention<.{0,80}>It was"
                + " tried\\.<.*"));
  }

  private static Causes.Grade grade(String group, String cause, String standing) {
    return new Causes.Grade(group, cause, standing, "It was tried.", null, null);
  }

  @Test
  void boxesOfLanesNameClassesWithoutTheirPackages() {
    assertEquals(
        "Parker$1, at Parker$1.park, line 18",
        WorstLanes.withoutPackages(
            "dev.jitterlab.tick.Parker$1, at dev.jitterlab.tick.Parker$1.park, line 18"));
    assertEquals("1.5 ms, app.log", WorstLanes.withoutPackages("1.5 ms, app.log"));
  }

  @Test
  void eachNamedCauseLeadsToItsEvidence() {
    String page = page(CausesFixture.of("thread-per-task", "scheduled-pool"));
    List<String> anchors =
        Pattern.compile("<a href=\"#(lanes-[^\"]+)\"")
            .matcher(page)
            .results()
            .map(m -> m.group(1))
            .toList();
    assertEquals(List.of("lanes-0-2-0", "lanes-0-1-0"), anchors);
    for (String anchor : anchors) {
      assertEquals(1, count(page, "id=\"" + anchor + "\""), anchor);
    }
    assertTrue(page.contains("jdk.GCPhasePause at 22:13:20.260 UTC on tick-worker-0: G1New"));
    assertFalse(page.contains("<img"), "what a recording says is text");
  }

  @Test
  void saysWhereSamplesAreTooFewInsteadOfDrawingThem() {
    String page = page(CausesFixture.of("thread-per-task", "scheduled-pool"));
    assertTrue(page.contains("scheduled-pool: The recordings have 3 samples of late work."));
    assertTrue(page.contains("id=\"flame-0\""));
    assertFalse(page.contains("id=\"flame-1\""));
    assertTrue(page.contains("▲ Path.find"), "also without colour");
    assertTrue(page.contains("▼ game.rules.Battle.move"));
  }

  /** Else the last frames would look as if they took the time themselves. */
  @Test
  void saysThatAFlameGraphIsCutOff() {
    assertFalse(flameGraph(48).contains("deeper"));
    assertTrue(flameGraph(49).contains("Frames deeper than 48 are left out."));
  }

  private static String flameGraph(int depth) {
    List<SampleComparison.Frame> frames = List.of();
    for (int i = 0; i < depth; i++) {
      frames = List.of(new SampleComparison.Frame("game.Battle::step", 90, 80, null, frames));
    }
    Html html = new Html();
    FlameGraph.write(
        html,
        List.of(
            new SampleComparison(
                "g1", "jdk.ExecutionSample", 100, 100, null, List.of(), frames, List.of())));
    return html.toString();
  }

  /** As runs of older versions have it. */
  @Test
  void causesWithoutViewsAreShownAsBefore() {
    String page = page(CausesFixture.withoutViews("thread-per-task", "scheduled-pool"));
    assertTrue(page.contains("The latest, one of each incident"));
    assertFalse(page.contains("lanes-0"));
  }

  /** A run that injects faults asks whether they were found, and not which group is best. */
  @Test
  void whatWasInjectedIsTheAnswer() {
    Confusion confusion =
        new Confusion(
            List.of(
                new Confusion.Row(
                    "system-gc",
                    12,
                    11,
                    1_200,
                    1_140,
                    List.of("gc_pause"),
                    new LinkedHashMap<>(Map.of("gc_pause", 1_140)),
                    7,
                    5)),
            0.95,
            new Confusion.Outside(80, 20, 0.0156, new LinkedHashMap<>(Map.of("unexplained", 60))),
            0.02,
            new Confusion.Foreign(0, 0),
            new Confusion.Pairs(0, 0, null),
            0);
    ReportData data =
        ReportDataFixture.twoGroups().build().with(Optional.empty(), Optional.of(confusion));
    String page = withoutScripts(ReportPage.render(data)).replaceAll("[\\u00a0\\u202f]", " ");
    String first = page.substring(0, page.indexOf("id=\"confusion\""));
    assertTrue(page.indexOf("id=\"confusion\"") < page.indexOf("id=\"comparison\""));
    assertTrue(first.contains("The injected cause comes first in 95.0 % of 1 200 late events"));
    assertTrue(first.contains("In 1.6 % of all late events an injected kind is named"));
    String section = page.substring(page.indexOf("id=\"confusion\""));
    assertTrue(section.contains("system-gc"));
    assertTrue(section.contains("95.0 %"));
    assertTrue(section.contains("7 more late events began shortly after an injection."));
    assertFalse(
        withoutScripts(ReportPage.render(ReportDataFixture.twoGroups().build()))
            .contains("id=\"confusion\""));
  }

  private static String page(Causes causes) {
    return withoutScripts(ReportPage.render(withCauses(causes)));
  }

  private static ReportData withCauses(Causes causes) {
    return ReportDataFixture.twoGroups().build().with(Optional.of(causes), Optional.empty());
  }

  private static String withoutScripts(String page) {
    return page.replaceAll("(?s)<(script|style)[ >].*?</\\1>", "");
  }

  private static int count(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }
}
