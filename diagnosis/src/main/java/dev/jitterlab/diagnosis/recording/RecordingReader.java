package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.log.LogSafepoint;
import dev.jitterlab.diagnosis.rule.RuleEvents;
import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.CpuReading;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.QueueReading;
import dev.jitterlab.diagnosis.timeline.RefusedInlining;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.ThrottledTime;
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
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Adds what a flight recording says to a timeline. It reads the file once and keeps only what the
 * diagnosis needs, so its memory grows with the ticks, waits and samples, not with the file. What
 * cannot be read becomes a problem of the timeline; what came before it is kept. Not thread-safe.
 */
public final class RecordingReader {
  private static final byte[] MAGIC = {'F', 'L', 'R', 0};
  private static final String TICK = "jitterlab.Tick";
  private static final String REQUEST = "jitterlab.Request";
  private static final String PROCESS = "jitterlab.Process";
  private static final String SETTING = "jdk.ActiveSetting";
  private static final String CPU_SAMPLE = "jdk.CPUTimeSample";
  private static final int DEEPEST = 64;

  /** What a wait for a file says of itself if a logger waited, or the file is called a log. */
  private static final String BY_A_LOG = ", a log";

  private static final List<String> LOGGERS =
      List.of(
          "java.util.logging.",
          "org.apache.logging.",
          "org.apache.log4j.",
          "ch.qos.logback.",
          "org.tinylog.",
          "org.jboss.logmanager.");

  private final TimelineBuilder timeline;
  private final Map<String, Consumer<RecordedEvent>> readers = new HashMap<>();
  private final Map<Long, String> eventNames = new HashMap<>();
  private final Map<String, Map<String, String>> settings = new HashMap<>();
  private final Set<String> seen = new HashSet<>();

  /** Where there are samples by CPU time, those by wall clock would count the same time twice. */
  private final List<StackSample> cpuSamples = new ArrayList<>();

  private final List<StackSample> samples = new ArrayList<>();
  private final List<RawTick> ticks = new ArrayList<>();
  private final Map<Long, RawTick.Spans> spans = new HashMap<>();

  /** Each name once: a recording has a new text for every tick. */
  private final Map<String, String> tasks = new HashMap<>();

  /** Readings of the system say when the process stood still: nobody asks what was silent then. */
  private boolean silenceIsAsked = true;

  private final Map<Integer, List<Stretch>> pauses = new HashMap<>();
  private final Map<Integer, GarbageCollection> collections = new HashMap<>();
  private final Set<Integer> failedCollections = new HashSet<>();
  private final Map<Integer, String> g1Types = new HashMap<>();
  private final Map<List<String>, List<String>> stacks = new HashMap<>();

  /** What a stack has; the JDK's reader gives the same object for the same stack of a part. */
  private record ReadStack(List<String> frames, boolean interpreted) {}

  private static final int MOST_STACKS = 50_000;
  private final IdentityHashMap<RecordedStackTrace, ReadStack> readStacks = new IdentityHashMap<>();
  private final IdentityHashMap<RecordedStackTrace, String> places = new IdentityHashMap<>();
  private final RuleEvents rules;
  private final Map<String, List<UserRule>> rulesByEvent = new HashMap<>();
  private OptionalLong jvmStartNs = OptionalLong.empty();
  private long requests;

  private RecordingReader(TimelineBuilder timeline, RuleEvents rules) {
    this.timeline = timeline;
    this.rules = rules;
    for (UserRule rule : rules.rules()) {
      for (String event : rule.events()) {
        rulesByEvent.computeIfAbsent(event, _ -> new ArrayList<>()).add(rule);
      }
    }
    readers.put(TICK, this::tick);
    readers.put(REQUEST, this::request);
    readers.put(PROCESS, this::system);
    readers.put(SETTING, this::setting);
    readers.put("jdk.JVMInformation", this::jvm);
    readers.put("jdk.GarbageCollection", this::collection);
    readers.put(
        "jdk.G1GarbageCollection", event -> g1Types.put(event.getInt("gcId"), text(event, "type")));
    readers.put("jdk.EvacuationFailed", event -> failedCollections.add(event.getInt("gcId")));
    readers.put("jdk.GCPhasePause", this::pause);
    readers.put("jdk.SafepointBegin", this::safepoint);
    readers.put("jdk.ExecuteVMOperation", this::operation);
    readers.put("jdk.ZAllocationStall", event -> wait(event, Cause.GC_STALL, "allocation stall"));
    readers.put("jdk.JavaMonitorEnter", this::monitor);
    readers.put("jdk.ThreadPark", this::park);
    readers.put("jdk.JavaMonitorWait", event -> wait(event, Cause.PARK, "Object.wait"));
    readers.put("jdk.ThreadSleep", event -> wait(event, Cause.SLEEP, "Thread.sleep"));
    readers.put("jdk.VirtualThreadPinned", this::pinned);
    for (String event : List.of("jdk.FileRead", "jdk.FileWrite", "jdk.FileForce")) {
      readers.put(event, this::file);
    }
    for (String event : List.of("jdk.SocketRead", "jdk.SocketWrite")) {
      readers.put(event, one -> wait(one, Cause.IO, text(one, "host") + ":" + text(one, "port")));
    }
    readers.put("jdk.Compilation", this::compilation);
    readers.put("jdk.CompilerInlining", this::inlining);
    readers.put("jdk.Deoptimization", this::deoptimisation);
    readers.put("jdk.ExecutionSample", event -> sample(event, "sampledThread"));
    readers.put(CPU_SAMPLE, event -> sample(event, "eventThread"));
    readers.put("jdk.ContainerCPUThrottling", this::throttling);
    readers.put("jdk.CPULoad", this::cpuLoad);
    readers.put("jdk.CompilerQueueUtilization", this::compilerQueue);
  }

  /**
   * Reads a recording.
   *
   * @return when the JVM started, in nanoseconds since the epoch; empty if it does not say
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
    RecordingReader reader = new RecordingReader(timeline, rules);
    String name = String.valueOf(file.getFileName());
    try {
      if (!isRecording(file)) {
        rules.damaged();
        timeline.problem(
            name
                + " is no flight recording"
                + (Files.size(file) == 0 ? ": it is empty" : "")
                + ". Give a file that -XX:StartFlightRecording or jcmd JFR.dump wrote.");
        return OptionalLong.empty();
      }
      reader.readable(file, name);
    } catch (IOException e) {
      timeline.problem(name + " cannot be read: " + e.getMessage() + ".");
    }
    reader.finish(name);
    return reader.jvmStartNs;
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
    types.forEach(type -> reader.eventNames.put(type.getId(), type.getName()));
    events.forEach(reader::event);
    reader.finish("The recording");
    return reader.jvmStartNs;
  }

  /** The names of the events that it reads. */
  public static Set<String> eventNames() {
    return Set.copyOf(
        new RecordingReader(new TimelineBuilder(), new RuleEvents(List.of())).readers.keySet());
  }

  private static boolean isRecording(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
    }
  }

  /** Reads the parts up to one that has no size. */
  private void readable(Path file, String name) throws IOException {
    RecordingChunks chunks = RecordingChunks.of(file);
    if (chunks.isWhole()) {
      events(file, name);
      return;
    }
    rules.damaged();
    timeline.problem(
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

  /** A damaged file may claim anything: also a table that no memory holds. */
  @SuppressWarnings("PMD.AvoidCatchingThrowable")
  private void events(Path file, String name) {
    long read = 0;
    try (RecordingFile recording = new RecordingFile(file)) {
      for (EventType type : recording.readEventTypes()) {
        eventNames.put(type.getId(), type.getName());
      }
      while (recording.hasMoreEvents()) {
        event(recording.readEvent());
        read++;
      }
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      rules.damaged();
      timeline.problem(
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
    if (reader != null) {
      seen.add(name);
      reader.accept(event);
    }
    if (!rulesByEvent.isEmpty()) {
      rules(event, name);
    }
    RecordedThread by = silenceIsAsked ? event.getThread() : null;
    if (by != null) {
      timeline.active(by.getId(), EventTime.startNs(event));
      timeline.active(by.getId(), EventTime.endNs(event));
    }
  }

  private void rules(RecordedEvent event, String name) {
    rules.time(EventTime.endNs(event));
    List<UserRule> looking = rulesByEvent.get(name);
    if (looking != null) {
      seen.add(name);
      String at = place(event.getStackTrace());
      for (UserRule rule : looking) {
        RuleFields.add(event, rule, thread(event.getThread()), at, rules);
      }
    }
  }

  private void finish(String name) {
    TickClock.add(ticks, timeline);
    (cpuSamples.isEmpty() ? samples : cpuSamples).forEach(timeline::add);
    pauses.forEach(
        (id, stretches) -> {
          GarbageCollection of = collections.get(id);
          stretches.forEach(
              pause ->
                  timeline.add(
                      of == null
                          ? pause
                          : new Stretch(
                              pause.cause(),
                              pause.startNs(),
                              pause.endNs(),
                              pause.thread(),
                              pause.event(),
                              of.words() + ", " + pause.what())));
        });
    collections.values().forEach(one -> timeline.add(exact(one)));
    if (seen.contains(SETTING)) {
      settings.forEach((event, values) -> timeline.setting(event, setting(values)));
    } else if (!seen.isEmpty()) {
      timeline.problem(
          name
              + " does not say which events were enabled. Those that occur in it are taken to be"
              + " recorded wholly; enable jdk.ActiveSetting.");
      seen.forEach(event -> timeline.setting(event, new EventSetting(true, 0, 0)));
    }
  }

  /** With what other events say of it: G1's young collections have one name, whatever they do. */
  private GarbageCollection exact(GarbageCollection one) {
    String type = g1Types.getOrDefault(one.id(), "");
    GarbageCollection named =
        type.isEmpty() || type.equals("Normal") ? one : one.named(one.name() + " " + type);
    return failedCollections.contains(one.id()) ? named.thatFailed() : named;
  }

  /**
   * Every event has a threshold; ticks that are on time have one more, and the longer one counts.
   */
  private static EventSetting setting(Map<String, String> values) {
    return new EventSetting(
        "true".equals(values.get("enabled")),
        Math.max(
            SettingText.nanos(values.getOrDefault("threshold", "")),
            SettingText.nanos(values.getOrDefault("onTime", ""))),
        SettingText.nanos(values.getOrDefault("period", values.getOrDefault("throttle", ""))));
  }

  private void setting(RecordedEvent event) {
    String of = eventNames.get(event.getLong("id"));
    String name = event.getString("name");
    String value = event.getString("value");
    if (of != null && name != null && value != null) {
      settings.computeIfAbsent(of, _ -> new HashMap<>()).put(name, value);
    }
  }

  private void jvm(RecordedEvent event) {
    jvmStartNs = OptionalLong.of(EventTime.nanos(event.getInstant("jvmStartTime")));
  }

  private void system(RecordedEvent event) {
    ProcessReading reading = SystemReading.of(event);
    timeline.add(reading);
    silenceIsAsked &= reading.runQueueNs() < 0;
  }

  private void tick(RecordedEvent event) {
    String task = event.getString("task");
    ticks.add(
        RawTick.of(
            event,
            task == null ? "" : tasks.computeIfAbsent(task, same -> same),
            thread(event.getThread()),
            spans.computeIfAbsent(event.getEventType().getId(), _ -> spans(event))));
  }

  private static RawTick.Spans spans(RecordedEvent event) {
    return RawTick.Spans.of(event.getEventType());
  }

  private void request(RecordedEvent event) {
    long start = EventTime.startNs(event);
    String target = text(event, "target");
    String method = text(event, "name").isEmpty() ? text(event, "method") : text(event, "name");
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            target.isEmpty() ? method : target,
            requests++,
            thread(event.getThread()),
            start,
            start,
            EventTime.endNs(event),
            false,
            TimedWork.NOT_READ,
            RawTick.span(event, "cpu"),
            RawTick.span(event, "runQueueDelay")));
  }

  private void collection(RecordedEvent event) {
    int id = event.getInt("gcId");
    collections.put(
        id,
        new GarbageCollection(
            id,
            EventTime.startNs(event),
            EventTime.endNs(event),
            text(event, "name"),
            text(event, "cause"),
            event.getDuration("sumOfPauses").toNanos(),
            false,
            name(event)));
  }

  private void pause(RecordedEvent event) {
    int id = event.getInt("gcId");
    pauses
        .computeIfAbsent(id, _ -> new ArrayList<>())
        .add(stretch(event, Cause.GC_PAUSE, JvmTimeline.ALL_THREADS, text(event, "name")));
    timeline.pauseEnded(id, EventTime.endNs(event));
  }

  private void safepoint(RecordedEvent event) {
    timeline.add(
        stretch(
            event,
            Cause.TIME_TO_SAFEPOINT,
            JvmTimeline.ALL_THREADS,
            "safepoint " + event.getLong("safepointId")));
  }

  private void operation(RecordedEvent event) {
    String operation = text(event, "operation");
    if (event.getBoolean("safepoint")) {
      boolean collects = LogSafepoint.isCollection(operation);
      timeline.add(
          stretch(
              event,
              collects ? Cause.GC_PAUSE : Cause.SAFEPOINT_OPERATION,
              JvmTimeline.ALL_THREADS,
              operation));
    }
  }

  private void monitor(RecordedEvent event) {
    RecordedThread holder = event.getThread("previousOwner");
    wait(
        event,
        Cause.LOCK_WAIT,
        className(event, "monitorClass")
            + (holder == null ? "" : ", held by " + threadName(holder)));
  }

  private void park(RecordedEvent event) {
    String blocker = className(event, "parkedClass");
    boolean lock =
        blocker.startsWith("java.util.concurrent.locks.") && !blocker.endsWith("ConditionObject");
    wait(event, lock ? Cause.LOCK_WAIT : Cause.PARK, blocker.isEmpty() ? "park" : blocker);
  }

  private void pinned(RecordedEvent event) {
    wait(event, Cause.PINNED, text(event, "pinnedReason"));
  }

  /** The kernel's own tables wait for no device: what they take is computing, or no CPU. */
  private void file(RecordedEvent event) {
    String path = text(event, "path");
    if (!path.startsWith("/proc/") && !path.startsWith("/sys/")) {
      boolean log = path.endsWith(".log") || isLog(event.getStackTrace());
      wait(event, Cause.IO, path + (log ? BY_A_LOG : ""));
    }
  }

  private static boolean isLog(RecordedStackTrace stack) {
    if (stack != null) {
      for (RecordedFrame frame : stack.getFrames()) {
        String method = method(frame.getMethod());
        if (LOGGERS.stream().anyMatch(method::startsWith)) {
          return true;
        }
      }
    }
    return false;
  }

  private void wait(RecordedEvent event, Cause cause, String what) {
    RecordedThread thread = event.getThread();
    if (thread != null) {
      String at = place(event.getStackTrace());
      timeline.add(
          stretch(event, cause, thread(thread), at.isEmpty() ? what : what + ", at " + at));
    }
  }

  private static Stretch stretch(RecordedEvent event, Cause cause, long thread, String what) {
    return new Stretch(
        cause, EventTime.startNs(event), EventTime.endNs(event), thread, name(event), what);
  }

  private void compilation(RecordedEvent event) {
    timeline.add(
        new MethodCompilation(
            EventTime.startNs(event),
            EventTime.endNs(event),
            method(event.getValue("method")),
            event.getInt("compileLevel"),
            event.getInt("compileId"),
            event.hasField("succeded") && !event.getBoolean("succeded"),
            name(event)));
  }

  private void inlining(RecordedEvent event) {
    if (!event.getBoolean("succeeded")) {
      RecordedObject callee = event.getValue("callee");
      RefusedInlining call =
          new RefusedInlining(
              EventTime.startNs(event),
              method(event.getValue("caller")),
              callee == null
                  ? ""
                  : callee.getString("type").replace('/', '.') + "::" + callee.getString("name"),
              text(event, "message"),
              name(event));
      if (call.isForSize()) {
        timeline.add(call);
      }
    }
  }

  private void deoptimisation(RecordedEvent event) {
    timeline.add(
        new CodeThrownAway(
            EventTime.startNs(event),
            thread(event.getThread()),
            method(event.getValue("method")),
            event.getInt("lineNumber"),
            text(event, "reason"),
            text(event, "action"),
            name(event),
            event.hasField("compileId") ? event.getInt("compileId") : CodeThrownAway.UNKNOWN));
  }

  private void sample(RecordedEvent event, String threadField) {
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
      (name(event).equals(CPU_SAMPLE) ? cpuSamples : samples)
          .add(
              new StackSample(
                  EventTime.startNs(event), thread(thread), read.frames(), read.interpreted()));
    }
  }

  private ReadStack read(RecordedStackTrace stack) {
    List<String> frames = new ArrayList<>();
    for (RecordedFrame frame : stack.getFrames()) {
      if (frames.size() < DEEPEST && frame.isJavaFrame()) {
        frames.add(method(frame.getMethod()));
      }
    }
    return new ReadStack(
        stacks.computeIfAbsent(List.copyOf(frames), same -> same),
        !stack.getFrames().isEmpty()
            && "Interpreted".equals(stack.getFrames().getFirst().getType()));
  }

  private void throttling(RecordedEvent event) {
    timeline.add(
        new ThrottledTime(
            EventTime.startNs(event), event.getLong("cpuThrottledTime"), name(event)));
  }

  private void cpuLoad(RecordedEvent event) {
    timeline.add(
        new CpuReading(
            EventTime.startNs(event),
            event.getFloat("jvmUser") + event.getFloat("jvmSystem"),
            event.getFloat("machineTotal"),
            name(event)));
  }

  private void compilerQueue(RecordedEvent event) {
    timeline.add(
        new QueueReading(
            EventTime.startNs(event), text(event, "compiler"), event.getLong("queueSize")));
  }

  private long thread(RecordedThread thread) {
    if (thread == null) {
      return JvmTimeline.ALL_THREADS;
    }
    timeline.thread(thread.getId(), threadName(thread));
    return thread.getId();
  }

  private static String threadName(RecordedThread thread) {
    String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    return name == null || name.isEmpty() ? "thread " + thread.getId() : name;
  }

  private static String name(RecordedEvent event) {
    return event.getEventType().getName();
  }

  /** A field's value as text; empty if the event has no such field, or no value. */
  private static String text(RecordedEvent event, String field) {
    Object value = event.hasField(field) ? event.getValue(field) : null;
    return value == null ? "" : value.toString();
  }

  private static String className(RecordedEvent event, String field) {
    RecordedClass of = event.hasField(field) ? event.getClass(field) : null;
    return of == null ? "" : of.getName();
  }

  private static String method(RecordedMethod method) {
    return method == null || method.getType() == null
        ? ""
        : method.getType().getName() + "::" + method.getName();
  }

  /** The innermost frame that is not the JDK's own. */
  private String place(RecordedStackTrace stack) {
    if (stack == null) {
      return "";
    }
    String known = places.get(stack);
    if (known == null) {
      if (places.size() == MOST_STACKS) {
        places.clear();
      }
      known = placeOf(stack);
      places.put(stack, known);
    }
    return known;
  }

  private static String placeOf(RecordedStackTrace stack) {
    for (RecordedFrame frame : stack.getFrames()) {
      String method = method(frame.getMethod());
      if (!method.startsWith("java.") && !method.startsWith("jdk.") && !method.startsWith("sun.")) {
        return method.replace("::", ".")
            + (frame.getLineNumber() > 0 ? ", line " + frame.getLineNumber() : "");
      }
    }
    return "";
  }
}
