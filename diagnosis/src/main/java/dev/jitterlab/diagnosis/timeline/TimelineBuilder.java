package dev.jitterlab.diagnosis.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Collects what the sources of one JVM say, in any order. A damaged or hostile source may say
 * anything: what has an impossible time is left out and counted. Not thread-safe.
 */
public final class TimelineBuilder {
  /** Later than this, and as long before 1970, no time is: sums and differences stay in range. */
  private static final long FURTHEST_NS = 4_000_000_000_000_000_000L;

  private static final long LONGEST_NS = 7 * 86_400_000_000_000L;

  /** What is known from so long after the start of the JVM on is known from its start on. */
  private static final long MOMENT_NS = 10_000_000_000L;

  private TimedWorks works = new TimedWorks();
  private final Set<TimedWork> removed = new HashSet<>();
  final List<Stretch> stretches = new ArrayList<>();
  private final List<MethodCompilation> compilations = new ArrayList<>();
  final List<CodeThrownAway> thrownAway = new ArrayList<>();
  final List<RefusedInlining> refused = new ArrayList<>();
  private final List<StackSample> samples = new ArrayList<>();
  final List<ThrottledTime> throttled = new ArrayList<>();
  private final List<GarbageCollection> collections = new ArrayList<>();
  final List<CpuReading> cpus = new ArrayList<>();
  final List<QueueReading> queues = new ArrayList<>();
  private final List<ProcessReading> readings = new ArrayList<>();
  private final Map<Long, String> threads = new HashMap<>();
  private final Map<Long, Long> systemThreads = new HashMap<>();
  private final NavigableMap<Long, Long> clockOffsets = new TreeMap<>();
  final Map<QueuedBehind.Delay, QueuedBehind> queuedBehind = new HashMap<>();
  final Set<Long> virtualThreads = new HashSet<>();
  private final Map<String, EventSetting> settings = new HashMap<>();
  final Set<Cause> alsoRecorded = EnumSet.noneOf(Cause.class);
  final List<Alignment> alignments = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<Integer, Long> pauseEnds = new HashMap<>();
  private final Map<Integer, List<Stretch>> pauses = new HashMap<>();
  Silence silence = new Silence();
  String classPath = "";
  private GcFamily collector = GcFamily.UNKNOWN;
  private long impossible;
  private long recordedFromNs = Long.MIN_VALUE;
  private long compilationsLoggedFromNs = Long.MAX_VALUE;
  private OptionalLong jvmStartNs = OptionalLong.empty();
  private OptionalLong process = OptionalLong.empty();
  boolean mayMissLateEvents;

  private boolean isPossible(long fromNs, long toNs) {
    boolean possible =
        -FURTHEST_NS < fromNs
            && fromNs < FURTHEST_NS
            && -FURTHEST_NS < toNs
            && toNs < FURTHEST_NS
            && toNs - fromNs < LONGEST_NS;
    if (!possible) {
      impossible++;
    }
    return possible;
  }

  /** Adds a tick or a request. */
  public void add(TimedWork work) {
    if (isPossible(work.fromNs(), work.endNs()) && isPossible(work.startNs(), work.endNs())) {
      works.append(work);
    }
  }

  /** Adds ticks or requests; they belong to the builder then. */
  public void add(TimedWorks those) {
    var unused =
        those.leaveOut(
            at ->
                !(isPossible(those.fromNs(at), those.endNs(at))
                    && isPossible(those.startNs(at), those.endNs(at))));
    if (works.isEmpty()) {
      works = those;
    } else {
      works.appendAll(those);
    }
  }

  /** Adds all that another builder has collected; that one is not to be used again. */
  public void addAll(TimelineBuilder other) {
    add(other.works);
    removed.addAll(other.removed);
    stretches.addAll(other.stretches);
    compilations.addAll(other.compilations);
    thrownAway.addAll(other.thrownAway);
    refused.addAll(other.refused);
    samples.addAll(other.samples);
    throttled.addAll(other.throttled);
    collections.addAll(other.collections);
    cpus.addAll(other.cpus);
    queues.addAll(other.queues);
    readings.addAll(other.readings);
    threads.putAll(other.threads);
    systemThreads.putAll(other.systemThreads);
    clockOffsets.putAll(other.clockOffsets);
    queuedBehind.putAll(other.queuedBehind);
    virtualThreads.addAll(other.virtualThreads);
    settings.putAll(other.settings);
    alsoRecorded.addAll(other.alsoRecorded);
    alignments.addAll(other.alignments);
    problems.addAll(other.problems);
    other.pauseEnds.forEach((id, end) -> pauseEnds.merge(id, end, (_, _) -> Long.MIN_VALUE));
    other.pauses.forEach(
        (id, those) -> pauses.computeIfAbsent(id, _ -> new ArrayList<>()).addAll(those));
    silence.addAll(other.silence);
    classPath = other.classPath.isEmpty() ? classPath : other.classPath;
    collector(other.collector);
    impossible += other.impossible;
    recordedFromNs = Math.max(recordedFromNs, other.recordedFromNs);
    compilationsLoggedFromNs = Math.min(compilationsLoggedFromNs, other.compilationsLoggedFromNs);
    jvmStartNs = other.jvmStartNs.isPresent() ? other.jvmStartNs : jvmStartNs;
    process = other.process.isPresent() ? other.process : process;
    mayMissLateEvents |= other.mayMissLateEvents;
  }

  /** Adds a stretch; one of no length is left out. */
  public void add(Stretch stretch) {
    if (isPossible(stretch.startNs(), stretch.endNs()) && stretch.durationNs() > 0) {
      stretches.add(stretch);
    }
  }

  /** Adds a stretch in which a collection stopped all threads. */
  public void add(int collection, Stretch pause) {
    add(pause);
    pauses.computeIfAbsent(collection, _ -> new ArrayList<>()).add(pause);
  }

  /** Adds a compilation. */
  public void add(MethodCompilation compilation) {
    if (isPossible(compilation.startNs(), compilation.endNs())) {
      compilations.add(compilation);
    }
  }

  /** Adds a deoptimisation. */
  public void add(CodeThrownAway code) {
    thrownAway.add(code);
  }

  /** Adds a call that was not inlined. */
  public void add(RefusedInlining call) {
    refused.add(call);
  }

  /** Adds a sample. */
  public void add(StackSample sample) {
    samples.add(sample);
  }

  /**
   * Puts another sampler's samples in place of those so far. Those of virtual threads stay: the
   * other one sees their carriers.
   */
  public void replaceSamples(List<StackSample> others) {
    samples.removeIf(sample -> !virtualThreads.contains(sample.thread()));
    samples.addAll(others);
  }

  /** Adds a reading of the throttled time. */
  public void add(ThrottledTime reading) {
    throttled.add(reading);
  }

  /** Adds a collection. */
  public void add(GarbageCollection collection) {
    if (isPossible(collection.startNs(), collection.endNs())) {
      collections.add(collection);
    }
  }

  /** Adds a reading of the CPUs. */
  public void add(CpuReading reading) {
    cpus.add(reading);
  }

  /** Adds a reading of a compiler's queue. */
  public void add(QueueReading reading) {
    queues.add(reading);
  }

  /** Adds what the operating system did in some time. */
  public void add(ProcessReading reading) {
    if (isPossible(reading.fromNs(), reading.toNs())) {
      readings.add(reading);
    }
  }

  /** Adds how a source was brought onto the clock. */
  public void add(Alignment alignment) {
    alignments.add(alignment);
  }

  /** Says where the program's classes are, as {@code java.class.path} does. */
  public void classPath(String path) {
    classPath = path;
  }

  /** Says which collector the JVM has. */
  public void collector(GcFamily known) {
    collector = known == GcFamily.UNKNOWN ? collector : known;
  }

  /** Names a thread. */
  public void thread(long id, String name) {
    threads.put(id, name);
  }

  /** Says which number the operating system has for a thread. */
  public void systemThread(long systemId, long id) {
    systemThreads.put(systemId, id);
  }

  /** The threads by the operating system's numbers, so far. */
  public Map<Long, Long> systemThreads() {
    return systemThreads;
  }

  /**
   * Says by how much the recording's clock is ahead of {@link System#nanoTime}, from a time on.
   *
   * @param fromNs that time, in nanoseconds since the epoch
   */
  public void clockOffset(long fromNs, long offsetNs) {
    clockOffsets.put(fromNs, offsetNs);
  }

  /** The same at a time; empty if no tick says. */
  public OptionalLong clockOffset(long atNs) {
    if (clockOffsets.isEmpty()) {
      return OptionalLong.empty();
    }
    Map.Entry<Long, Long> then = clockOffsets.floorEntry(atNs);
    return OptionalLong.of(then == null ? clockOffsets.firstEntry().getValue() : then.getValue());
  }

  /** Says behind whom the thread of a work waited for a CPU, before its start or behind it. */
  public void add(TimedWork work, boolean beforeStart, QueuedBehind behind) {
    queuedBehind.put(new QueuedBehind.Delay(work.thread(), work.startNs(), beforeStart), behind);
  }

  /** The ticks and requests so far whose thread is known to have waited for a CPU. */
  public List<TimedWork> queuedWorks() {
    return IntStream.range(0, works.size())
        .filter(works::isQueued)
        .mapToObj(works::get)
        .filter(work -> !removed.contains(work))
        .toList();
  }

  /** Says that a thread is a virtual one. */
  public void virtualThread(long id) {
    virtualThreads.add(id);
  }

  /** Says how an event was switched; of several recordings, what records more counts. */
  public void setting(String event, EventSetting setting) {
    settings.put(event, setting);
  }

  /**
   * Says when the recording begins, in nanoseconds since the epoch: the oldest parts of a long one
   * may be gone.
   */
  public void recordedFrom(long ns) {
    recordedFromNs = ns;
  }

  /** Whether no event can show what ended then; false if nobody says when the recording begins. */
  public boolean isBeforeRecording(long endNs) {
    return endNs < recordedFromNs;
  }

  /** Says when the JVM started, in nanoseconds since the epoch. */
  public void jvmStarted(long ns) {
    jvmStartNs = OptionalLong.of(ns);
  }

  /** Says which number the JVM's process has; in a container it has another one there. */
  public void process(long number) {
    process = OptionalLong.of(number);
  }

  /** The number of the JVM's process as the JVM sees it; empty if nobody says. */
  public OptionalLong process() {
    return process;
  }

  /** Says when the log of the compilations begins: it may have lost its oldest part. */
  public void compilationsLoggedFrom(long ns) {
    compilationsLoggedFromNs = Math.min(compilationsLoggedFromNs, ns);
  }

  /**
   * Whether a compilation before which none is known is the first of its method; also if nobody
   * says when the JVM started.
   */
  boolean knowsFirstCompilations() {
    long fromNs = Math.min(recordedFromNs, compilationsLoggedFromNs);
    return jvmStartNs.isEmpty() || fromNs <= jvmStartNs.getAsLong() + MOMENT_NS;
  }

  /** Another source than a recording showed it wholly. */
  public void recorded(Cause cause) {
    alsoRecorded.add(cause);
  }

  /** Something could not be read. */
  public void problem(String sentence) {
    problems.add(sentence);
  }

  /** Ticks or requests could not be read: those that are known are not all. */
  public void missing(String sentence) {
    problem(sentence);
    mayMissLateEvents = true;
  }

  /** A thread of the process did something at that time, as its own event shows. */
  public void active(long thread, long atNs) {
    silence.active(thread, atNs);
  }

  /** A pause of a collection ended, as the recording has it; other clocks are aligned by it. */
  public void pauseEnded(int collection, long endNs) {
    pauseEnds.merge(collection, endNs, (_, _) -> Long.MIN_VALUE);
  }

  /** When the pause of each collection ended that had only one. */
  public Map<Integer, Long> singlePauseEnds() {
    Map<Integer, Long> single = new HashMap<>(pauseEnds);
    single.values().removeIf(end -> end == Long.MIN_VALUE);
    return single;
  }

  /** The requests so far. */
  public List<TimedWork> requests() {
    return IntStream.range(0, works.size())
        .filter(at -> works.kind(at) == TimedWork.Kind.REQUEST)
        .mapToObj(works::get)
        .toList();
  }

  /** Takes one of them out, since another source knows it better. */
  public void remove(TimedWork work) {
    removed.add(work);
  }

  /** Finishes; the builder is not to be used again. */
  public JvmTimeline build() {
    JvmTimeline timeline = new JvmTimeline(this);
    silence = new Silence(); // two times of each event: they need not outlive this
    return timeline;
  }

  ProcessReadings readings() {
    return new ProcessReadings(readings);
  }

  TimedWorks sortedWorks() {
    if (!removed.isEmpty()) {
      var unused = works.leaveOut(at -> removed.contains(works.get(at)));
    }
    works.sort();
    return works;
  }

  List<GarbageCollection> sortedCollections() {
    return sorted(collections.stream().map(this::withPauses).toList(), GarbageCollection::startNs);
  }

  /** A log's collections have theirs already. */
  private GarbageCollection withPauses(GarbageCollection one) {
    return one.pauses().isEmpty() ? one.with(pauses.getOrDefault(one.id(), List.of())) : one;
  }

  Map<Long, List<StackSample>> sortedSamples() {
    return sorted(samples, StackSample::atNs).stream()
        .collect(Collectors.groupingBy(StackSample::thread));
  }

  /** The names of the threads so far. */
  public Map<Long, String> threads() {
    return threads;
  }

  /** The collections so far. */
  public List<GarbageCollection> collections() {
    return collections;
  }

  /** The compilations so far. */
  public List<MethodCompilation> compilations() {
    return compilations;
  }

  /** How the events are switched, so far. */
  public Map<String, EventSetting> settings() {
    return settings;
  }

  /** As something said, or as the collections are called. */
  GcFamily collector() {
    return collector != GcFamily.UNKNOWN
        ? collector
        : collections.stream()
            .map(one -> GcFamily.of(one.name()))
            .filter(one -> one != GcFamily.UNKNOWN)
            .findFirst()
            .orElse(GcFamily.UNKNOWN);
  }

  List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    if (impossible > 0) {
      all.add(
          impossible
              + " events or lines have an impossible time (longer than a week, or centuries away),"
              + " and are left out.");
    }
    return all;
  }

  static <T> List<T> sorted(List<T> all, ToLongFunction<T> time) {
    return all.stream().sorted(Comparator.comparingLong(time)).toList();
  }
}
