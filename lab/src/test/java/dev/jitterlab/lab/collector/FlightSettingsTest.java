package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.jitterlab.arrivals.FlightSettings;
import dev.jitterlab.lab.TestedJdks;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JDK passes over settings that it does not know, so what each made of them is read back. */
class FlightSettingsTest {
  private static final Pattern EVENT =
      Pattern.compile("<event name=\"([^\"]+)\">(.*?)</event>", Pattern.DOTALL);
  private static final Pattern SETTING =
      Pattern.compile("<setting name=\"(\\w+)\">([^<]+)</setting>");

  /**
   * What each JDK lacks: an event, or a setting of one. docs/diagnosis-recordings.md names the
   * consequences.
   */
  private static final Map<Integer, Set<String>> LACKING =
      Map.of(
          11,
          Set.of(
              "jdk.VirtualThreadPinned",
              "jdk.SafepointLatency",
              "jdk.ZAllocationStall",
              "jdk.SystemGC",
              "jdk.GCLocker",
              "jdk.CompilerQueueUtilization",
              "jdk.Deoptimization",
              "jdk.ContainerCPUUsage",
              "jdk.ContainerCPUThrottling",
              "jdk.FileRead#throttle",
              "jdk.FileWrite#throttle",
              "jdk.SocketRead#throttle",
              "jdk.SocketWrite#throttle"),
          17,
          Set.of(
              "jdk.VirtualThreadPinned",
              "jdk.SafepointLatency",
              "jdk.CompilerQueueUtilization",
              "jdk.FileRead#throttle",
              "jdk.FileWrite#throttle",
              "jdk.SocketRead#throttle",
              "jdk.SocketWrite#throttle"),
          21,
          Set.of(
              "jdk.SafepointLatency",
              "jdk.CompilerQueueUtilization",
              "jdk.FileRead#throttle",
              "jdk.FileWrite#throttle",
              "jdk.SocketRead#throttle",
              "jdk.SocketWrite#throttle"),
          25,
          Set.of("jdk.SafepointCleanup", "jdk.GCLocker"));

  /** What was read back, by the JDK and the settings that it was given. */
  private static final Map<List<Object>, Map<String, String>> ACTIVE = new HashMap<>();

  @TempDir private static Path folder;

  @Test
  void everyJdkOfThisMachineTakesTheSettingsThatItKnows() throws Exception {
    List<Jdk> jdks = jdks();
    assertFalse(jdks.isEmpty());
    for (Jdk jdk : jdks) {
      Map<String, String> wanted = settings(FlightSettings.text());
      Map<String, String> active = active(jdk, RecordingSettings.DEFAULT);
      Set<String> lacking = new TreeSet<>();
      wanted.forEach(
          (setting, value) -> {
            String event = setting.substring(0, setting.indexOf('#'));
            String got = active.get(setting);
            if (got == null && setting.endsWith("#stackTrace") && active.containsKey(event)) {
              return; // which events have stacks differs between updates of one JDK
            }
            if (got == null) {
              lacking.add(active.containsKey(event) ? setting : event);
            } else {
              assertEquals(value, got, jdk + " " + setting);
            }
          });
      assertEquals(new TreeSet<>(LACKING.get(jdk.feature())), lacking, jdk::toString);
      assertEquals(
          "true", active.get("jdk.GarbageCollection#enabled"), "of the JDK's own settings");
    }
  }

  @Test
  void samplesOfCpuTimeAreASwitchOfTheirOwn() throws Exception {
    RecordingSettings on = RecordingSettings.of(Map.of("cpu_time_samples", true));
    for (Jdk jdk : JdkFinder.ofThisMachine().find().jdks()) {
      if (jdk.feature() == 25 && jdk.hasJfr()) {
        assertEquals(
            "false", active(jdk, RecordingSettings.DEFAULT).get("jdk.CPUTimeSample#enabled"));
        Map<String, String> active = active(jdk, on);
        assertEquals("true", active.get("jdk.CPUTimeSample#enabled"));
        assertEquals("10 ms", active.get("jdk.CPUTimeSample#throttle"));
        assertEquals("1 ms", active.get("jdk.ThreadPark#threshold"), "the others stay");
      }
    }
  }

  @Test
  void inliningIsASwitchOfItsOwnOnEveryJdk() throws Exception {
    RecordingSettings on = RecordingSettings.of(Map.of("inlining", true));
    for (Jdk jdk : jdks()) {
      String event = "jdk.CompilerInlining#enabled";
      assertEquals("false", active(jdk, RecordingSettings.DEFAULT).get(event), jdk::toString);
      Map<String, String> active = active(jdk, on);
      assertEquals("true", active.get(event), jdk::toString);
      assertEquals("true", active.get("jdk.ThreadPark#enabled"), () -> jdk + ": others stay");
      assertEquals("1 ms", active.get("jdk.ThreadPark#threshold"), () -> jdk + ": others stay");
    }
  }

  private static List<Jdk> jdks() {
    return JdkFinder.ofThisMachine().find().jdks().stream()
        .filter(jdk -> LACKING.containsKey(jdk.feature()) && jdk.hasJfr())
        .filter(jdk -> TestedJdks.features().anyMatch(feature -> feature == jdk.feature()))
        .toList();
  }

  private static Map<String, String> settings(String file) {
    Map<String, String> settings = new TreeMap<>();
    Matcher event = EVENT.matcher(file);
    while (event.find()) {
      Matcher setting = SETTING.matcher(event.group(2));
      while (setting.find()) {
        settings.put(event.group(1) + '#' + setting.group(1), setting.group(2));
      }
    }
    return settings;
  }

  /**
   * The settings that a JVM has had at last, and the bare names of the events that it knows. Two
   * recordings have the sum of their settings.
   */
  private static Map<String, String> active(Jdk jdk, RecordingSettings recording)
      throws IOException, InterruptedException {
    List<Object> asked = List.of(jdk, recording);
    if (!ACTIVE.containsKey(asked)) {
      ACTIVE.put(asked, readBack(jdk, recording));
    }
    return ACTIVE.get(asked);
  }

  private static Map<String, String> readBack(Jdk jdk, RecordingSettings recording)
      throws IOException, InterruptedException {
    Path work = Files.createTempDirectory(folder, "jvm");
    for (var file : KnownCollectors.providedFiles(Attachment.SERVER, recording).entrySet()) {
      Files.write(work.resolve(file.getKey()), file.getValue());
    }
    List<String> command =
        new ArrayList<>(
            List.of(jdk.java().toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(KnownCollectors.jvmArguments(Attachment.SERVER, jdk.feature(), recording));
    command.add("-version");
    Process process =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("out").toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> jdk + ": " + text(work.resolve("out")));
    try (RecordingFile file = new RecordingFile(FlightRecording.file(work))) {
      Map<Long, String> names =
          file.readEventTypes().stream()
              .collect(Collectors.toMap(EventType::getId, EventType::getName));
      Map<String, String> active = new TreeMap<>();
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals("jdk.ActiveSetting")) {
          String name = names.getOrDefault(event.getLong("id"), "?");
          active.put(name, "");
          active.put(name + '#' + event.getString("name"), event.getString("value"));
        }
      }
      return active;
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
