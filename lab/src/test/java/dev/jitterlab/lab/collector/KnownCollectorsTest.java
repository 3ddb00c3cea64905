package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.jdk.Jdk;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownCollectorsTest {
  @TempDir private Path folder;

  @Test
  void namesAreUniqueWordsAndTextsAreSentences() {
    List<Collector> all = KnownCollectors.all();
    List<Series> series = all.stream().flatMap(one -> one.series().stream()).toList();
    List<String> names = all.stream().map(Collector::name).toList();
    List<String> seriesNames = series.stream().map(Series::name).toList();
    assertEquals(names.size(), new HashSet<>(names).size(), names.toString());
    assertEquals(seriesNames.size(), new HashSet<>(seriesNames).size(), seriesNames.toString());
    names.forEach(name -> assertTrue(name.matches("[a-z]+(_[a-z]+)*"), name));
    all.forEach(one -> assertTrue(one.description().matches("[A-Z].{10,80}\\."), one.name()));
    all.forEach(one -> one.fixed().ifPresent(why -> assertTrue(why.endsWith("."), why)));
    series.forEach(one -> assertTrue(one.description().matches("[A-Z].{10,}\\."), one.name()));
  }

  @Test
  void everyFileThatAFlagNamesIsDeclared() {
    for (Collector one : KnownCollectors.all()) {
      String flags = String.join(" ", one.jvmArguments());
      if (!flags.isEmpty()) {
        assertTrue(flags.contains(one.files().getFirst()), one.name());
        assertTrue(one.fixed().isEmpty(), one.name());
      }
    }
  }

  @Test
  void flagsGoToWhatACollectorAttachesTo() {
    String server = flags(Attachment.SERVER, 25, RecordingSettings.DEFAULT).toString();
    assertTrue(server.matches(".*recording[.]jfr.*jit[.]log.*gc[.]log.*"), server);
    for (Attachment target : List.of(Attachment.LOAD, Attachment.CONTROL)) {
      String flags = flags(target, 25, RecordingSettings.DEFAULT).toString();
      assertTrue(flags.contains("gc.log") && !flags.contains("recording.jfr"), flags);
    }
    RecordingSettings few = RecordingSettings.of(Map.of("jfr", false, "gc_log", false));
    assertTrue(flags(Attachment.SERVER, 25, few).getFirst().startsWith("-Xlog:jit"));
    assertEquals(
        List.of(), flags(Attachment.SERVER, 10, RecordingSettings.DEFAULT), "too old for all");
  }

  private static List<String> flags(Attachment target, int feature, RecordingSettings settings) {
    return KnownCollectors.jvmArguments(target, feature, settings);
  }

  @Test
  void whatCannotBeSwitchedStaysOn() {
    RecordingSettings settings = RecordingSettings.of(Map.of("tick_log", false, "scrape", false));
    assertTrue(settings.isOn("tick_log"));
    assertFalse(settings.isOn("scrape"));
    assertFalse(settings.isOn("unknown"));
    assertFalse(settings.isWhole());
  }

  @Test
  void oneThatIsOffByDefaultIsSwitchedOn() {
    Collector rare =
        new Collector() {
          @Override
          public String name() {
            return "rare";
          }

          @Override
          public String description() {
            return "Something that costs much.";
          }

          @Override
          public Set<Attachment> attachesTo() {
            return Set.of(Attachment.SERVER);
          }

          @Override
          public boolean isOnByDefault() {
            return false;
          }
        };
    assertFalse(RecordingSettings.DEFAULT.isOn(rare));
    assertTrue(RecordingSettings.of(Map.of("rare", true)).isOn(rare));
  }

  @Test
  void refusesTwoOfOneName() {
    LabException e =
        assertThrows(LabException.class, () -> KnownCollectors.with(List.of(new GcLog())));
    assertEquals("there is another collector named `gc_log`", e.problems().getFirst().what());
  }

  @Test
  void saysWhatAMachineOrAJdkLacks() {
    Jdk without = new Jdk(21, "21.0.2", "Maker", Path.of("/jdks/21"), false);
    Jdk old = new Jdk(8, "1.8.0", "Maker", Path.of("/jdks/8"), true);
    assertEquals("this JDK has no Flight Recorder", reason("jfr", without));
    assertEquals("it needs JDK 11, and this is JDK 8", reason("gc_log", old));
    assertEquals("/proc/self/schedstat cannot be read", reason("proc", without));
    assertEquals("", reason("gc_log", without));
  }

  private String reason(String name, Jdk jdk) {
    return KnownCollectors.named(name)
        .orElseThrow()
        .obstacle(folder, jdk)
        .map(Collector.Obstacle::reason)
        .orElse("");
  }
}
