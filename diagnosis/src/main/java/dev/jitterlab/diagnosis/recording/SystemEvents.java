package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.CpuReading;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.QueueReading;
import dev.jitterlab.diagnosis.timeline.ThrottledTime;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/** Readings of the process, the CPUs and the compilers' queues. */
final class SystemEvents implements EventGroup {
  /** The event of a thread that watches the process. */
  static final String WATCHING = "jitterlab.Process";

  private final TimelineBuilder timeline;
  private boolean saysWhenItStood;

  SystemEvents(TimelineBuilder timeline) {
    this.timeline = timeline;
  }

  @Override
  public void register(Map<String, Consumer<RecordedEvent>> readers) {
    readers.put(WATCHING, this::system);
    readers.put("jdk.ContainerCPUThrottling", this::throttling);
    readers.put("jdk.CPULoad", this::cpuLoad);
    readers.put("jdk.CompilerQueueUtilization", this::compilerQueue);
  }

  /** Whether readings so far say when the process stood still: then nobody asks who was silent. */
  boolean saysWhenItStood() {
    return saysWhenItStood;
  }

  private void system(RecordedEvent event) {
    long to = EventTime.endNs(event);
    ProcessReading reading =
        new ProcessReading(
            to - Math.max(0, number(event, "since")),
            to,
            Math.max(0, number(event, "overslept")),
            number(event, "runQueueDelay"),
            number(event, "steal"),
            number(event, "busy"),
            number(event, "cpu"),
            number(event, "cpus"),
            number(event, "majorFaults"),
            number(event, "throttled"));
    timeline.add(reading);
    saysWhenItStood |= reading.runQueueNs() >= 0;
  }

  /** Absent figures have the least value there is. */
  private static long number(RecordedEvent event, String field) {
    long value = event.hasField(field) ? event.getLong(field) : ProcessReading.NOT_READ;
    return value < 0 ? ProcessReading.NOT_READ : value;
  }

  private void throttling(RecordedEvent event) {
    timeline.add(
        new ThrottledTime(
            EventTime.startNs(event), event.getLong("cpuThrottledTime"), EventValues.name(event)));
  }

  private void cpuLoad(RecordedEvent event) {
    timeline.add(
        new CpuReading(
            EventTime.startNs(event),
            event.getFloat("jvmUser") + event.getFloat("jvmSystem"),
            event.getFloat("machineTotal"),
            EventValues.name(event)));
  }

  private void compilerQueue(RecordedEvent event) {
    timeline.add(
        new QueueReading(
            EventTime.startNs(event),
            EventValues.text(event, "compiler"),
            event.getLong("queueSize")));
  }
}
