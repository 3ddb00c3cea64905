package dev.jitterlab.diagnosis.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log beside a recording that has the same events: two pauses, a minute apart. */
class GcLogReaderTest {
  private static final String FIRST = "[2026-11-22T08:19:26.900+0000][0.200s][info]";
  private static final String SECOND = "[2026-11-22T08:20:26.900+0000][60.200s][info]";
  private static final List<Cause> STOPS =
      List.of(Cause.GC_PAUSE, Cause.TIME_TO_SAFEPOINT, Cause.SAFEPOINT_OPERATION);

  @TempDir Path folder;

  private final TimelineBuilder timeline = new TimelineBuilder();

  @BeforeEach
  void theEventsAreRecorded() {
    for (String event :
        List.of(
            "jdk.GCPhasePause",
            "jdk.GarbageCollection",
            "jdk.SafepointBegin",
            "jdk.ExecuteVMOperation")) {
      timeline.setting(event, new EventSetting(true, 0, 0));
    }
  }

  private JvmTimeline read() throws IOException {
    Path log = folder.resolve("gc.log");
    Files.writeString(log, stops(FIRST, 3) + stops(SECOND, 4));
    GcLogReader.read(log, OptionalLong.empty(), timeline);
    return timeline.build();
  }

  private static String stops(String begin, int collection) {
    return begin
        + "[gc] GC("
        + collection
        + ") Pause Young (Normal) (G1 Evacuation Pause) 14M->9M(64M) 100.000ms\n"
        + begin
        + "[safepoint] Safepoint \"ThreadDump\", Time since last: 9 ns,"
        + " Reaching safepoint: 2000000 ns, At safepoint: 3000000 ns, Total: 5000000 ns\n";
  }

  private static List<Cause> causes(JvmTimeline built) {
    return built.stops(Long.MIN_VALUE, Long.MAX_VALUE).stream()
        .map(Stretch::cause)
        .sorted()
        .toList();
  }

  @Test
  void whatTheRecordingShowsIsNotAddedAgain() throws IOException {
    JvmTimeline built = read();
    assertEquals(List.of(), causes(built));
    assertEquals(List.of(), built.collections());
  }

  /** The oldest parts of a long recording are gone, and with them the events of that time. */
  @Test
  void whatEndedBeforeTheRecordingBeganIsTheLogs() throws IOException {
    timeline.recordedFrom(Instant.parse("2026-11-22T08:20:00Z").getEpochSecond() * 1_000_000_000);
    JvmTimeline built = read();
    assertEquals(STOPS, causes(built));
    assertEquals(List.of(3), built.collections().stream().map(one -> one.id()).toList());
  }
}
