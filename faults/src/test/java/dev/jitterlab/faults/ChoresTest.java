package dev.jitterlab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real JVM whose server knows nothing of the agent. */
class ChoresTest {
  private static final long EACH_MS = 60;
  private static final long APART_MS = 250;

  @TempDir Path folder;

  @Test
  void whatThePlanSaysHappensToTheServerAndIsWrittenDown() throws Exception {
    List<String> kinds =
        List.of(
            "system-gc",
            "humongous",
            "lock",
            "sleep",
            "io",
            "deoptimisation-storm",
            "compile-storm",
            "slow-safepoint",
            "allocation-storm",
            "gc-stall");
    Path recording = run("Ticker#tick", kinds);

    List<String[]> done =
        Files.readAllLines(folder.resolve("plans/done.csv")).stream()
            .map(line -> line.split(",", -1))
            .collect(Collectors.toList());
    assertEquals(kinds, done.stream().map(cells -> cells[0]).collect(Collectors.toList()));
    long lastNs = 0;
    for (String[] cells : done) {
      long fromNs = Long.parseLong(cells[1]);
      long toNs = Long.parseLong(cells[2]);
      assertTrue(lastNs <= fromNs && fromNs < toNs, "nothing overlaps");
      lastNs = toNs;
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
    assertTrue(has(events, "jdk.SystemGC", "background-1"));
    assertTrue(has(events, "jdk.JavaMonitorEnter", "ticks"), "it waited for the lock");
    assertTrue(
        events.stream().filter(ChoresTest::isOfModes).count() >= 2,
        "its own code was thrown away, compiled again, and thrown away again");
    assertTrue(has(events, "jdk.FileForce", "ticks") || has(events, "jdk.FileWrite", "ticks"));
    for (RecordedEvent event : events) {
      if (event.getThread() != null && event.getThread().getJavaName() != null) {
        assertFalse(
            event.getThread().getJavaName().toLowerCase(java.util.Locale.ROOT).contains("fault"));
      }
    }
  }

  @Test
  void withoutMethodsItLeavesTheServersClassesAlone() throws Exception {
    Path recording = run("", List.of("system-gc", "lock", "deoptimisation-storm", "sleep"));

    List<String> done = Files.readAllLines(folder.resolve("plans/done.csv"));
    assertEquals(1, done.size(), "what no call did is not said to be done");
    assertTrue(done.get(0).startsWith("system-gc,"));
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      if (event.getStackTrace() != null && "ticks".equals(thread(event))) {
        event
            .getStackTrace()
            .getFrames()
            .forEach(
                frame -> {
                  RecordedMethod method = frame.getMethod();
                  assertFalse(method.getType().getName().endsWith(".Entry"), method::toString);
                });
      }
    }
  }

  @Test
  void whatFailsInACallHarmsNeitherTheServerNorWhatFollows() throws Exception {
    Files.createDirectories(folder.resolve("plans/journal")); // so that it is no file to write to
    perform("Ticker#tick", List.of("io", "system-gc"));

    assertEquals(
        List.of("system-gc"),
        Files.readAllLines(folder.resolve("plans/done.csv")).stream()
            .map(line -> line.split(",", -1)[0])
            .collect(Collectors.toList()));
    assertTrue(text(folder.resolve("out")).contains("background:"), text(folder.resolve("out")));
  }

  @Test
  void refusesWhatIsNoMethodOrNoKind() {
    assertThrows(IllegalArgumentException.class, () -> new EntryWeaver("Ticker"));
    assertThrows(IllegalArgumentException.class, () -> ChoreKind.of("rain"));
    for (ChoreKind kind : ChoreKind.values()) {
      assertEquals(kind, ChoreKind.of(kind.word()));
    }
  }

  private static boolean isOfModes(RecordedEvent event) {
    return event.getEventType().getName().equals("jdk.Deoptimization")
        && "ticks".equals(thread(event))
        && ((RecordedMethod) event.getValue("method")).getType().getName().endsWith(".Modes");
  }

  private static String thread(RecordedEvent event) {
    return event.getThread() == null ? null : event.getThread().getJavaName();
  }

  private static boolean has(List<RecordedEvent> events, String name, String thread) {
    return events.stream()
        .anyMatch(
            event -> event.getEventType().getName().equals(name) && thread.equals(thread(event)));
  }

  private Path run(String method, List<String> kinds) throws Exception {
    Path recording = perform(method, kinds);
    assertFalse(text(folder.resolve("out")).contains("background:"), text(folder.resolve("out")));
    return recording;
  }

  /** Things may fail in it. */
  private Path perform(String method, List<String> kinds) throws Exception {
    Path source = folder.resolve("Ticker.java");
    try (InputStream in = getClass().getResourceAsStream("ticker.java.txt")) {
      Files.copy(in, source);
    }
    Path plans = Files.createDirectories(folder.resolve("plans"));
    long lastsMs = APART_MS * (kinds.size() + 2) + 500 + (method.isEmpty() ? 2_500 : 0);
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-XX:StartFlightRecording=filename=recording.jfr,dumponexit=true,"
                        + "jdk.JavaMonitorEnter#threshold=1ms,jdk.FileForce#threshold=1us",
                    "-javaagent:"
                        + jar()
                        + "=plans"
                        + (method.isEmpty() ? "" : ",method=" + method),
                    "-cp",
                    System.getProperty("java.class.path"),
                    source.toString(),
                    Long.toString(lastsMs)))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    while (process.isAlive() && !Files.exists(folder.resolve("began"))) {
      Thread.sleep(10);
    }
    List<String> lines = new ArrayList<>();
    long atMs = System.currentTimeMillis() + 2 * APART_MS;
    for (String kind : kinds) {
      lines.add(atMs + "," + kind + "," + EACH_MS);
      atMs += APART_MS;
    }
    Path whole = Files.write(folder.resolve("plan"), lines);
    Files.move(whole, plans.resolve("plan.csv"));
    assertEquals(0, process.waitFor(), () -> text(folder.resolve("out")));
    return folder.resolve("recording.jfr");
  }

  /** Only a manifest: the classes are on the class path. */
  private Path jar() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), Chores.class.getName());
    manifest.getMainAttributes().put(new Attributes.Name("Can-Retransform-Classes"), "true");
    Path jar = folder.resolve("chores.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
