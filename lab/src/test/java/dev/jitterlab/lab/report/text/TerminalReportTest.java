package dev.jitterlab.lab.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.page.ReportDataFixture;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.terminal.Terminal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalReportTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 80);

  @Test
  void fitsEightyColumns() {
    ReportData data =
        new ReportDataFixture(
                List.of("JDK25-G1-heap-4g-and-a-rather-long-name", "JDK25-ZGC", "JDK21-Shenandoah"))
            .invalid()
            .build();
    render(data.summary(), PLAIN)
        .lines()
        .forEach(line -> assertTrue(line.length() <= 80, line.length() + ": " + line));
  }

  @Test
  void namesValuesRatioAndWord() {
    String text = render(ReportDataFixture.twoGroups().build().summary(), PLAIN);
    assertTrue(
        text.lines()
            .anyMatch(
                line ->
                    line.matches(
                        "Drift p99 \\* +1\\.02 ms +276 µs +0\\.27 \\[0\\.238, 0\\.316]  ▼ lower")),
        text);
    assertTrue(text.contains("summary  " + Path.of("runs", "first", "summary.json")));
  }

  @Test
  void saysHowTheServersBecameSteady() {
    String text = render(ReportDataFixture.twoGroups().build().summary(), PLAIN);
    assertTrue(
        text.replaceAll("\\s+", " ")
            .contains(
                "steady state, by mean execution of ticks: thread-per-task inconsistent:"
                    + " 4 warm-up, 1 never steady; scheduled-pool"),
        text);
  }

  @Test
  void namesWhatGroupsGiveForTheirPrice() {
    String text = render(ReportDataFixture.twoGroups().priced().build().summary(), PLAIN);
    assertTrue(
        text.lines().anyMatch(line -> line.matches("scheduled-pool +0\\.39 +0\\.87 .*")), text);
    assertFalse(render(ReportDataFixture.twoGroups().build().summary(), PLAIN).contains("BP$"));
  }

  @Test
  void namesOnlyTheChecksThatFail() {
    String text = render(ReportDataFixture.twoGroups().invalid().build().summary(), PLAIN);
    assertTrue(text.contains("INVALID TRIAL: do not use these figures"));
    assertTrue(text.contains("✖ Load sent (71 %, limit 95 %)"));
    assertFalse(text.contains("Load imbalance"));
  }

  @Test
  void countsTheChecksWhereAllPassed() {
    Summary summary = ReportDataFixture.twoGroups().build().summary();
    List<Summary.Check> passed =
        summary.validity().checks().stream().filter(c -> c.status().equals("valid")).toList();
    String text = render(with(summary, new Summary.Validity("valid", passed)), PLAIN);
    assertTrue(text.contains("✔ valid: all 5 checks passed"), text);
  }

  @Test
  void sendsOnlyAsciiToATerminalThatKnowsNoMore() {
    String text =
        render(
            ReportDataFixture.twoGroups().build().summary(), new Terminal(false, false, false, 80));
    assertTrue(text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 127)), text);
    assertTrue(text.contains("276 us"));
  }

  @Test
  void coloursOnlyWhereAllowed() {
    Summary summary = ReportDataFixture.twoGroups().build().summary();
    String colored = render(summary, new Terminal(true, true, true, 80));
    assertTrue(colored.contains("\u001b["));
    assertEquals(render(summary, PLAIN), colored.replaceAll("\u001b\\[[\\d;]*m", ""));
    assertFalse(render(summary, PLAIN).contains("\u001b"));
  }

  @Test
  void proposesHowManyInstancesWouldDecide() {
    Summary summary = new ReportDataFixture(List.of("a", "b", "c")).build().summary();
    assertTrue(
        render(summary, PLAIN)
            .replaceAll("\\s+", " ")
            .contains("b or c: 5 instances that vary like these show a ratio of 1.14 in"));
  }

  @Test
  void aRunWithoutFiguresHasDashes() {
    String text = render(ReportDataFixture.twoGroups().withoutFigures().summary(), PLAIN);
    assertTrue(text.contains("Nothing was measured."));
    assertTrue(text.contains("no ratio"));
    assertFalse(text.contains("null"));
  }

  private static String render(Summary summary, Terminal terminal) {
    return TerminalReport.render(summary, new RunDirectory(Path.of("runs", "first")), terminal, false);
  }

  private static Summary with(Summary summary, Summary.Validity validity) {
    return new Summary(
        summary.experiment(),
        summary.question(),
        summary.verdict(),
        summary.baseline(),
        summary.primaryMetric(),
        validity,
        summary.groups(),
        summary.comparisons(),
        summary.metrics(),
        summary.costs(),
        summary.control(),
        summary.undecided(),
        summary.outcome());
  }
}
