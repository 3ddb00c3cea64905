package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Puts the samples of async-profiler in place of the JVM's. Its recording lies beside the JVM's, is
 * in the same format, and has the same clock. It names threads by the operating system's numbers,
 * so the JVM's recording has to be read first. Stateless.
 */
public final class ProfilerSamples {
  private static final String SAMPLE = "jdk.ExecutionSample";

  private ProfilerSamples() {}

  /**
   * Reads them; what cannot be read becomes a problem of the timeline. Without any sample of a
   * thread that the JVM's recording has, the JVM's samples stay.
   */
  @SuppressWarnings("PMD.AvoidCatchingThrowable")
  public static void read(Path file, TimelineBuilder timeline) {
    List<StackSample> samples = new ArrayList<>();
    SampledStacks stacks = new SampledStacks();
    Map<Long, Long> threads = timeline.systemThreads();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (EventValues.name(event).equals(SAMPLE)) {
          RecordedThread sampled = event.getThread("sampledThread");
          Long thread = sampled == null ? null : threads.get(sampled.getOSThreadId());
          if (thread != null) {
            stacks.sample(event, thread).ifPresent(samples::add);
          }
        }
      }
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      timeline.problem(
          "%s cannot be read to its end (%s). %s"
              .formatted(
                  file.getFileName(),
                  e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage(),
                  samples.isEmpty()
                      ? "The samples are the JVM's."
                      : "There are no samples of the time after that."));
    }
    if (!samples.isEmpty()) {
      timeline.replaceSamples(samples);
    }
  }
}
