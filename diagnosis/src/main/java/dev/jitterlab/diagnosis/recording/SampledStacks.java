package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.StackSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** The stacks of samples, each kept once. Not thread-safe. */
final class SampledStacks {
  private static final int DEEPEST = 64;
  private static final int MOST_STACKS = 50_000;

  private final Map<List<String>, List<String>> stacks = new HashMap<>();

  /** What a stack has; the JDK's reader gives the same object for the same stack of a part. */
  private record ReadStack(List<String> frames, boolean interpreted) {}

  private final IdentityHashMap<RecordedStackTrace, ReadStack> readStacks = new IdentityHashMap<>();

  /** What a sampled thread ran; empty if the event does not say. */
  Optional<StackSample> sample(RecordedEvent event, long thread) {
    RecordedStackTrace stack = event.getStackTrace();
    if (stack == null) {
      return Optional.empty();
    }
    ReadStack read = readStacks.get(stack);
    if (read == null) {
      if (readStacks.size() == MOST_STACKS) {
        readStacks.clear();
      }
      read = read(stack);
      readStacks.put(stack, read);
    }
    return read.frames().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StackSample(EventTime.startNs(event), thread, read.frames(), read.interpreted()));
  }

  private ReadStack read(RecordedStackTrace stack) {
    List<String> frames = new ArrayList<>();
    for (RecordedFrame frame : stack.getFrames()) {
      if (frames.size() < DEEPEST && frame.isJavaFrame()) {
        frames.add(EventValues.method(frame.getMethod()));
      }
    }
    return new ReadStack(
        stacks.computeIfAbsent(List.copyOf(frames), same -> same),
        !stack.getFrames().isEmpty()
            && "Interpreted".equals(stack.getFrames().getFirst().getType()));
  }
}
