package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.text.TerminalReport;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.RunComparer;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader is told of servers that answer requests and do not tick. */
class RequestRunTest {
  private static final Pattern ABOUT_TICKS =
      Pattern.compile("[^.|]{0,60}\\b(?:tick|drift|battle|player)s?\\b[^.|]{0,40}", 2);

  @TempDir private Path root;
  private RunDirectory run;

  @BeforeEach
  void measure() {
    run = measured(root.resolve("run"));
    new SummaryBuilder(run).write();
  }

  private static RunDirectory measured(Path folder) {
    return shop(folder).write();
  }

  private static RunDirectoryFixture shop(Path folder) {
    return new RunDirectoryFixture(folder)
        .withoutTicks()
        .primaryMetric("response_seconds.p99")
        .responses(ResponseLogFixture.OPEN)
        .loadDrift(1_000)
        .stepOutcome("shop/read", "ok", 10)
        .stepOutcome("shop/buy", "ok", 3)
        .stepOutcome("shop/buy", "refused", 1)
        .stepOutcome("shop/buy", "timeout", 0);
  }

  private static String visible(String page) {
    return page.replaceAll("(?s)<(script|style)[^>]*>.*?</\\1>", "")
        .replaceAll("(?s)<section id=\"experiment\".*?</section>", "")
        .replaceAll("</t[dh]>", " | ")
        .replaceAll("</[^>]*>", "\n")
        .replaceAll("<[^>]*>", "")
        .replace("jitterlab", "");
  }

  private static List<String> aboutTicks(String text) {
    return ABOUT_TICKS.matcher(text).results().map(MatchResult::group).map(String::strip).toList();
  }

  @Test
  void theSummaryComparesNothingThatOnlyTicksHave() {
    Summary summary = ReportDataReader.summary(run);
    assertFalse(summary.hasTicks());
    assertEquals(
        List.of(),
        summary.comparisons().stream()
            .map(Summary.Comparison::metric)
            .filter(key -> key.contains("tick") || key.contains("drift"))
            .toList());
    assertTrue(
        summary.validity().checks().stream()
            .noneMatch(check -> check.name().equals("tick_log_gap_ratio")));
  }

  @Test
  void theTerminalHasNoWordAboutTicks() {
    for (boolean verbose : new boolean[] {false, true}) {
      String text =
          TerminalReport.render(
              ReportDataReader.summary(run), run, new Terminal(false, false, true, 400), verbose);
      assertTrue(text.contains("Response time p99 *"), text);
      assertEquals(List.of(), aboutTicks(text), text);
    }
  }

  @Test
  void thePageHasNoWordAboutTicks() {
    ReportData data = ReportDataReader.read(run);
    Causes.GroupCauses none =
        new Causes.GroupCauses(
            data.summary().groups().getFirst().name(),
            0,
            0,
            Map.of(),
            Map.of(),
            List.of(),
            0,
            null);
    Causes causes =
        new Causes(
            List.of(), List.of(none), List.of(), List.of(), List.of(), null, List.of(), List.of());
    String page = visible(ReportPage.render(data.with(Optional.of(causes), Optional.empty())));
    assertTrue(page.contains("No request of " + none.name() + " was late."), page);
    assertTrue(page.contains("Response time"), page);
    assertEquals(List.of(), aboutTicks(page));
  }

  @Test
  void comparedRunsShowNothingThatOnlyTicksHave() {
    RunDirectory later = measured(root.resolve("later"));
    assertTrue(
        RunComparer.compare(run, List.of(later), List.of(), List.of()).comparisons().stream()
            .noneMatch(change -> change.metric().contains("tick")));
  }

  /** It may have counted any number of requests that were refused. */
  @Test
  void whereTheLoadNeverAnsweredResponseTimesAreNotKnownExactly() {
    RunDirectory unknown = shop(root.resolve("unknown")).loadNeverAnswered().write();
    new SummaryBuilder(unknown).write();
    ReportData data = ReportDataReader.read(unknown);

    Metric p99 = ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99);
    for (Summary.GroupSummary group : data.summary().groups()) {
      assertNull(p99.in(group.metrics()), group.name());
      assertTrue(data.timeline(group.name()).responses().all().isBound(Quantile.P99));
    }
  }

  /** 12 s of 5 servers: 600 reads, 180 and 60 purchases. */
  @Test
  void theReportHasWhatBecameOfEachStep() {
    String table = steps(run);
    assertTrue(table.contains("Step | Group | Requests | ok | refused | Share failed |"), table);
    assertTrue(table.contains("shop/buy | scheduled-pool | 240 | 180 | 60 | 25 % |"), table);
    assertTrue(table.contains("shop/read | scheduled-pool | 600 | 600 | 0 | 0 % |"), table);
  }

  /** Of one of five servers nobody knows how many requests there were. */
  @Test
  void countsThatAreNotAllKnownAreMarked() {
    RunDirectory anew = shop(root.resolve("anew")).stepsBeginAnew("scheduled-pool/1").write();
    new SummaryBuilder(anew).write();

    String table = steps(anew);
    String unknown = " | " + Units.NONE + " |";
    assertTrue(table.contains("shop/buy | scheduled-pool | ≥ 192 | ≥ 144 | ≥ 48" + unknown), table);
    assertTrue(table.contains("shop/buy | thread-per-task | 240 | 180 | 60 | 25 % |"), table);
  }

  /** What the page's last table of requests says. */
  private static String steps(RunDirectory run) {
    String page = ReportPage.render(ReportDataReader.read(run));
    String section = page.substring(page.indexOf("<section id=\"slow-requests\""));
    return visible(
            section.substring(section.indexOf("What happened to"), section.indexOf("</section>")))
        .replaceAll("\\s+", " ");
  }
}
