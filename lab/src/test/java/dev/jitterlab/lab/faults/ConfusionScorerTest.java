package dev.jitterlab.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfusionScorerTest {
  private static final String CAUSES =
      """
      {"events": [
        %s
      ], "groups": [
        {"name": "a", "late_events": 9, "lateness_seconds": 1, "seconds_by_cause": {}, "bounds": {},
         "not_recorded": [], "events_left_out": 3},
        {"name": "b", "late_events": 9, "lateness_seconds": 1, "seconds_by_cause": {}, "bounds": {},
         "not_recorded": [], "events_left_out": %d}
      ]}
      """;

  @TempDir Path folder;

  /** An event from {@code at} on, late by 20 ms, typically 1 ms. */
  private static String event(String instance, double at, String first, double unexplained) {
    return String.format(
        Locale.ROOT,
        "{\"id\": \"%s-%s\", \"instance\": \"%s\", \"kind\": \"tick\", \"at\": %s,"
            + " \"lateness_seconds\": 0.02, \"typical_seconds\": 0.001, \"parts\": ["
            + "{\"cause\": \"unexplained\", \"seconds\": %s, \"evidence\": []},"
            + "{\"cause\": \"%s\", \"seconds\": %s, \"evidence\": []}]}",
        instance,
        at,
        instance,
        at,
        unexplained,
        first,
        0.02 - unexplained);
  }

  private static Injection injection(FaultKind kind, String victim, double from, double to) {
    return new Injection(kind, victim, Math.round(from * 1e9), Math.round(to * 1e9));
  }

  private static Causes causes(String... events) throws IOException {
    return Json.parse(CAUSES.formatted(String.join(",\n", events), 4), Causes.class);
  }

  /** Only the latest ones of each server are listed. */
  @Test
  void saysHowManyLateEventsWereNotScored() throws IOException {
    Causes causes = causes(event("a/1", 100.05, "lock_wait", 0), event("a/1", 101, "gc_pause", 0));
    Confusion confusion = ConfusionScorer.score(INJECTIONS, causes);
    assertEquals(7, confusion.eventsLeftOut());
    assertTrue(
        confusion.text().contains("Of 9 late events, 7 were not scored: causes.json"),
        confusion::text);

    Confusion whole =
        ConfusionScorer.score(
            INJECTIONS,
            new Causes(
                causes.events(), List.of(), List.of(), List.of(), List.of(), null, null, null));
    assertEquals(0, whole.eventsLeftOut());
    assertFalse(whole.text().contains("not scored"), whole::text);
  }

  private static final List<Injection> INJECTIONS =
      List.of(
          injection(FaultKind.LOCK, "a/1", 100, 100.1),
          injection(FaultKind.SLEEP, "a/1", 102, 102.1),
          injection(FaultKind.BUSY_NEIGHBOUR, Injection.EVERYBODY, 104, 104.1));

  @Test
  void anEventIsHitByAnInjectionOfItsServerThatItOverlaps() throws IOException {
    Confusion confusion =
        ConfusionScorer.score(
            INJECTIONS,
            causes(
                event("a/1", 99.985, "lock_wait", 0), // ends within
                event("a/1", 100.095, "gc_pause", 0.002), // begins within
                event("b/1", 100.05, "lock_wait", 0), // another server
                event("a/1", 101, "deoptimised_code", 0.004), // between two
                event("a/1", 102.05, "sleep", 0.015), // mostly unexplained
                event("b/1", 104.05, "run_queue", 0.001)));

    Confusion.Row lock = confusion.kinds().getFirst();
    assertEquals("lock", lock.kind());
    assertEquals(1, lock.injections());
    assertEquals(1, lock.injectionsThatHit());
    assertEquals(2, lock.eventsHit());
    assertEquals(1, lock.right());
    assertEquals("{gc_pause=1, lock_wait=1}", lock.namedFirst().toString());
    assertEquals("{unexplained=1}", confusion.kinds().get(1).namedFirst().toString());
    assertEquals(1, confusion.kinds().get(2).right(), "of the machine: whoever it hits");
    assertEquals(0.5, confusion.right());
    assertEquals(2, confusion.outside().events());
    assertEquals(1, confusion.outside().blamed(), "only causes of injected kinds are blame");
    assertEquals(1.0 / 6, confusion.outside().share());
    assertEquals(0.075, confusion.medianUnexplained(), 1e-9);
    String text = confusion.text();
    assertTrue(
        text.contains("1 injected,   1 hit,    2 late events,    1 right: gc_pause 1,"), text);
    assertTrue(text.contains("Right: 50.0 %. Blamed outside injections: 16.7 %."), text);
  }

  /** What begins after an injection may be its doing or not: it proves neither. */
  @Test
  void anEventInTheEchoIsShownByItself() throws IOException {
    Confusion confusion =
        ConfusionScorer.score(
            List.of(injection(FaultKind.DEOPTIMISATION_STORM, "a/1", 100, 100.1)),
            causes(
                event("a/1", 100.05, "deoptimised_code", 0),
                event("a/1", 100.3, "deoptimised_code", 0),
                event("a/1", 101, "run_queue", 0), // another process, say
                event("a/1", 101.2, "run_queue", 0)));
    Confusion.Row row = confusion.kinds().getFirst();
    assertEquals(1, row.eventsHit());
    assertEquals(2, row.echo());
    assertEquals(1, row.echoRight());
    assertEquals(1.0, confusion.right());
    assertEquals(1, confusion.outside().events());
    assertTrue(confusion.text().contains("shortly after: 2, 1 right"), confusion::text);
  }

  private static String both(double at, String first, String second, double secondSeconds) {
    return String.format(
        Locale.ROOT,
        "{\"instance\": \"a/1\", \"kind\": \"tick\", \"at\": %s, \"lateness_seconds\": 0.02,"
            + " \"typical_seconds\": 0.001, \"parts\": [{\"cause\": \"%s\", \"seconds\": %s},"
            + " {\"cause\": \"%s\", \"seconds\": %s}]}",
        at,
        first,
        0.02 - secondSeconds,
        second,
        secondSeconds);
  }

  @Test
  void ofTwoAtOnceBothAreToBeNamedAndEitherMayBeFirst() throws IOException {
    Confusion confusion =
        ConfusionScorer.score(
            List.of(
                injection(FaultKind.LOCK, "a/1", 100, 100.03), // it stood still, too
                injection(FaultKind.STOP, "a/1", 100.006, 100.03),
                injection(FaultKind.SYSTEM_GC, "a/1", 200, 200.1),
                injection(FaultKind.GC_STALL, "a/1", 200, 200.1)),
            causes(
                both(100, "process_stopped", "lock_wait", 0.005),
                both(100.0005, "lock_wait", "process_stopped", 0.005),
                both(100.001, "lock_wait", "process_stopped", 0.001), // too little to be named
                both(100.0015, "gc_pause", "lock_wait", 0.005),
                both(100.004, "process_stopped", "io", 0.005), // the lock had only 2 of 21 ms alone
                both(200.01, "gc_pause", "gc_stall", 0.005))); // one cause serves both

    assertEquals(4, confusion.pairs().eventsHit());
    assertEquals(2, confusion.pairs().bothNamed());
    assertEquals(0.5, confusion.pairs().share());
    assertEquals(5.0 / 6, confusion.right(), 1e-9, "either may be first");
    assertTrue(confusion.text().contains("Two at once, both named: 50.0 %"), confusion::text);
  }

  /** The event is one of the stop's only, since nothing counts twice. */
  @Test
  void ofTwoAtOnceBothHaveHit() throws IOException {
    Confusion confusion =
        ConfusionScorer.score(
            List.of(
                injection(FaultKind.LOCK, "a/1", 100, 100.03),
                injection(FaultKind.STOP, "a/1", 100.006, 100.03)),
            causes(both(100, "process_stopped", "lock_wait", 0.005)));
    List<Confusion.Row> rows = confusion.kinds();
    assertEquals(List.of("lock", "stop"), rows.stream().map(Confusion.Row::kind).toList());
    assertEquals(List.of(0, 1), rows.stream().map(Confusion.Row::eventsHit).toList());
    assertEquals(List.of(1, 1), rows.stream().map(Confusion.Row::injectionsThatHit).toList());
  }

  /** An earlier fault whose echo is not over is no second one. */
  @Test
  void anEchoOfAnEarlierFaultIsNoPair() throws IOException {
    Confusion confusion =
        ConfusionScorer.score(
            List.of(
                injection(FaultKind.DEOPTIMISATION_STORM, "a/1", 100, 100.1),
                injection(FaultKind.LOCK, "a/1", 100.6, 100.7)),
            causes(event("a/1", 100.65, "lock_wait", 0)));
    assertEquals(0, confusion.pairs().eventsHit());
    assertNull(confusion.pairs().share());
    assertEquals(1.0, confusion.right());
  }

  @Test
  void slowRequestsOfServersThatAreNotOursAreScoredTheSame() throws IOException {
    String right = event("h2/1", 100.05, "lock_wait", 0).replace("tick", "request");
    String wrong = event("h2/1", 100.06, "gc_pause", 0).replace("tick", "request");
    Confusion confusion =
        ConfusionScorer.score(
            List.of(injection(FaultKind.LOCK, "h2/1", 100, 100.1)),
            causes(right, wrong, event("h2/1", 100.07, "lock_wait", 0)));
    assertEquals(2, confusion.foreign().eventsHit());
    assertEquals(1, confusion.foreign().right());
    assertEquals(3, confusion.kinds().getFirst().eventsHit());
    assertEquals(2, confusion.kinds().getFirst().right());
  }

  @Test
  void withoutLateEventsNothingIsRightOrWrong() throws IOException {
    Confusion confusion = ConfusionScorer.score(INJECTIONS, causes());

    assertNull(confusion.right());
    assertNull(confusion.medianUnexplained());
    assertNull(confusion.outside().share());
    assertEquals(3, confusion.kinds().size());
    assertTrue(confusion.text().contains("Right: no late event"), confusion::text);
  }

  /** Persian has digits of its own, which neither the lab nor an agent reads. */
  @Test
  void writesTheSameDigitsInEveryLocale() throws IOException {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    InjectionFiles files = new InjectionFiles(run);
    List<Injection> one = List.of(injection(FaultKind.LOCK, "a/1", 100, 100.1));
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("fa-IR"));
    try {
      files.prepare("a/1");
      files.give("a/1", one);
      files.write(1, one);
    } finally {
      Locale.setDefault(before);
    }

    assertEquals("100000,lock,100\n", Files.readString(run.faults().resolve("a/1/plan.csv")));
    assertEquals(one, files.all());
  }

  @Test
  void readsWhatWasInjectedInAllBlocksAndWritesTheMatrix() throws IOException {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    InjectionFiles files = new InjectionFiles(run);
    assertTrue(ConfusionScorer.write(run).isEmpty(), "nothing was injected");
    files.prepare("gc=g1,jdk=25/1");
    files.give("gc=g1,jdk=25/1", List.of(injection(FaultKind.LOCK, "gc=g1,jdk=25/1", 100, 100.1)));
    Path own = run.faults().resolve("gc=g1,jdk=25/1");
    assertEquals("100000,lock,100\n", Files.readString(own.resolve("plan.csv")));
    Files.writeString(own.resolve("done.csv"), "lock,100000000001,100100000000\nsleep,10");
    files.write(1, files.done("gc=g1,jdk=25/1"));
    files.write(2, List.of(injection(FaultKind.STOP, "b/1", 50, 50.2)));

    assertEquals(
        List.of("b/1", "gc=g1,jdk=25/1"), files.all().stream().map(Injection::victim).toList());
    assertTrue(ConfusionScorer.write(run).isEmpty(), "nothing was diagnosed");
    Files.writeString(run.causes(), Json.write(causes(event("b/1", 50.1, "process_stopped", 0))));
    assertEquals(1.0, ConfusionScorer.write(run).orElseThrow().right());
    JsonNode written = Json.read(run.confusion(), JsonNode.class);
    assertEquals("stop", written.at("/kinds/1/kind").asText());
    assertEquals(1, written.at("/kinds/1/injections_that_hit").asInt());
    assertEquals(7, written.get("events_left_out").asInt());
    files.prepare("gc=g1,jdk=25/1");
    assertEquals(List.of(), files.done("gc=g1,jdk=25/1"), "of an earlier attempt");
  }
}
