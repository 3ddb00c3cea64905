package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.GcFamily;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** How the recording's events were switched, and when its JVM started. */
final class SettingEvents implements EventGroup {
  private static final String THROTTLE = "throttle";

  private final TimelineBuilder timeline;
  private final Map<Long, String> eventNames = new HashMap<>();
  private final Map<String, Map<String, String>> settings = new HashMap<>();

  /** The events that can be limited to a rate, and how often they came. */
  private final Set<String> limitable = new HashSet<>();

  private final EventRates rates = new EventRates();
  private boolean known;
  private OptionalLong jvmStartNs = OptionalLong.empty();
  private String jvmPid = "";

  SettingEvents(TimelineBuilder timeline) {
    this.timeline = timeline;
  }

  @Override
  public void register(Map<String, Consumer<RecordedEvent>> readers) {
    readers.put("jdk.ActiveSetting", this::setting);
    readers.put("jdk.JVMInformation", this::jvm);
    readers.put("jdk.InitialSystemProperty", this::property);
  }

  /** Every part of a recording has one. Processes of two containers may have the same number. */
  private void jvm(RecordedEvent event) {
    long startNs = EventTime.nanos(event.getInstant("jvmStartTime"));
    String pid = EventValues.text(event, "pid");
    if (jvmStartNs.isPresent() && !(jvmStartNs.getAsLong() == startNs && jvmPid.equals(pid))) {
      throw new JoinedRecordingException();
    }
    jvmStartNs = OptionalLong.of(startNs);
    jvmPid = pid;
    if (pid.matches("\\d{1,18}")) { // other writers may say anything
      timeline.process(Long.parseLong(pid));
    }
    timeline.collector(GcFamily.ofArguments(EventValues.text(event, "jvmArguments")));
  }

  /** Every part of a recording has all of them. */
  private void property(RecordedEvent event) {
    if ("java.class.path".equals(event.getString("key"))) {
      timeline.classPath(EventValues.text(event, "value"));
    }
  }

  /** Settings name the events by the numbers of their types. */
  void types(Collection<EventType> types) {
    for (EventType type : types) {
      eventNames.put(type.getId(), type.getName());
      if (type.getSettingDescriptors().stream().anyMatch(one -> one.getName().equals(THROTTLE))) {
        limitable.add(type.getName());
      }
    }
  }

  /** Counts an event that somebody looks at, if it can be limited to a rate. */
  void count(String name, RecordedEvent event) {
    if (limitable.contains(name)) {
      rates.add(name, EventTime.endNs(event)); // the JDK decides at the end
    }
  }

  /** In nanoseconds since the epoch; empty if the recording does not say. */
  OptionalLong jvmStartNs() {
    return jvmStartNs;
  }

  private void setting(RecordedEvent event) {
    known = true;
    String of = eventNames.get(event.getLong("id"));
    String name = event.getString("name");
    String value = event.getString("value");
    if (of != null && name != null && value != null) {
      settings.computeIfAbsent(of, _ -> new HashMap<>()).put(name, value);
    }
  }

  /**
   * Adds the settings.
   *
   * @param recording its name, for messages
   * @param seen the events that occurred
   */
  void finish(String recording, Set<String> seen) {
    if (known) {
      settings.forEach((event, values) -> timeline.setting(event, setting(event, values)));
    } else if (!seen.isEmpty()) {
      timeline.problem(
          recording
              + " does not say which events were enabled. Those that occur in it are taken to be"
              + " recorded wholly; enable jdk.ActiveSetting.");
      seen.forEach(event -> timeline.setting(event, new EventSetting(true, 0, 0)));
    }
  }

  /**
   * Every event has a threshold; ticks that are on time have one more, and the longer one counts.
   * With an infinite threshold or period, or a rate of 0, Flight Recorder records none.
   */
  private EventSetting setting(String event, Map<String, String> values) {
    String throttle = values.getOrDefault(THROTTLE, "");
    long thresholdNs = SettingText.nanos(values.getOrDefault("threshold", ""));
    long periodNs = SettingText.nanos(values.getOrDefault("period", throttle));
    OptionalLong rate = SettingText.perSecond(throttle);
    boolean never =
        thresholdNs == EventSetting.INFINITE
            || periodNs == EventSetting.INFINITE
            || rate.equals(OptionalLong.of(0));
    boolean isLimited = rate.isPresent() && !never && rates.isReached(event, rate.getAsLong());
    return new EventSetting(
        "true".equals(values.get("enabled")) && !never,
        Math.max(thresholdNs, SettingText.nanos(values.getOrDefault("onTime", ""))),
        periodNs == EventSetting.INFINITE ? 0 : periodNs,
        isLimited ? rate.getAsLong() : 0);
  }
}
