package dev.jitterlab.lab.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.report.page.CausesFixture;
import dev.jitterlab.lab.report.page.ReportDataFixture;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.terminal.Terminal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CausesTextTest {
  private static final Terminal PLAIN = new Terminal(false, false, true, 80);
  private static final Terminal ASCII = new Terminal(false, false, false, 60);
  private static final Causes CAUSES = CausesFixture.of("slow", "fast");

  @Test
  void theBudgetIsABarOfLettersAsLongAsEachCause() {
    List<String> lines = CausesText.render(CAUSES, PLAIN).lines().toList();
    String bar = lines.stream().filter(line -> line.startsWith("[a")).findFirst().orElseThrow();
    assertEquals(80, bar.length());
    assertEquals(47, bar.chars().filter(c -> c == 'a').count(), "60 % of 78");
    assertEquals(23, bar.chars().filter(c -> c == 'b').count());
    assertEquals(8, bar.chars().filter(c -> c == '.').count());
    assertTrue(lines.stream().anyMatch(line -> line.matches("b waiting for locks +3 s +30 % *")));
  }

  /** What cannot be read may have been late. */
  @Test
  void aServerWhoseRecordingCannotBeReadIsNotSaidToBeOnTime() {
    assertTrue(of(false).contains("No tick or request of pool was late."), of(false));
    String text = of(true).replaceAll("\\s+", " ");
    assertTrue(text.contains("No late tick or request of pool was found, but not all"), text);
    assertFalse(text.contains("was late."), text);
  }

  private static String of(boolean mayMissLateEvents) {
    Causes.GroupCauses pool =
        new Causes.GroupCauses("pool", 0, 0, Map.of(), Map.of(), List.of(), 0, null);
    Causes.Source source =
        new Causes.Source("pool/1", List.of(), List.of("A problem."), mayMissLateEvents, List.of());
    return CausesText.render(
        new Causes(
            List.of(),
            List.of(pool),
            List.of(),
            List.of(),
            List.of(source),
            null,
            List.of(),
            List.of()),
        PLAIN);
  }

  /** Its words are what a reader needs most. */
  @Test
  void noCausesNameIsCutOnANarrowTerminal() {
    Causes.GroupCauses group =
        new Causes.GroupCauses(
            "all",
            9,
            2,
            Arrays.stream(Cause.values()).collect(Collectors.toMap(Cause::id, _ -> 0.1)),
            Map.of(),
            List.of(),
            0,
            null);
    Causes all =
        new Causes(
            List.of(), List.of(group), List.of(), List.of(), List.of(), null, List.of(), List.of());
    for (int width : List.of(60, 80)) {
      String text = CausesText.render(all, new Terminal(false, false, true, width));
      assertTrue(text.lines().allMatch(line -> line.length() <= width), text);
      assertFalse(text.contains("…"), text);
      String words = text.replaceAll(" +(\\d+ m?s|[\\d.]+ %)", "").replaceAll("\\s+", " ");
      for (Cause cause : Cause.values()) {
        assertTrue(words.contains(cause.words()), () -> cause.words() + ": " + words);
      }
    }
  }

  @Test
  void lateTimeOverTimeHasALineForEachCause() {
    List<String> lines = CausesText.render(CAUSES, PLAIN).lines().toList();
    assertTrue(lines.contains("a █▂"), String.join("\n", lines));
    assertTrue(lines.contains("b ▄"));
    assertTrue(lines.contains("  3 s           21 s"));
  }

  @Test
  void lanesStandBelowOneAnotherOnOneAxis() {
    List<String> lines = CausesText.render(CAUSES, PLAIN).lines().toList();
    int at = lines.indexOf("Around tick battle-7 of slow/1 on tick-worker-0, from when it was due");
    String tick = lines.get(at + 1);
    String lock = lines.get(at + 2);
    String pause = lines.get(at + 3);
    assertTrue(tick.matches("this tick +\\| +\\.+#+ +\\|"), tick);
    assertEquals(80, lock.length());
    assertEquals(pause.indexOf('|'), lock.indexOf('|'));
    assertEquals(pause.lastIndexOf('#') + 1, lock.indexOf('#'), "the lock behind the pause");
    assertTrue(lines.get(at + 5).matches(" +-10 ms +112 ms"), lines.get(at + 5));
  }

  @Test
  void methodsOfLateTicksStandBesideNormalOnes() {
    String text = CausesText.render(CAUSES, PLAIN);
    assertTrue(text.matches("(?s).*\nPath.find +60 % +10 % +\\+50\n.*"), text);
    assertTrue(text.matches("(?s).*\nBattle.move +30 % +80 % +-50\n.*"), text);
    assertTrue(text.contains("fast: The recordings have 3 samples of late work."));
  }

  @Test
  void theWaterfallLeadsFromTheBaselineToTheGroup() {
    String text = CausesText.render(CAUSES, PLAIN);
    assertTrue(
        text.matches(
            "(?s).*\nfast +250 ms\npauses of the garbage collector +\\+3.25 s\n.*slow +5 s\n.*"),
        text);
  }

  @Test
  void timesSayThatTheyAreInUtc() {
    String text = CausesText.render(CAUSES, PLAIN);
    assertTrue(text.contains("22:13:20.250 UTC tick battle-7"), text);
    assertTrue(text.contains("        22:13:20.260 UTC jdk.GCPhasePause on tick-worker-0"), text);
  }

  @Test
  void fitsANarrowTerminalWithoutUnicode() {
    String text = CausesText.render(CAUSES, ASCII);
    assertTrue(text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 127)), text);
    assertTrue(text.lines().allMatch(line -> line.length() <= 60), text);
  }

  @Test
  void causesWithoutViewsAreShownAsBefore() {
    String text = CausesText.render(CausesFixture.withoutViews("slow", "fast"), PLAIN);
    assertTrue(text.contains("The latest"), text);
    assertFalse(text.contains("Around"), text);
  }

  @Test
  void theOutcomeOfARunSaysItInOneSentence(@TempDir Path folder) {
    RunDirectory run = new RunDirectory(folder);
    Json.write(run.causes(), CAUSES);
    String text =
        TerminalReport.render(ReportDataFixture.twoGroups().build().summary(), run, PLAIN, false);
    assertTrue(
        text.replace('\n', ' ')
            .contains("30 % waiting for locks; 10 % unexplained. Grade: seen in the window"),
        text);
  }
}
