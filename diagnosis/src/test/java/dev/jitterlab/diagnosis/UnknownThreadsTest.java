package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.rule.RuleCondition;
import dev.jitterlab.diagnosis.rule.RuleWindow;
import dev.jitterlab.diagnosis.rule.UserRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slow requests of which nobody knows the thread: what it waited for is unknown, and not "no". */
class UnknownThreadsTest {
  private static final List<String> EVENTS =
      List.of(
          "acme.Query",
          "jdk.GCPhasePause",
          "jdk.SafepointBegin",
          "jdk.ZAllocationStall",
          "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.ThreadPark",
          "jdk.ThreadSleep",
          "jdk.VirtualThreadPinned",
          "jdk.FileRead",
          "jdk.FileWrite",
          "jdk.SocketRead",
          "jdk.SocketWrite",
          "jdk.FileForce",
          "jdk.Compilation",
          "jdk.Deoptimization",
          "jdk.ExecutionSample");

  private static final Set<String> WAITS = Set.of("lock_wait", "pinned", "sleep", "io", "park");

  private static final Set<String> REST =
      Set.of(
          "run_queue",
          "compiler_threads",
          "throttling",
          "predecessor",
          "deoptimised_code",
          "first_compilation",
          "own_code");

  @TempDir private static Path folder;
  private static Path requests;
  private static Path withTicks;
  private static Path log;

  @BeforeAll
  static void record() throws IOException {
    requests =
        OwnRecording.record(
            folder.resolve("requests.jfr"), EVENTS, server -> server.query("users", 1, 1));
    withTicks =
        OwnRecording.record(
            folder.resolve("ticks.jfr"),
            EVENTS,
            server -> {
              for (int i = 0; i < 10; i++) {
                server.tick(false, () -> {});
              }
              server.tick(true, () -> server.query("orders", 1, 6)); // which sleeps
            });
    log = folder.resolve("slow-requests.csv");
    Instant now = Instant.now();
    long ended = now.getEpochSecond() * 1_000_000_000 + now.getNano();
    Files.writeString(
        log,
        "id,intended_ns,sent_ns,ended_ns,connection,target,status\n1,%d,%d,%d,1,/pay,200\n"
            .formatted(ended - 200_000_000, ended - 100_000_000, ended));
  }

  private static Causes diagnose(Path recording, UserRule... rules) {
    return Diagnosis.of(
        List.of(
            new ServerFiles(
                "shop/1",
                "shop",
                Optional.of(recording),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(log),
                List.of(),
                List.of(),
                OptionalLong.empty())),
        Optional.empty(),
        List.of(rules));
  }

  private static Causes.LateEvent request(Causes causes) {
    return causes.events().stream()
        .filter(one -> one.kind().equals("request"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatItsThreadDidIsNotRecorded() {
    Causes causes = diagnose(requests);
    List<String> notRecorded = request(causes).notRecorded();
    assertTrue(notRecorded.containsAll(WAITS), notRecorded.toString());
    assertTrue(notRecorded.containsAll(REST), notRecorded.toString());
    assertFalse(notRecorded.contains("gc_pause"), "that stops all threads");
    List<String> ofGroup = causes.groups().getFirst().notRecorded();
    assertTrue(ofGroup.containsAll(WAITS) && ofGroup.containsAll(REST), ofGroup.toString());
    for (String cause : WAITS) {
      Causes.Gap gap = gap(causes, cause);
      assertFalse(gap.recorded(), cause);
      assertEquals("the threads of the slow requests are not known.", gap.why());
      assertTrue(gap.remedy().contains("workload.server.requests"), gap.remedy());
    }
  }

  /** A limit is known of the process, so its cause has a figure, and is no gap beside it. */
  @Test
  void whatIsKnownOfTheProcessIsRecorded() throws IOException {
    List<String> events = new ArrayList<>(EVENTS);
    events.add("jitterlab.Process");
    Causes causes =
        diagnose(
            OwnRecording.record(
                folder.resolve("limited.jfr"), events, server -> server.heldBack(50)));
    assertFalse(request(causes).notRecorded().contains("throttling"));
    assertFalse(
        causes.notRecorded().stream().anyMatch(one -> one.cause().equals("throttling")),
        causes.notRecorded()::toString);
    assertFalse(gap(causes, "lock_wait").recorded());
  }

  private static Causes.Gap gap(Causes causes, String cause) {
    return causes.notRecorded().stream()
        .filter(one -> one.cause().equals(cause))
        .findFirst()
        .orElseThrow();
  }

  /**
   * What another late event shows has a figure; what none shows is still unknown of the request.
   */
  @Test
  void besideTicksItsCausesAreRecordedInPart() {
    Causes causes = diagnose(withTicks);
    Causes.GroupCauses group = causes.groups().getFirst();
    assertTrue(group.secondsByCause().containsKey("sleep"), group.toString());
    assertFalse(group.notRecorded().contains("sleep"), group.toString());
    assertTrue(group.notRecorded().contains("lock_wait"), group.toString());
    assertTrue(gap(causes, "sleep").recorded());
    assertEquals("the thread of some slow requests is not known.", gap(causes, "sleep").why());
    assertFalse(
        causes.events().stream()
            .filter(one -> one.kind().equals("tick"))
            .anyMatch(one -> one.notRecorded().contains("lock_wait")));
  }

  @Test
  void aPatternOfThreadsIsNotRecorded() {
    List<String> missing = diagnose(requests).sources().getFirst().patternsNotRecorded();
    assertTrue(
        missing.containsAll(
            List.of("lock_convoy", "pinned_virtual_threads", "blocking_call_in_tick")),
        missing.toString());
    assertFalse(missing.contains("long_collections"), missing.toString());
    assertFalse(
        diagnose(withTicks).sources().getFirst().patternsNotRecorded().contains("lock_convoy"));
  }

  @Test
  void aRuleAboutItsThreadIsNotRecorded() {
    Causes.RuleOutcome outcome = diagnose(requests, rule("count >= 1")).rules().getFirst();
    assertEquals("not recorded", outcome.outcome(), outcome.text());
    assertTrue(
        outcome.text().startsWith("The thread of 1 slow request is not known. Set workload.server"),
        outcome.text());
    Causes.RuleOutcome none = diagnose(requests, rule("count < 1")).rules().getFirst();
    assertEquals("not recorded", none.outcome(), "nobody knows that it had none");
    Causes.RuleOutcome found = diagnose(withTicks, rule("count >= 1")).rules().getFirst();
    assertEquals("found", found.outcome(), found.text());
  }

  private static UserRule rule(String condition) {
    return new UserRule(
        "mine",
        List.of("acme.Query"),
        List.of(),
        List.of(),
        RuleWindow.of("late-thread").orElseThrow(),
        RuleCondition.of(condition).orElseThrow(),
        Optional.empty(),
        "{count} queries",
        "");
  }
}
