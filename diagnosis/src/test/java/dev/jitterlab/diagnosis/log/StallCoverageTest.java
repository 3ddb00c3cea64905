package dev.jitterlab.diagnosis.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.Coverage;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import dev.jitterlab.diagnosis.timeline.GcFamily;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a thread waited for memory is known of some collectors only. */
class StallCoverageTest {
  @TempDir Path folder;

  private final TimelineBuilder timeline = new TimelineBuilder();

  private JvmTimeline read(String... messages) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String message : messages) {
      text.append("[2026-11-22T08:19:26.905+0000][0.194s][info][gc] ").append(message).append('\n');
    }
    Path log = folder.resolve("gc.log");
    Files.writeString(log, text);
    GcLogReader.read(log, OptionalLong.empty(), timeline);
    return timeline.build();
  }

  private void stallsAreEnabled() {
    timeline.setting("jdk.ZAllocationStall", new EventSetting(true, 0, 0));
  }

  private void collection(String name) {
    timeline.add(
        new GarbageCollection(
            1, 0, 1_000, name, "", 1_000, false, "jdk.GarbageCollection", List.of()));
  }

  @Test
  void ofShenandoahTheyAreNotRecordedWhateverTheLogHas() throws IOException {
    stallsAreEnabled();
    JvmTimeline built =
        read(
            "Using Shenandoah",
            "GC(4) Pause Degenerated GC (Mark) 60M->20M(64M) 31.353ms",
            "GC(5) Pause Full 63M->20M(64M) 57.420ms");
    Coverage stalls = built.coverage(Cause.GC_STALL);
    assertFalse(stalls.recorded());
    assertTrue(stalls.why().startsWith("Shenandoah does not say"), stalls.why());
    assertTrue(stalls.remedy().contains("gc_pause"), stalls.remedy());
    assertTrue(built.coverage(Cause.GC_PAUSE).recorded());
    assertEquals(2, built.collections().stream().filter(GarbageCollection::isFull).count());
    assertTrue(built.causesOfThreads().contains(Cause.GC_STALL));
  }

  @Test
  void ofShenandoahTheyAreNotRecordedThoughAnEventOfZgcIsEnabled() {
    stallsAreEnabled();
    collection("Shenandoah");
    assertFalse(timeline.build().coverage(Cause.GC_STALL).recorded());
  }

  @Test
  void ofZgcTheyAreRecordedIfTheEventOrTheLogIs() throws IOException {
    collection("ZGC Minor");
    assertFalse(timeline.build().coverage(Cause.GC_STALL).recorded());
    stallsAreEnabled();
    assertTrue(timeline.build().coverage(Cause.GC_STALL).recorded());
  }

  @Test
  void ofZgcTheLogIsEnough() throws IOException {
    assertTrue(
        read("Using The Z Garbage GcFamily", "GC(0) y: Pause Mark Start 0.008ms")
            .coverage(Cause.GC_STALL)
            .recorded());
  }

  /** Threads wait for its pauses; also a thread that nobody knows had no other wait for memory. */
  @Test
  void aCollectorThatStopsAllThreadsHasNone() {
    collection("G1New");
    JvmTimeline built = timeline.build();
    assertTrue(built.coverage(Cause.GC_STALL).recorded());
    assertFalse(built.causesOfThreads().contains(Cause.GC_STALL));
  }

  @Test
  void withoutAnyCollectionTheEventDecides() {
    assertFalse(timeline.build().coverage(Cause.GC_STALL).recorded());
    stallsAreEnabled();
    assertTrue(timeline.build().coverage(Cause.GC_STALL).recorded());
  }

  @ParameterizedTest
  @CsvSource({
    "G1New,STOPPING",
    "G1 Full Mixed,STOPPING",
    "ParallelOld,STOPPING",
    "ParallelScavenge,STOPPING",
    "PSMarkSweep,STOPPING",
    "SerialOld,STOPPING",
    "DefNew,STOPPING",
    "ParNew,STOPPING",
    "ConcurrentMarkSweep,STOPPING",
    "Z,Z",
    "ZGC Major,Z",
    "Shenandoah,SHENANDOAH",
    "Pause Young (Normal),UNKNOWN",
    "'',UNKNOWN"
  })
  void isKnownByItsCollections(String name, GcFamily expected) {
    assertEquals(expected, GcFamily.of(name));
  }

  @ParameterizedTest
  @CsvSource({
    "-Xmx1g -XX:+UseShenandoahGC -Dx=y,SHENANDOAH",
    "-XX:+UseG1GC  -XX:+UseZGC,Z",
    "-XX:+UseConcMarkSweepGC,STOPPING",
    "-XX:+UseShenandoahGC -XX:+UseAdaptiveSizePolicyWithSystemGC,SHENANDOAH",
    "-Xmx1g,UNKNOWN",
    "'',UNKNOWN"
  })
  void isKnownByTheArguments(String arguments, GcFamily expected) {
    assertEquals(expected, GcFamily.ofArguments(arguments));
  }

  @ParameterizedTest
  @CsvSource({
    "Using G1,STOPPING",
    "Using Parallel,STOPPING",
    "Using Serial,STOPPING",
    "Using Concurrent Mark Sweep,STOPPING",
    "Using The Z Garbage GcFamily,Z",
    "Using Shenandoah,SHENANDOAH"
  })
  void isKnownByTheFirstLineOfItsLog(String line, GcFamily expected) {
    assertEquals(expected, GcFamily.ofLog(line).orElseThrow());
    assertTrue(GcFamily.ofLog("Using 2 workers of 4 for evacuation").isEmpty());
  }
}
