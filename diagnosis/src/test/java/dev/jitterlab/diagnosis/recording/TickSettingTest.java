package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.Coverage;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.SettingControl;
import jdk.jfr.SettingDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ticks have a threshold of Flight Recorder's, and one of their own for those that are on time. */
class TickSettingTest {
  /** As that of the tick runtime. */
  public static final class OnTimeOfTest extends SettingControl {
    private String value = "0 ns";

    @Override
    public String combine(Set<String> values) {
      return values.iterator().next();
    }

    @Override
    public void setValue(String text) {
      value = text;
    }

    @Override
    public String getValue() {
      return value;
    }
  }

  @Name("jitterlab.Tick")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads them
  private static final class TickWithSetting extends Event {
    String task = "battle-1";
    long index;
    long scheduled;
    long started;
    long finished;
    boolean late = true;

    @SettingDefinition
    @SuppressWarnings("UnusedMethod") // Flight Recorder calls it
    boolean onTime(OnTimeOfTest setting) {
      return true;
    }
  }

  @TempDir Path folder;

  private JvmTimeline record(String onTime) throws IOException {
    return record("0 ns", onTime);
  }

  private JvmTimeline record(String threshold, String onTime) throws IOException {
    Path file = folder.resolve("ticks.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ActiveSetting");
      recording.enable("jitterlab.Tick").with("threshold", threshold).with("onTime", onTime);
      recording.start();
      TickWithSetting tick = new TickWithSetting();
      tick.begin();
      tick.commit();
      recording.stop();
      recording.dump(file);
    }
    TimelineBuilder builder = new TimelineBuilder();
    var unused = RecordingReader.read(file, builder);
    return builder.build();
  }

  /** Else the typical time is that of the long ticks alone. */
  @Test
  void theLongerOfItsThresholdsCounts() throws IOException {
    JvmTimeline timeline = record("1000000 ns");
    assertEquals(1_000_000, timeline.setting("jitterlab.Tick").thresholdNs());
    assertFalse(timeline.coverage(Cause.PREDECESSOR).recorded(), "only late ones are there");
  }

  /** Flight Recorder takes time spans without a blank, and hands them on as they are. */
  @Test
  void aThresholdMayHaveNoBlank() throws IOException {
    assertEquals(20_000_000, record("20ms", "0 ns").setting("jitterlab.Tick").thresholdNs());
  }

  @Test
  void withAnInfiniteThresholdNothingIsRecorded() throws IOException {
    assertFalse(record("infinity", "0 ns").setting("jitterlab.Tick").enabled());
  }

  /** Then ticks on time are not recorded, and late ones are. */
  @Test
  void lateTicksAreRecordedWhateverThoseOnTimeMustTake() throws IOException {
    JvmTimeline timeline = record("infinity");
    assertTrue(timeline.setting("jitterlab.Tick").enabled());
    assertEquals(EventSetting.INFINITE, timeline.setting("jitterlab.Tick").thresholdNs());
    assertFalse(timeline.coverage(Cause.PREDECESSOR).recorded(), "only late ones are there");
  }

  /** A server that is always late has predecessors all the same. */
  @Test
  void ifAllTicksAreRecordedAndLateNoneIsMissing() throws IOException {
    JvmTimeline timeline = record("0 ns");
    assertTrue(timeline.coverage(Cause.PREDECESSOR).recorded());
  }

  /** What a server without ticks would have to record is another thing. */
  @Test
  void aServerThatDoesNotTickIsToldOfItsRequests() {
    Coverage coverage = new TimelineBuilder().build().coverage(Cause.PREDECESSOR);
    assertEquals("only slow requests were recorded", coverage.why());
    assertTrue(coverage.remedy().contains("jitterlab.Request"), coverage.remedy());
    assertFalse((coverage.why() + coverage.remedy()).toLowerCase(Locale.ROOT).contains("tick"));
  }
}
