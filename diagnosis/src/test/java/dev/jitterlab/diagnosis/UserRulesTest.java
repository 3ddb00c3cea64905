package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.rule.RuleCondition;
import dev.jitterlab.diagnosis.rule.RuleFilter;
import dev.jitterlab.diagnosis.rule.RuleWindow;
import dev.jitterlab.diagnosis.rule.UserRule;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules of users, on a real recording: ten ticks on time, then three late ones with a query. */
class UserRulesTest {
  private static final String QUERY = "acme.Query";
  @TempDir private static Path folder;
  private static Path recording;

  @BeforeAll
  static void record() throws IOException {
    recording =
        OwnRecording.record(
            folder.resolve("own.jfr"),
            List.of(QUERY),
            server -> {
              for (int i = 0; i < 10; i++) {
                server.tick(false, () -> {});
              }
              for (int i = 0; i < 3; i++) {
                int rows = 100 * (i + 1);
                server.tick(true, () -> server.query("orders", rows, 6));
              }
              server.query("users", 7, 1);
            });
  }

  private static UserRule rule(String window, String condition, String... filters) {
    return new UserRule(
        "mine",
        List.of(QUERY),
        List.of(),
        Arrays.stream(filters).map(one -> RuleFilter.of(one).orElseThrow()).toList(),
        RuleWindow.of(window).orElseThrow(),
        RuleCondition.of(condition).orElseThrow(),
        Optional.empty(),
        "{count} queries of {table}, {value} against {limit}, {windows} times, on {thread}",
        "");
  }

  private static Causes.RuleOutcome judge(UserRule rule) {
    return judge(recording, rule).rules().getFirst();
  }

  private static Causes judge(Path file, UserRule rule) {
    return Diagnosis.of(List.of(OwnRecording.files(file)), Optional.empty(), List.of(rule));
  }

  static Stream<Arguments> conditions() {
    return Stream.of(
        Arguments.of("late", "count >= 1", "", "found", 3),
        Arguments.of("late-thread", "sum(duration) >= 6 ms", "", "found", 3),
        Arguments.of("late", "sum(duration) >= 10 s", "", "not found", 0),
        Arguments.of("late", "share > 0.1 %", "", "found", 3),
        Arguments.of("late", "max(rows) >= 200", "", "found", 2),
        Arguments.of("late", "count >= 1", "rows > 250", "found", 1),
        Arguments.of("late", "count >= 1", "table = users", "not found", 0),
        Arguments.of("late", "count >= 1", "table contains ORD", "found", 3),
        Arguments.of("late", "count >= 1", "table begins rd", "not found", 0),
        Arguments.of("late", "count >= 1", "table != orders", "not found", 0),
        Arguments.of("late", "count >= 1", "duration >= 1 h", "", 0),
        Arguments.of("late", "count >= 1", "stack contains OwnRecording.query", "found", 3),
        Arguments.of("late", "count >= 1", "stack contains acme.Nothing", "not found", 0),
        Arguments.of("late", "count < 1", "", "not found", 0),
        Arguments.of("run", "count = 4", "", "found", 1),
        Arguments.of("run", "count = 1", "table = users", "found", 1),
        Arguments.of("run", "count < 1", "table = carts", "found", 1),
        Arguments.of("run", "mean(rows) <= 160", "", "found", 1),
        Arguments.of("run", "min(rows) < 5", "", "not found", 0),
        Arguments.of("run", "rate > 1000000", "", "not found", 0),
        Arguments.of("1 h", "count >= 4", "", "", 0),
        Arguments.of("10 s", "count >= 4", "", "found", 1),
        Arguments.of("1 ms", "count >= 2", "", "not found", 0));
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void judges(String window, String condition, String filter, String outcome, int windows) {
    if (outcome.isEmpty()) { // it cannot be read
      assertTrue(
          RuleWindow.of(window).isEmpty() || RuleFilter.of(filter).isEmpty(),
          window + " " + filter);
      return;
    }
    UserRule rule = filter.isEmpty() ? rule(window, condition) : rule(window, condition, filter);
    Causes.RuleOutcome found = judge(rule);
    assertEquals(outcome, found.outcome(), found.text());
    assertEquals(windows, found.windows(), found.text());
  }

  @Test
  void aFindingSaysWhatAndLeadsToItsEvidence() {
    Causes causes = judge(recording, rule("late", "max(rows) >= 200"));
    Causes.Finding finding =
        causes.findings().stream()
            .filter(one -> one.pattern().equals("mine"))
            .findFirst()
            .orElseThrow();
    String thread = Thread.currentThread().getName();
    assertEquals("1 queries of orders, 300 against 200, 2 times, on " + thread, finding.text());
    Causes.Evidence evidence = finding.evidence().getFirst();
    assertEquals(QUERY, evidence.event());
    assertEquals(thread, evidence.thread());
    assertTrue(evidence.seconds() >= 0.006, evidence.toString());
    assertTrue(evidence.what().startsWith("rows=300, table=orders"), evidence.what());
    assertTrue(
        causes.events().stream()
            .anyMatch(
                late ->
                    late.at() <= evidence.at()
                        && evidence.at() <= late.at() + late.latenessSeconds() + 1),
        "the late tick is there");
    assertTrue(finding.seconds() >= 0.012 && finding.seconds() < 60, finding.toString());
  }

  @Test
  void nothingInAWindowIsEvidenceToo() {
    Causes.Finding finding =
        judge(recording, rule("run", "count < 1", "table = carts")).findings().stream()
            .filter(one -> one.pattern().equals("mine"))
            .findFirst()
            .orElseThrow();
    assertEquals("no such event in the measured time", finding.evidence().getFirst().what());
    assertTrue(finding.text().startsWith("0 queries of ?, 0 against 1"), finding.text());
  }

  private static UserRule with(List<String> events, List<String> needs, String... filters) {
    UserRule like = rule("run", "count >= 1000", filters);
    return new UserRule(
        like.name(),
        events,
        needs,
        like.filters(),
        like.window(),
        like.condition(),
        like.unit(),
        like.text(),
        like.remedy());
  }

  private static void assertNotRecorded(Path file, UserRule rule, String why) {
    Causes causes = judge(file, rule);
    assertEquals("not recorded", causes.rules().getFirst().outcome());
    String text = causes.rules().getFirst().text();
    assertTrue(text.contains(why), text);
    assertEquals(List.of("mine"), mine(causes.sources().getFirst().patternsNotRecorded()));
    assertTrue(causes.findings().stream().noneMatch(one -> one.pattern().equals("mine")));
  }

  private static List<String> mine(List<String> names) {
    return names.stream().filter("mine"::equals).toList();
  }

  @Test
  void whatIsNotRecordedIsNeverNo() throws IOException {
    assertNotRecorded(
        recording, with(List.of("acme.Cache"), List.of()), "acme.Cache was not recorded");
    assertNotRecorded(
        recording, with(List.of(QUERY), List.of("acme.Pool")), "acme.Pool was not recorded");
    assertNotRecorded(
        recording,
        with(List.of(QUERY), List.of(), "colour = red"),
        "acme.Query has no field colour. Its fields: ");
    byte[] bytes = Files.readAllBytes(recording);
    Path cut = folder.resolve("cut.jfr");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - bytes.length / 3));
    Causes.RuleOutcome outcome = judge(cut, with(List.of(QUERY), List.of())).rules().getFirst();
    assertEquals("not recorded", outcome.outcome(), outcome.text());
  }

  /** 20 ms are what the JDK's own settings have for most events. */
  @Test
  void aThresholdThatIsTooCoarseKeepsNoFromBeingAnAnswer() throws IOException {
    Path coarse = folder.resolve("coarse.jfr");
    try (jdk.jfr.Recording own = new jdk.jfr.Recording()) {
      own.enable("jdk.ActiveSetting");
      own.enable(QUERY).withThreshold(java.time.Duration.ofMillis(20));
      own.start();
      own.stop();
      own.dump(coarse);
    }
    assertNotRecorded(
        coarse, with(List.of(QUERY), List.of()), "acme.Query was recorded from 20 ms on only");
    Causes.RuleOutcome fine =
        judge(coarse, with(List.of(QUERY), List.of(), "duration >= 30 ms")).rules().getFirst();
    assertEquals("not found", fine.outcome(), "shorter ones do not count anyhow: " + fine.text());

    assertNotRecorded(
        coarse, rule("run", "count < 1"), "acme.Query was recorded from 20 ms on only");
    UserRule noLongOnes = rule("run", "count < 1", "duration >= 30 ms");
    Causes.RuleOutcome none = judge(coarse, noLongOnes).rules().getFirst();
    assertEquals("found", none.outcome(), none.text());
  }

  private static UserRule ruleOf(String event, String condition, String... filters) {
    UserRule like = rule("run", condition, filters);
    return new UserRule(
        like.name(),
        List.of(event),
        List.of(),
        like.filters(),
        like.window(),
        like.condition(),
        like.unit(),
        "{count} of {event}, {value} against {limit}",
        "");
  }

  /** What a thread parks on may be null, and so have no class. */
  @Test
  void aFieldOfAnObjectThatIsNullIsEmpty() throws IOException {
    Path parks = folder.resolve("parks.jfr");
    try (jdk.jfr.Recording own = new jdk.jfr.Recording()) {
      own.enable("jdk.ActiveSetting");
      own.enable("jdk.ThreadPark").with("threshold", "0 ns");
      own.start();
      LockSupport.parkNanos(2_000_000);
      LockSupport.parkNanos(new Object(), 2_000_000);
      own.stop();
      own.dump(parks);
    }
    UserRule rule = ruleOf("jdk.ThreadPark", "count >= 1", "parkedClass.name = java/lang/Object");
    Causes.RuleOutcome found = judge(parks, rule).rules().getFirst();
    assertEquals("found", found.outcome(), found.text());
    assertNotRecorded(
        parks,
        ruleOf("jdk.ThreadPark", "count >= 1", "parkedClass.colour = red"),
        "jdk.ThreadPark has no field parkedClass.colour");
  }

  /** JDK 25 drops what comes more often, and does not say so. */
  @Test
  void aRateThatWasReachedKeepsNoFromBeingAnAnswer() throws IOException {
    UserRule rule = ruleOf("jdk.FileRead", "count >= 50");
    Path file = Files.writeString(folder.resolve("read.txt"), "a text");
    assertNotRecorded(reads(file, "1/s"), rule, "jdk.FileRead was limited to 1 a second");
    Causes.RuleOutcome all = judge(reads(file, "off"), rule).rules().getFirst();
    assertEquals("found", all.outcome(), all.text());
  }

  /** Fifty of them. */
  private static Path reads(Path file, String throttle) throws IOException {
    Path to = folder.resolve("reads-" + throttle.replace('/', '-') + ".jfr");
    try (jdk.jfr.Recording own = new jdk.jfr.Recording()) {
      own.enable("jdk.ActiveSetting");
      own.enable("jdk.FileRead").with("threshold", "0 ns").with("throttle", throttle);
      own.start();
      for (int i = 0; i < 50; i++) {
        try (InputStream in = new FileInputStream(file.toFile())) {
          assertEquals('a', in.read());
        }
      }
      own.stop();
      own.dump(to);
    }
    return to;
  }
}
