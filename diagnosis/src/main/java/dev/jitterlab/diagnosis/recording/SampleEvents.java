package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** Samples of what threads run. */
final class SampleEvents implements EventGroup {
  private static final int DEEPEST = 64;
  private static final int MOST_STACKS = 50_000;

  private final TimelineBuilder timeline;
  private final EventThreads threads;

  /** Where there are samples by CPU time, those by wall clock would count the same time twice. */
  private final List<StackSample> cpuSamples = new ArrayList<>();

  private final List<StackSample> samples = new ArrayList<>();
  private final Map<List<String>, List<String>> stacks = new HashMap<>();

  /** What a stack has; the JDK's reader gives the same object for the same stack of a part. */
  private record ReadStack(List<String> frames, boolean interpreted) {}

  private final IdentityHashMap<RecordedStackTrace, ReadStack> readStacks = new IdentityHashMap<>();

  SampleEvents(TimelineBuilder timeline, EventThreads threads) {
    this.timeline = timeline;
    this.threads = threads;
  }

  @Override
  public void register(Map<String, Consumer<RecordedEvent>> readers) {
    readers.put("jdk.ExecutionSample", event -> sample(event, "sampledThread", samples));
    readers.put("jdk.CPUTimeSample", event -> sample(event, "eventThread", cpuSamples));
  }

  private void sample(RecordedEvent event, String threadField, List<StackSample> into) {
    RecordedThread thread = event.getThread(threadField);
    RecordedStackTrace stack = event.getStackTrace();
    if (thread == null || stack == null) {
      return;
    }
    ReadStack read = readStacks.get(stack);
    if (read == null) {
      if (readStacks.size() == MOST_STACKS) {
        readStacks.clear();
      }
      read = read(stack);
      readStacks.put(stack, read);
    }
    if (!read.frames().isEmpty()) {
      into.add(
          new StackSample(
              EventTime.startNs(event), threads.number(thread), read.frames(), read.interpreted()));
    }
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

  @Override
  public void finish() {
    (cpuSamples.isEmpty() ? samples : cpuSamples).forEach(timeline::add);
  }
}
