package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.MS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.PERIOD;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.STEP;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Full collections of every collector, why they ran, and what late time is theirs. */
class LongCollectionsTest {
  @Test
  void oneCollectionIsNoPluralAndAShortPauseIsNotNothing() {
    Server server = new Server();
    server.ticks(_ -> {}, 2);
    server.collection(210 * PERIOD + MS, 4, "G1Full", "Allocation Failure", false);
    assertEquals(
        "1 full collection stopped the server for 4.0 ms in all.",
        found(server, "long_collections").getFirst().text());
  }

  /** HotSpot calls G1's marking beside the program so; its remark stops the server, too. */
  @Test
  void theMarkingOfG1IsNoFullCollection() {
    Server server = new Server();
    server.ticks(
        at -> server.collection(at - 400 * MS, 900, at + MS, 65, "G1Old", "No GC", false), 2);
    assertEquals(List.of(), found(server, "long_collections"));
  }

  @Test
  void theMarkingOfCmsIsNoFullCollectionAndTheOneThatStopsIs() {
    Server marking = new Server();
    marking.ticks(
        at -> marking.collection(at + MS, 65, "ConcurrentMarkSweep", "CMS Remark", false), 2);
    assertEquals(List.of(), found(marking, "long_collections"));
    for (String name : List.of("SerialOld", "ParallelOld", "PSMarkSweep", "Pause Full", "G1Full")) {
      Server full = new Server();
      full.ticks(at -> full.collection(at + MS, 65, name, "Allocation Failure", false), 2);
      assertEquals(1, found(full, "long_collections").size(), name);
    }
  }

  /** A larger heap helps only where the heap was full. */
  @ParameterizedTest
  @CsvSource({
    "Metadata GC Threshold, (-XX:MetaspaceSize)",
    "Metadata GC Clear Soft References, (-XX:MetaspaceSize)",
    "Heap Inspection Initiated GC, Do not ask for them",
    "Heap Dump Initiated GC, Do not ask for them",
    "Diagnostic Command, Do not ask for them",
    "Allocation Failure, (-Xmx)"
  })
  void aFullCollectionHasTheRemedyForItsReason(String why, String remedy) {
    Server server = new Server();
    server.ticks(at -> server.collection(at + MS, 65, "ParallelOld", why, false), 2);
    List<PatternMatch> found = found(server, "long_collections");
    assertEquals(1, found.size(), found::toString);
    assertTrue(found.getFirst().text().startsWith("20 full collections"), found::toString);
    assertTrue(found.getFirst().remedy().contains(remedy), found::toString);
  }

  /** Flight Recorder calls all of its collections by one name; their pauses have others. */
  @Test
  void thoseOfShenandoahThatStopTheServerAreKnownByTheirPauses() {
    for (String pause : List.of("Pause Full", "Pause Degenerated GC (Outside of Cycle)")) {
      Server server = new Server();
      server.ticks(at -> server.shenandoah(at + MS, 65, pause), 2);
      assertEquals(1, found(server, "long_collections").size(), pause);
    }
    Server concurrent = new Server();
    concurrent.ticks(
        at -> concurrent.shenandoah(at + MS, 65, "Pause Final Mark (unload classes)"), 2);
    assertEquals(List.of(), found(concurrent, "long_collections"));
  }

  /** The late ticks met young collections; one that the code asked for only went on meanwhile. */
  @Test
  void aCollectionHasTheLateTimeOfItsPausesAndNotOfAllThatItLasts() {
    Server server = new Server();
    server.ticks(at -> server.collection(at + MS, 65, "G1New", "G1 Evacuation Pause", false), 2);
    server.collection(0, 20_000, 5 * MS, 1, "Shenandoah", "System.gc()", false);
    assertEquals(List.of(), found(server, "long_collections"));

    long due = 210 * PERIOD; // of a late tick
    server.collection(due - 900 * MS, 1_000, due + 67 * MS, 2, "ZGC Major", "System.gc()", false);
    List<PatternMatch> found = found(server, "long_collections");
    assertEquals(1, found.size());
    assertEquals(2 * MS, found.getFirst().lateNs(), "the young one had the rest of the tick");
  }

  /** A full one was over when the tick was due, and the ticks before it handed on what it took. */
  @Test
  void eachPauseOfOneLateTickHasItsOwnPart() {
    Server server = new Server();
    server.collection(0, 40, "G1Full", "Allocation Failure", false);
    server.collection(60 * MS, 1, "G1New Mixed", "G1 Evacuation Pause", false);
    server.tick(1, 38, 2, 0, 2); // from 50 to 90
    JvmTimeline built = server.timeline.build();
    List<Sighting> evidence =
        List.of(
            new Sighting(0, 40 * MS, "all threads", "jdk.GCPhasePause", "G1Full"),
            new Sighting(60 * MS, MS, "all threads", "jdk.GCPhasePause", "G1New Mixed"));
    BudgetPart part = new BudgetPart(Cause.GC_PAUSE, 21 * MS, MS, 21 * MS, evidence);
    Budget late = new Budget(built.works().get(0), 2 * MS, 38 * MS, List.of(part), Set.of());
    Case of = new Case(built, List.of(late), List.of(new MeasuredSpan(0, PERIOD)), STEP::equals);
    Map<String, Long> lateNs =
        built.collections().stream()
            .collect(Collectors.toMap(GarbageCollection::name, one -> of.pausedNs(List.of(one))));
    assertEquals(Map.of("G1Full", 20 * MS, "G1New Mixed", MS), lateNs);
  }
}
