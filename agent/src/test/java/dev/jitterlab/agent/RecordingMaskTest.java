package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingMaskTest {
  private static final String LONG = "customer-database-of-a-bank-17";
  private static final String WIDE = "\u4f60\u597d-secretword\u00e9";
  private static final String THREAD = "secretthread-3";

  @TempDir Path folder;

  @Name("test.Named")
  @SuppressWarnings("UnusedVariable") // Flight Recorder reads it
  private static final class Named extends Event {
    private final String text;

    Named(String text) {
      this.text = text;
    }
  }

  private Path recording() throws IOException, InterruptedException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JVMInformation");
      recording.enable("jdk.InitialSystemProperty");
      recording.enable("jdk.ActiveSetting");
      recording.enable(Named.class);
      recording.start();
      Thread thread =
          new Thread(
              () -> {
                for (String text : List.of(LONG, LONG, WIDE, "ab", "/proc/self/x")) {
                  new Named(text).commit();
                }
              },
              THREAD);
      thread.start();
      thread.join();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static List<RecordedEvent> named(Path file) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("test.Named"))
        .collect(Collectors.toList());
  }

  private static boolean has(Path file, String text) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
  }

  @Test
  void namesAreGoneEverywhereAndEqualOnesStayEqual() throws Exception {
    Path file = recording();
    int events = RecordingFile.readAllEvents(file).size();
    assertTrue(has(file, "customer-database") && has(file, "secretthread"));
    long size = Files.size(file);

    new RecordingMask(BundleOptions.Redact.NAMES, 42).apply(file);

    assertEquals(size, Files.size(file));
    assertEquals(events, RecordingFile.readAllEvents(file).size());
    for (String word : List.of("customer", "database", "secretword", "secretthread")) {
      assertFalse(has(file, word), word);
    }
    List<RecordedEvent> after = named(file);
    List<String> texts = new ArrayList<>();
    after.forEach(event -> texts.add(event.getString("text")));
    assertEquals(texts.get(0), texts.get(1));
    assertTrue(texts.get(0).matches("[a-z]{8}-[a-z]{8}-[a-z]{2}-[a-z]-[a-z]{4}-17"), texts.get(0));
    assertEquals(WIDE.length(), texts.get(2).length());
    assertTrue(after.get(0).getThread().getJavaName().endsWith("-3"));
    assertEquals("test.Named", after.get(0).getEventType().getName());
    assertTrue(
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("jdk.ActiveSetting"))
            .anyMatch(event -> "enabled".equals(event.getString("name"))),
        "what the JVM says itself stays");
  }

  @Test
  void argumentsAreGoneAndNamesStay() throws Exception {
    Path file = recording();
    String home = System.getProperty("java.home");
    assertTrue(has(file, home));

    new RecordingMask(BundleOptions.Redact.ARGUMENTS, 42).apply(file);

    assertFalse(has(file, home));
    assertEquals(LONG, named(file).get(0).getString("text"));
    assertEquals(THREAD, named(file).get(0).getThread().getJavaName());
  }

  /** Fails on a JDK that adds such an event to what it records by default. */
  @Test
  void everyRecordedEventThatHasACommandLineIsOneWithArguments() throws Exception {
    Set<String> recorded =
        Configuration.getConfiguration("default").getSettings().keySet().stream()
            .map(setting -> setting.substring(0, setting.indexOf('#')))
            .collect(Collectors.toSet());
    List<String> unknown = new ArrayList<>();
    for (EventType event : FlightRecorder.getFlightRecorder().getEventTypes()) {
      for (ValueDescriptor field : event.getFields()) {
        String name = field.getName().toLowerCase(Locale.ROOT);
        if (recorded.contains(event.getName())
            && !RecordingMask.WITH_ARGUMENTS.contains(event.getName())
            && (name.startsWith("command")
                || name.startsWith("options")
                || name.endsWith("arguments"))) {
          unknown.add(event.getName() + "." + field.getName());
        }
      }
    }
    assertTrue(recorded.contains("jdk.JVMInformation"), recorded.toString());
    assertEquals(List.of(), unknown);
  }

  @Test
  void anotherJvmMakesOtherWords() throws Exception {
    Path file = recording();
    Path other = Files.copy(file, folder.resolve("other.jfr"));
    new RecordingMask(BundleOptions.Redact.NAMES, 1).apply(file);
    new RecordingMask(BundleOptions.Redact.NAMES, 2).apply(other);
    assertNotEquals(named(file).get(0).getString("text"), named(other).get(0).getString("text"));
  }

  @Test
  void damagedRecordingsAreAnErrorAndNothingElse() throws Exception {
    Path file = recording();
    byte[] bytes = Files.readAllBytes(file);
    RecordingMask mask = new RecordingMask(BundleOptions.Redact.NAMES, 1);
    for (int cut : new int[] {3, 67, bytes.length / 2, bytes.length - 1}) {
      Files.write(file, java.util.Arrays.copyOf(bytes, cut));
      assertThrows(IOException.class, () -> mask.apply(file), "cut at " + cut);
    }
  }
}
