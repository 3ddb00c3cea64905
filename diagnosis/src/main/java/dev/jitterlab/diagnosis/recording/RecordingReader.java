package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.rule.RuleEvents;
import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.diagnosis.timeline.Beside;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Adds what a flight recording says to a timeline. It reads the file once and keeps only what the
 * diagnosis needs, so its memory grows with the ticks, waits and samples, not with the file. Which
 * events it reads and what they say is in the {@link EventGroup}s. What cannot be read becomes a
 * problem of the timeline; what came before it is kept. Not thread-safe.
 */
public final class RecordingReader {
  private static final byte[] MAGIC = {'F', 'L', 'R', 0};

  private final TimelineBuilder timeline;
  private final EventThreads threads;
  private final EventPlaces places = new EventPlaces();
  private final TickClock ticks;
  private final SettingEvents settings;
  private final SystemEvents system;
  private final OtherWriters others;
  private final List<EventGroup> groups;
  private final Map<String, Consumer<RecordedEvent>> readers = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final RuleEvents rules;
  private final Map<String, List<UserRule>> rulesByEvent = new HashMap<>();

  private RecordingReader(TimelineBuilder timeline, RuleEvents rules) {
    this.timeline = timeline;
    this.rules = rules;
    ticks = new TickClock();
    threads = new EventThreads(timeline);
    settings = new SettingEvents(timeline);
    system = new SystemEvents(timeline);
    others = new OtherWriters(timeline);
    groups =
        List.of(
            new WorkEvents(timeline, threads, ticks),
            new SampleEvents(timeline, threads),
            new StopEvents(timeline),
            new WaitEvents(timeline, threads, places),
            new CodeEvents(timeline, threads),
            system,
            settings);
    groups.forEach(group -> group.register(readers));
    for (UserRule rule : rules.rules()) {
      for (String event : rule.events()) {
        rulesByEvent.computeIfAbsent(event, _ -> new ArrayList<>()).add(rule);
      }
    }
  }

  /**
   * Reads a recording.
   *
   * @return when the JVM started, in nanoseconds since the epoch; empty if it does not say
   * @throws JoinedRecordingException if it has events of several JVMs; the timeline is of no use
   *     then
   */
  public static OptionalLong read(Path file, TimelineBuilder timeline) {
    return read(file, timeline, new RuleEvents(List.of()));
  }

  /**
   * The same.
   *
   * @param rules gets the events of users' rules
   */
  public static OptionalLong read(Path file, TimelineBuilder timeline, RuleEvents rules) {
    Optional<RecordingReader> direct = rules.rules().isEmpty() ? directly(file) : Optional.empty();
    if (direct.isPresent()) {
      OptionalLong start = direct.get().finish(String.valueOf(file.getFileName()));
      timeline.addAll(direct.get().timeline);
      return start;
    }
    return readByJdk(file, timeline, rules);
  }

  /** The same by the JDK's reader alone, which every event goes through. */
  static OptionalLong readByJdk(Path file, TimelineBuilder timeline, RuleEvents rules) {
    RecordingReader reader = new RecordingReader(timeline, rules);
    String name = String.valueOf(file.getFileName());
    try {
      if (!isRecording(file)) {
        rules.damaged();
        timeline.missing(
            name
                + " is no flight recording"
                + (Files.size(file) == 0 ? ": it is empty" : "")
                + ". Give a file that -XX:StartFlightRecording or jcmd JFR.dump wrote.");
        return OptionalLong.empty();
      }
      reader.readable(file, name);
    } catch (IOException e) {
      timeline.missing(name + " cannot be read: " + e.getMessage() + ".");
    }
    return reader.finish(name);
  }

  /**
   * Reads events that somebody else has taken from a recording.
   *
   * @param types the event types of the JVM, which its settings name by number
   * @return when the JVM started, as {@link #read(Path, TimelineBuilder)} says
   */
  public static OptionalLong read(
      Collection<EventType> types, Iterable<RecordedEvent> events, TimelineBuilder timeline) {
    RecordingReader reader = new RecordingReader(timeline, new RuleEvents(List.of()));
    reader.settings.types(types);
    events.forEach(reader::event);
    return reader.finish("The recording");
  }

  /** The names of the events that it reads. */
  public static Set<String> eventNames() {
    return Set.copyOf(
        new RecordingReader(new TimelineBuilder(), new RuleEvents(List.of())).readers.keySet());
  }

  /**
   * Reads the ticks directly, and beside it, of the other events, those that somebody looks at by
   * the JDK's reader, into a timeline of its own. Empty if the file is not as HotSpot writes it, or
   * if the two readers do not agree: then the JDK's reader must say what can be read.
   */
  @SuppressWarnings("PMD.AvoidCatchingThrowable")
  static Optional<RecordingReader> directly(Path file) {
    try {
      RecordingReader reader =
          new RecordingReader(new TimelineBuilder(), new RuleEvents(List.of()));
      return reader.isReadDirectly(file) ? Optional.of(reader) : Optional.empty();
    } catch (JoinedRecordingException e) {
      throw e;
    } catch (IOException | RuntimeException | VirtualMachineError _) {
      return Optional.empty();
    }
  }

  private boolean isReadDirectly(Path file) throws IOException {
    String tick = TimedWork.Kind.TICK.event();
    Set<String> selected = new HashSet<>(readers.keySet());
    selected.remove(tick);
    ChunkWalk.check(file);
    timeline.recordedFrom(RecordingChunks.startNs(file));
    boolean mayWatch;
    try (RecordingFile recording = new RecordingFile(file)) {
      List<EventType> types = recording.readEventTypes();
      settings.types(types);
      mayWatch = types.stream().anyMatch(type -> type.getName().equals(SystemEvents.WATCHING));
    }
    ActivityScan activity = new ActivityScan(timeline);
    TickScan scan = new TickScan(ticks, selected, mayWatch ? null : activity);
    Beside<Map<String, Long>> scanning =
        Beside.start(
            "tick-scan",
            () -> {
              Map<String, Long> found = ChunkWalk.over(file, scan);
              ticks.align();
              return found;
            });
    long read;
    try {
      read = selected(file, selected);
      if (mayWatch && !system.saysWhenItStood()) {
        var unused = ChunkWalk.over(file, activity);
      }
    } finally {
      scanning.await();
    }
    Map<String, Long> counts = scanning.result();
    if (!scan.isEachPartShown()) {
      return false;
    }
    scan.threads().forEach((id, name) -> timeline.threads().putIfAbsent(id, name));
    scan.systemThreads().forEach((system, id) -> timeline.systemThreads().putIfAbsent(system, id));
    long expected = 0;
    for (Map.Entry<String, Long> one : counts.entrySet()) {
      if (selected.contains(one.getKey())) {
        expected += one.getValue();
      } else if (one.getKey().equals(tick)) {
        seen.add(tick);
      } else {
        others.notRead(one.getKey());
      }
    }
    return read == expected;
  }

  /** Reads the events of these names by the JDK's reader; returns how many there were. */
  private long selected(Path file, Set<String> names) throws IOException {
    long[] count = {0};
    RuntimeException[] wrong = {null};
    try (EventStream stream = EventStream.openFile(file)) {
      stream.setOrdered(false);
      for (String name : names) {
        Consumer<RecordedEvent> reader = readers.get(name);
        stream.onEvent(
            name,
            event -> {
              count[0]++;
              seen.add(name);
              settings.count(name, event);
              others.read(event, reader);
            });
      }
      stream.onError(
          e ->
              wrong[0] =
                  e instanceof RuntimeException known ? known : new IllegalStateException(e));
      stream.start();
    }
    if (wrong[0] != null) {
      throw wrong[0];
    }
    return count[0];
  }

  private static boolean isRecording(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
    }
  }

  /** Reads the parts up to one that has no size. */
  private void readable(Path file, String name) throws IOException {
    RecordingChunks chunks = RecordingChunks.of(file);
    if (chunks.wholeBytes() > 0) {
      timeline.recordedFrom(RecordingChunks.startNs(file));
    }
    if (chunks.isWhole()) {
      events(file, name);
      return;
    }
    rules.damaged();
    timeline.missing(
        name
            + " has a part that was never finished, or is damaged, "
            + chunks.wholeBytes()
            + " bytes behind its start. The result covers what is before it.");
    if (chunks.wholeBytes() > 0) {
      Path copy = chunks.copy(file);
      try {
        events(copy, name);
      } finally {
        Files.delete(copy);
      }
    }
  }

  /**
   * A damaged file may claim anything: also a table that no memory holds, or types without a name.
   */
  @SuppressWarnings("PMD.AvoidCatchingThrowable")
  private void events(Path file, String name) {
    long read = 0;
    try (RecordingFile recording = new RecordingFile(file)) {
      settings.types(recording.readEventTypes());
      while (recording.hasMoreEvents()) {
        event(recording.readEvent());
        read++;
      }
    } catch (JoinedRecordingException e) {
      throw e;
    } catch (OutOfMemoryError e) {
      rules.damaged();
      timeline.missing(
          name
              + " has too many events for the memory of "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB that Jitterlab may use, or is damaged behind "
              + read
              + " events. Set JITTERLAB_HEAP_MIB to more. The result covers these events only.");
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      rules.damaged();
      timeline.missing(
          name
              + " is damaged or cut off behind "
              + read
              + " events ("
              + e.getClass().getSimpleName()
              + (e.getMessage() == null ? "" : ": " + firstLine(e.getMessage()))
              + "). The result covers these events only.");
    }
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private void event(RecordedEvent event) {
    String name = event.getEventType().getName();
    Consumer<RecordedEvent> reader = readers.get(name);
    if (reader != null || rulesByEvent.containsKey(name)) {
      settings.count(name, event);
    }
    if (reader != null) {
      seen.add(name);
      others.read(event, reader);
    } else {
      others.notRead(name);
    }
    if (!rulesByEvent.isEmpty()) {
      rules(event, name);
    }
    if (!system.saysWhenItStood()) {
      RecordedThread by = event.getThread();
      if (by != null) {
        timeline.active(by.getId(), EventTime.startNs(event));
        timeline.active(by.getId(), EventTime.endNs(event));
      }
    }
  }

  private void rules(RecordedEvent event, String name) {
    rules.time(EventTime.endNs(event));
    List<UserRule> looking = rulesByEvent.get(name);
    if (looking != null) {
      seen.add(name);
      String at = places.of(event.getStackTrace());
      for (UserRule rule : looking) {
        RuleFields.add(event, rule, threads.number(event.getThread()), at, rules);
      }
    }
  }

  private OptionalLong finish(String name) {
    groups.forEach(EventGroup::finish);
    settings.finish(name, seen);
    others.finish(name, seen);
    settings.jvmStartNs().ifPresent(timeline::jvmStarted);
    return settings.jvmStartNs();
  }
}
