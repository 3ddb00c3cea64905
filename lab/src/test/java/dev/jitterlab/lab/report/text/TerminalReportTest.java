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
import java.util.stream.IntStream;
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

  /** A line is broken between words, where it is not a row of a table. */
  @Test
  void whatTheStarSaysFitsANarrowTerminal() {
    List<String> lines =
        render(
                ReportDataFixture.twoGroups().build().summary(),
                new Terminal(false, false, true, 60))
            .lines()
            .toList();
    int star = find(lines, "\\* decides the verdict; .*");
    assertTrue(lines.get(star).length() <= 60, lines.get(star));
    assertEquals("  chance", lines.get(star + 1));
  }

  @Test
  void namesValuesRatioAndWord() {
    String text = render(ReportDataFixture.twoGroups().build().summary(), PLAIN);
    assertTrue(
        text.lines()
            .anyMatch(
                line ->
                    line.matches(
                        "Drift p99 \\* +1\\.02 ms +276 µs +0\\.27 \\[0\\.238, 0\\.316]  ▼ lower, better")),
        text);
    assertTrue(text.contains("summary  " + Path.of("runs", "first", "summary.json")));
  }

  /** It is neither one of the verdict's decisions, nor corrected as they are. */
  @Test
  void theBaselineAgainstItselfIsNoneOfTheVerdicts() {
    String text = render(againstItself(ReportDataFixture.twoGroups().build().summary()), PLAIN);
    assertTrue(text.contains("Drift p99 A/A"), text);
    assertFalse(text.contains("Drift p99 *"), text);
    assertFalse(text.contains("decides the verdict"), text);
  }

  /** The same, whose other group is the baseline once more. */
  private static Summary againstItself(Summary summary) {
    return new Summary(
        summary.experiment(),
        summary.question(),
        summary.verdict(),
        summary.baseline(),
        summary.primaryMetric(),
        summary.validity(),
        summary.groups(),
        summary.comparisons().stream()
            .map(
                one ->
                    new Summary.Comparison(
                        one.metric(),
                        one.group(),
                        one.baseline(),
                        one.ratio(),
                        one.low(),
                        one.high(),
                        one.pHolm(),
                        one.p(),
                        one.metric().equals(summary.primaryMetric()) ? "calibration" : "secondary",
                        "undecided"))
            .toList(),
        summary.metrics(),
        summary.costs(),
        summary.control(),
        summary.undecided(),
        summary.outcome(),
        summary.sequential(),
        summary.answered());
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
    assertTrue(text.contains("✔ valid (5 of 5 checks passed)"), text);
    assertFalse(text.contains("Load imbalance"), text);
    assertTrue(
        TerminalReport.render(
                with(summary, new Summary.Validity("valid", passed)),
                new RunDirectory(Path.of("runs", "first")),
                PLAIN,
                true)
            .contains("✔ Load imbalance (1.2 %, limit 5 %): Players are spread equally."));
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

  /** It takes nothing from the trial, so it has not the colour of what does. */
  @Test
  void aCheckThatTheMachineCannotMakeIsNotRed() {
    String text =
        TerminalReport.render(
            ReportDataFixture.twoGroups().build().summary(),
            new RunDirectory(Path.of("runs", "first")),
            new Terminal(true, true, true, 80),
            true);
    assertTrue(text.lines().anyMatch(line -> line.startsWith("\u001b[2m  ○ ")), text);
    assertFalse(text.contains("\u001b[1;31m  ○ "), text);
  }

  @Test
  void drawsEveryGroupWithItsInstancesAndInterval() {
    List<String> lines =
        render(ReportDataFixture.twoGroups().build().summary(), PLAIN).lines().toList();
    int baseline = find(lines, "thread-per-task  .*1\\.02 ms");
    assertTrue(
        lines.get(baseline).matches("thread-per-task +[•█ ]+ 1\\.02 ms"), lines.get(baseline));
    assertTrue(
        lines.get(baseline + 1).matches("scheduled-pool +├[─•█]+┤ +┊ +276 µs"),
        lines.get(baseline + 1));
    assertEquals(
        lines.get(baseline).indexOf('█'), lines.get(baseline + 1).indexOf('┊'), "the same axis");
    assertTrue(lines.get(baseline + 2).contains("Drift p99"));
    assertTrue(baseline < find(lines, "scheduled-pool against thread-per-task"));
  }

  private static int find(List<String> lines, String pattern) {
    return IntStream.range(0, lines.size())
        .filter(i -> lines.get(i).matches(pattern))
        .findFirst()
        .orElseThrow(() -> new AssertionError(String.join("\n", lines)));
  }

  @Test
  void leavesTheDrawingOutWhereThereIsNoRoom() {
    String text =
        render(
            ReportDataFixture.twoGroups().build().summary(), new Terminal(false, false, true, 44));
    assertFalse(text.contains("█"), text);
    assertTrue(text.contains("276 µs"));
  }

  @Test
  void aRunWithoutFiguresHasDashes() {
    String text = render(ReportDataFixture.twoGroups().withoutFigures().summary(), PLAIN);
    assertTrue(text.contains("Nothing was measured."));
    assertTrue(text.contains("no ratio"));
    assertFalse(text.contains("null"));
  }

  private static String render(Summary summary, Terminal terminal) {
    return TerminalReport.render(
        summary, new RunDirectory(Path.of("runs", "first")), terminal, false);
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
        summary.outcome(),
        null,
        null);
  }
}
