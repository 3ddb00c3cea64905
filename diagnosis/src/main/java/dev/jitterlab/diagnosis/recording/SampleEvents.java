package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Samples of what threads run. */
final class SampleEvents implements EventGroup {
  private final TimelineBuilder timeline;
  private final EventThreads threads;

  /** Where there are samples by CPU time, those by wall clock would count the same time twice. */
  private final List<StackSample> cpuSamples = new ArrayList<>();

  private final List<StackSample> samples = new ArrayList<>();
  private final SampledStacks stacks = new SampledStacks();

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
    if (thread != null) {
      stacks.sample(event, threads.number(thread)).ifPresent(into::add);
    }
  }

  @Override
  public void finish() {
    (cpuSamples.isEmpty() ? samples : cpuSamples).forEach(timeline::add);
  }
}
