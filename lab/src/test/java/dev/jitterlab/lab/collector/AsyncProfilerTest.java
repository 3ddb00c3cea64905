package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.recording.ProfilerSamples;
import dev.jitterlab.diagnosis.recording.RecordingReader;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import dev.jitterlab.lab.TestedJdks;
import dev.jitterlab.lab.collector.ProfiledCpu.Part;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A real profiler in real JVMs: its samples are on the recording's clock, and of its threads. */
class AsyncProfilerTest {
  private static final RecordingSettings ON = RecordingSettings.of(Map.of("async_profiler", true));

  /** Uses so much CPU time in a thread of its own, between the ends of an event. */
  private static final String WORKER =
      """
      import java.lang.management.ManagementFactory;

      public class Worker {
        @jdk.jfr.Name("test.Work")
        public static class Work extends jdk.jfr.Event {}

        static volatile double sink;

        public static void main(String[] args) throws Exception {
          // else the worker does it, before its event begins
          jdk.jfr.FlightRecorder.register(Work.class);
          Thread worker = new Thread(Worker::work, "worker");
          worker.start();
          worker.join();
        }

        static void work() {
          Work work = new Work();
          work.begin();
          while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < 500_000_000L) {
            for (int i = 0; i < 100_000; i++) {
              sink += Math.sqrt(i);
            }
          }
          work.commit();
        }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void provide() throws IOException {
    for (var file : KnownCollectors.providedFiles(Attachment.SERVER, ON).entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
    Path source = Files.writeString(folder.resolve("Worker.java"), WORKER);
    String[] arguments = {"--release", "11", "-proc:none", "-d", folder.toString(), "" + source};
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments), WORKER);
  }

  static IntStream jdks() {
    return TestedJdks.features();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void samplesAThreadOnTheRecordingsClock(int feature) throws Exception {
    record(TestedJdks.ofFeature(feature));
    RecordedEvent work =
        events("recording.jfr", event -> event.getEventType().getName().equals("test.Work")).get(0);
    Duration twoPeriods = Duration.ofMillis(20);
    Instant from = work.getStartTime().minus(twoPeriods);
    Instant to = work.getEndTime().plus(twoPeriods);
    List<RecordedEvent> sampled = events("profile.jfr", AsyncProfilerTest::isOfTheWorker);
    long during =
        sampled.stream()
            .filter(event -> event.getStartTime().isAfter(from))
            .filter(event -> event.getStartTime().isBefore(to))
            .count();

    assertTrue(sampled.size() >= 25, sampled.size() + " of 50 samples");
    assertEquals(sampled.size(), during, from + " to " + to + ": " + sampled.get(0));

    TimelineBuilder timeline = new TimelineBuilder();
    var unused = RecordingReader.read(folder.resolve("recording.jfr"), timeline);
    ProfilerSamples.read(folder.resolve("profile.jfr"), timeline);
    long worker =
        timeline.threads().entrySet().stream()
            .filter(thread -> thread.getValue().equals("worker"))
            .findFirst()
            .orElseThrow()
            .getKey();
    List<StackSample> taken = timeline.build().samples(worker);
    assertEquals(sampled.size(), taken.size());
    assertTrue(
        taken.stream().anyMatch(sample -> sample.frames().contains("Worker::work")),
        taken::toString);
    assertTrue(new AsyncProfiler().loss(folder, new Window(0, 1)).isEmpty());

    Map<Part, Double> parts = ProfiledCpu.shares(folder, MeasuredWindows.of(0, 1e12));
    assertEquals(1, parts.values().stream().mapToDouble(share -> share).sum(), 1e-9);
    for (Part part : List.of(Part.COMPILED, Part.INTERPRETED, Part.JVM)) {
      assertTrue(parts.get(part) > 0, () -> part + " of " + parts);
    }
    assertTrue(parts.get(Part.UNKNOWN) < 0.2, parts::toString);
  }

  @Test
  void aRecordingThatIsNoneLeavesTheSamplesOfTheJvm() throws Exception {
    Files.writeString(folder.resolve("profile.jfr"), "no recording");
    TimelineBuilder timeline = new TimelineBuilder();
    timeline.add(new StackSample(1, 7, List.of("Worker::work"), false));

    ProfilerSamples.read(folder.resolve("profile.jfr"), timeline);

    assertEquals(1, timeline.build().samples(7).size());
  }

  @Test
  void isLostWithAServerThatWasKilled() {
    assertEquals(
        "is missing or empty", new AsyncProfiler().loss(folder, new Window(0, 1)).orElseThrow());
    assertFalse(RecordingSettings.DEFAULT.isOn("async_profiler"));
  }

  private static boolean isOfTheWorker(RecordedEvent event) {
    return event.getEventType().getName().equals("jdk.ExecutionSample")
        && "worker".equals(event.getThread("sampledThread").getJavaName());
  }

  private List<RecordedEvent> events(String file, Predicate<RecordedEvent> wanted)
      throws IOException {
    return RecordingFile.readAllEvents(folder.resolve(file)).stream().filter(wanted).toList();
  }

  private void record(Jdk jdk) throws IOException, InterruptedException {
    String printed = RecordedJvm.run(folder, jdk, ON, List.of("Worker"));
    assertFalse(printed.contains("Profil"), "it says nothing where a server has its first line");
  }
}
