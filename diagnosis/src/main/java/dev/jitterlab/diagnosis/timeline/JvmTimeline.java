package dev.jitterlab.diagnosis.timeline;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What happened in one JVM, on one clock, from all its sources. Immutable; a {@link
 * TimelineBuilder} makes it.
 */
public final class JvmTimeline {
  /** Stands for all threads where a thread is named. */
  public static final long ALL_THREADS = Long.MIN_VALUE;

  /** The event of a watch over virtual threads: when one of them waits. */
  public static final String VIRTUAL_WAITS = "jitterlab.ThreadWait";

  /** What a virtual thread waits for without an event of Flight Recorder. */
  public static final List<Cause> CAUSES_OF_VIRTUAL_WAITS = List.of(Cause.LOCK_WAIT, Cause.PARK);

  private static final String CPU_SAMPLE = "jdk.CPUTimeSample";
  private static final String COMPILATION = "jdk.Compilation";
  private static final String NO_RUN_QUEUE = "no thread's waiting for a CPU was read";

  /** How long the time is that a reading of the CPUs is about. */
  private static final long CPU_READING_NS = 1_000_000_000;

  private final TimedWorks works;
  private final Set<Long> workThreads;
  private final StretchIndex stops;
  private final StretchIndex standstills;
  private final StretchIndex frozen;
  private final ProcessReadings readings;
  private final OptionalLong silenceFromNs;
  private final Map<Long, StretchIndex> waits;
  private final List<MethodCompilation> compilations;
  private final List<CodeThrownAway> thrownAway;
  private final List<RefusedInlining> refused;
  private final Map<Long, List<StackSample>> samples;
  private final List<ThrottledTime> throttled;
  private final List<GarbageCollection> collections;
  private final List<CpuReading> cpus;
  private final List<QueueReading> queues;
  private final Map<Long, String> threads;
  private final Map<String, EventSetting> settings;
  private final Set<Cause> alsoRecorded;
  private final List<Alignment> alignments;
  private final List<String> problems;
  private final boolean mayMissLateEvents;
  private final boolean knowsFirstCompilations;
  private final String classPath;
  private final GcFamily collector;
  private final Set<Cause> causesOfThreads;
  private final Set<Long> virtualThreads;
  private final Map<QueuedBehind.Delay, QueuedBehind> queuedBehind;

  JvmTimeline(TimelineBuilder from) {
    Beside<TimedWorks> sorting = Beside.start("sort-works", from::sortedWorks);
    Map<Boolean, List<Stretch>> byReach =
        from.stretches.stream()
            .collect(Collectors.partitioningBy(one -> one.thread() == ALL_THREADS));
    stops = new StretchIndex(byReach.get(true));
    readings = from.readings();
    List<Stretch> stood =
        readings.isEmpty() ? from.silence.find(stops) : readings.standstills(stops);
    standstills = new StretchIndex(stood);
    frozen =
        readings.isEmpty() ? StretchIndex.none() : new StretchIndex(readings.frozen(stood, stops));
    silenceFromNs = saysWhenItStood() ? OptionalLong.empty() : from.silence.fromNs();
    works = sorting.result();
    workThreads = workThreads(works);
    waits = new HashMap<>();
    byReach.get(false).stream()
        .collect(Collectors.groupingBy(Stretch::thread))
        .forEach((thread, those) -> waits.put(thread, new StretchIndex(those)));
    compilations = TimelineBuilder.sorted(from.compilations(), MethodCompilation::startNs);
    thrownAway = TimelineBuilder.sorted(from.thrownAway, CodeThrownAway::atNs);
    refused = TimelineBuilder.sorted(from.refused, RefusedInlining::atNs);
    samples = from.sortedSamples();
    List<ThrottledTime> ofReadings = readings.throttled();
    throttled =
        TimelineBuilder.sorted(
            ofReadings.isEmpty() ? from.throttled : ofReadings, ThrottledTime::atNs);
    collections = from.sortedCollections();
    List<CpuReading> cpuReadings = readings.cpus();
    cpus =
        TimelineBuilder.sorted(cpuReadings.isEmpty() ? from.cpus : cpuReadings, CpuReading::atNs);
    queues = TimelineBuilder.sorted(from.queues, QueueReading::atNs);
    threads = Map.copyOf(from.threads());
    virtualThreads = Set.copyOf(from.virtualThreads);
    queuedBehind = Map.copyOf(from.queuedBehind);
    settings = Map.copyOf(from.settings());
    alsoRecorded = Set.copyOf(from.alsoRecorded);
    alignments = List.copyOf(from.alignments);
    problems = List.copyOf(from.problems());
    mayMissLateEvents = from.mayMissLateEvents;
    knowsFirstCompilations = from.knowsFirstCompilations();
    classPath = from.classPath;
    collector = from.collector();
    causesOfThreads =
        Arrays.stream(Cause.values())
            .filter(Cause::isOfThread)
            .filter(cause -> cause != Cause.GC_STALL || collector != GcFamily.STOPPING)
            .collect(Collectors.toUnmodifiableSet());
  }

  private static Set<Long> workThreads(TimedWorks works) {
    PerThread<Long> threads = new PerThread<>(works, thread -> thread);
    for (int i = 0; i < works.size(); i++) {
      var unused = threads.of(i);
    }
    Set<Long> known = new HashSet<>(threads.all().keySet());
    known.remove(ALL_THREADS);
    return Set.copyOf(known);
  }

  /** The ticks and requests, in order of their start. */
  public TimedWorks works() {
    return works;
  }

  /** The stops that share time with a window. */
  public List<Stretch> stops(long fromNs, long toNs) {
    return stops.overlapping(fromNs, toNs);
  }

  /**
   * The collector's pauses that share time with a window, each once: the JVM's operation around a
   * pause is left out, unless nothing else shows the pause.
   */
  public List<Stretch> pauses(long fromNs, long toNs) {
    return stops.overlapping(fromNs, toNs).stream()
        .filter(stop -> stop.cause() == Cause.GC_PAUSE && !isShownWithin(stop))
        .toList();
  }

  private boolean isShownWithin(Stretch stop) {
    return Stretch.isAround(stop.cause(), stop.event())
        && stops.overlapping(stop.startNs(), stop.endNs()).stream()
            .anyMatch(
                other ->
                    other.cause() == stop.cause()
                        && !Stretch.isAround(other.cause(), other.event()));
  }

  /** When the process as a whole stood still, as far as it shares time with a window. */
  public List<Stretch> standstills(long fromNs, long toNs) {
    return standstills.overlapping(fromNs, toNs);
  }

  /**
   * When no thread of the process could run, as far as it shares time with a window: the process
   * was stopped, or other processes kept all CPUs. Only {@code jitterlab.Process} shows it: that no
   * thread records something may also be because all wait for one another.
   */
  public List<Stretch> frozen(long fromNs, long toNs) {
    return frozen.overlapping(fromNs, toNs);
  }

  /** What the operating system did, as far as it shares time with a window. */
  public List<ProcessReading> readings(long fromNs, long toNs) {
    return readings.overlapping(fromNs, toNs);
  }

  /** The waits of a thread that share time with a window. */
  public List<Stretch> waits(long thread, long fromNs, long toNs) {
    return waits.getOrDefault(thread, StretchIndex.none()).overlapping(fromNs, toNs);
  }

  /** The threads that waited. */
  public Set<Long> waitingThreads() {
    return waits.keySet();
  }

  /** In order of the start. */
  public List<MethodCompilation> compilations() {
    return compilations;
  }

  /** Whether compilations were recorded or logged, from whatever time on. */
  public boolean seesCompilations() {
    return alsoRecorded.contains(Cause.FIRST_COMPILATION) || setting(COMPILATION).enabled();
  }

  /**
   * Whether a compilation before which there is none is the first of its method. If the recording
   * began long after the JVM, the method may have been compiled, and its code thrown away, before.
   */
  public boolean knowsFirstCompilations() {
    return knowsFirstCompilations;
  }

  /** In order of time. */
  public List<CodeThrownAway> thrownAway() {
    return thrownAway;
  }

  /** Calls that were not inlined, in order of time. */
  public List<RefusedInlining> refused() {
    return refused;
  }

  /** The samples of a thread, in order of time. */
  public List<StackSample> samples(long thread) {
    return samples.getOrDefault(thread, List.of());
  }

  /** Those of them in a window. */
  public List<StackSample> samples(long thread, long fromNs, long toNs) {
    List<StackSample> all = samples(thread);
    int first = Bisection.firstNot(0, all.size(), at -> all.get(at).atNs() < fromNs);
    int end = Bisection.firstNot(first, all.size(), at -> all.get(at).atNs() < toNs);
    return all.subList(first, end);
  }

  /** The event that samples come from. */
  public String sampleEvent() {
    return setting(CPU_SAMPLE).enabled() ? CPU_SAMPLE : "jdk.ExecutionSample";
  }

  /** Readings of the throttled time, in order of time. */
  public List<ThrottledTime> throttled() {
    return throttled;
  }

  /** In order of the start. */
  public List<GarbageCollection> collections() {
    return collections;
  }

  /** Readings of the CPUs, in order of time. */
  public List<CpuReading> cpus() {
    return cpus;
  }

  /** Those whose time, the second before them, shares time with a window. */
  public List<CpuReading> cpus(long fromNs, long toNs) {
    int first = Bisection.firstNot(0, cpus.size(), at -> cpus.get(at).atNs() <= fromNs);
    int end = first;
    while (end < cpus.size() && cpus.get(end).atNs() - CPU_READING_NS < toNs) {
      end++;
    }
    return cpus.subList(first, end);
  }

  /** Readings of the compilers' queues, in order of time. */
  public List<QueueReading> queues() {
    return queues;
  }

  /** The name of a thread, such as {@code tick-worker-0}. */
  public String thread(long id) {
    return id == ALL_THREADS ? "all threads" : threads.getOrDefault(id, "thread " + id);
  }

  /** How the recording had an event switched. */
  public EventSetting setting(String event) {
    return settings.getOrDefault(event, EventSetting.OFF);
  }

  /** How the sources were brought onto one clock. */
  public List<Alignment> alignments() {
    return alignments;
  }

  /** What could not be read, one sentence each. */
  public List<String> problems() {
    return problems;
  }

  /** Part of the ticks or requests could not be read; the problems say which. */
  public boolean mayMissLateEvents() {
    return mayMissLateEvents;
  }

  /** Where the program's classes were, as {@code java.class.path} says; empty if unknown. */
  public String classPath() {
    return classPath;
  }

  /** The threads that do the timed work. */
  public Set<Long> workThreads() {
    return workThreads;
  }

  /** Whether a thread is a virtual one, of which at best the long waits are recorded. */
  public boolean isVirtual(long thread) {
    return virtualThreads.contains(thread);
  }

  /**
   * Behind whom the thread of a work waited for a CPU; empty if the scheduler was not traced, or
   * its trace does not show this wait.
   *
   * @param beforeStart whether before the work's start, and not behind it
   */
  public Optional<QueuedBehind> queuedBehind(TimedWork work, boolean beforeStart) {
    return queuedBehind.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(
            queuedBehind.get(new QueuedBehind.Delay(work.thread(), work.startNs(), beforeStart)));
  }

  /**
   * The causes that nothing shows in a thread. Of a virtual thread that is parked there is no
   * {@code jdk.ThreadPark}, and from JDK 24 on none that waits for a monitor has a {@code
   * jdk.JavaMonitorEnter}. Only a watch sees them, and what it watches is recorded: a JVM has the
   * event only if it watches virtual threads.
   */
  public List<Cause> unseenIn(long thread) {
    return isVirtual(thread) && !seesVirtualWaits() ? CAUSES_OF_VIRTUAL_WAITS : List.of();
  }

  /** Whether a watch looked at virtual threads. */
  public boolean seesVirtualWaits() {
    return setting(VIRTUAL_WAITS).enabled();
  }

  /** The causes that are seen on a work's thread, and that this JVM can have. */
  public Set<Cause> causesOfThreads() {
    return causesOfThreads;
  }

  /**
   * The causes of which nothing is known where a work's thread is unknown. {@code
   * jitterlab.Process} says of the process as a whole what a CPU limit held back, and whether the
   * server had CPU time left. The latter says nothing of a request that may have computed itself,
   * so requests must have been recorded: one that was slow in the server would have its thread
   * then.
   */
  public Set<Cause> causesUnseenWithoutThread() {
    Set<Cause> unseen = EnumSet.copyOf(causesOfThreads);
    if (coverage(Cause.STEAL).recorded() && coverage(Cause.THROTTLING).recorded()) {
      unseen.remove(Cause.THROTTLING);
    }
    if (setting(TimedWork.Kind.REQUEST.event()).enabled()
        && coverage(Cause.BUSY_SERVER).recorded()) {
      unseen.remove(Cause.BUSY_SERVER);
    }
    return unseen;
  }

  /** Whether a cause would have been seen, had it been at work. */
  public Coverage coverage(Cause cause) {
    if (cause == Cause.GC_STALL && collector == GcFamily.SHENANDOAH) {
      return Coverage.none(
          cause,
          "Shenandoah does not say when a thread that allocates had to wait",
          "Its pauses are in gc_pause, also those of degenerated and full collections. With"
              + " -Xlog:gc*, its log has sums of the waits by pacing (Allocation pacing accrued).");
    }
    if (cause == Cause.GC_STALL && collector == GcFamily.STOPPING) {
      return Coverage.full(cause); // threads wait for its pauses, and for nothing else
    }
    if (cause == Cause.FIRST_COMPILATION && seesCompilations() && !knowsFirstCompilations) {
      return Coverage.none(
          cause,
          "the recording began after the JVM had compiled methods, so nobody knows which"
              + " compilations were the first",
          "Record from the start of the JVM (-XX:StartFlightRecording), or give all of its log"
              + " -Xlog:jit+compilation=debug:file=jit.log:timemillis.");
    }
    if (alsoRecorded.contains(cause)) {
      return Coverage.full(cause);
    }
    return switch (cause) {
      case LOAD_LATE -> Coverage.full(cause); // only the load's own log has it
      case UNEXPLAINED, PREDECESSOR -> ticksCoverage(cause);
      case PROCESS_STOPPED -> standstillCoverage();
      case RUN_QUEUE -> runQueueCoverage();
      case STEAL -> readingCoverage(cause, one -> one.stealNs() >= 0);
      case PAGE_FAULT -> readingCoverage(cause, one -> one.majorFaults() >= 0);
      case THROTTLING -> throttlingCoverage();
      case BUSY_SERVER -> busyCoverage();
      case OWN_CODE -> ownCodeCoverage();
      case LOCK_WAIT, IO -> coverageOfAll(cause);
      case COMPILER_THREADS -> compilerThreadsCoverage();
      case GC_PAUSE,
          TIME_TO_SAFEPOINT,
          SAFEPOINT_OPERATION,
          GC_STALL,
          PINNED,
          SLEEP,
          PARK,
          DEOPTIMISED_CODE,
          FIRST_COMPILATION ->
          coverageOfAny(cause);
    };
  }

  /** If all are late, those on time may be missing; but not if the recording has all ticks. */
  private Coverage ticksCoverage(Cause cause) {
    EventSetting ticks = setting(TimedWork.Kind.TICK.event());
    boolean anyTicks = works.stream().anyMatch(work -> work.kind() == TimedWork.Kind.TICK);
    boolean allTicks = ticks.enabled() && ticks.thresholdNs() == 0 && anyTicks;
    if (cause == Cause.UNEXPLAINED || allTicks || !works.stream().allMatch(TimedWork::late)) {
      return Coverage.full(cause);
    }
    return ticks.enabled() || anyTicks
        ? Coverage.none(cause, "only late ticks were recorded")
        : Coverage.none(
            cause,
            "only slow requests were recorded",
            "Record all requests: let the server write jitterlab.Request without a threshold.");
  }

  private Coverage readingCoverage(Cause cause, Predicate<ProcessReading> isRead) {
    return readings.all().stream().anyMatch(isRead)
        ? Coverage.full(cause)
        : Coverage.none(cause, "jitterlab.Process was not recorded, or its figure was not read");
  }

  /** No tick has it. */
  private Coverage busyCoverage() {
    return works.stream().anyMatch(work -> work.kind() == TimedWork.Kind.REQUEST)
        ? readingCoverage(Cause.BUSY_SERVER, ProcessReading::hasCpuTimes)
        : Coverage.full(Cause.BUSY_SERVER);
  }

  private boolean saysWhenItStood() {
    return readings.all().stream().anyMatch(one -> one.runQueueNs() >= 0);
  }

  private Coverage standstillCoverage() {
    if (saysWhenItStood()) {
      return Coverage.full(Cause.PROCESS_STOPPED);
    }
    return silenceFromNs.isPresent()
        ? Coverage.from(
            Cause.PROCESS_STOPPED,
            "the silence of all threads, in place of jitterlab.Process,",
            silenceFromNs.getAsLong())
        : Coverage.none(
            Cause.PROCESS_STOPPED,
            "jitterlab.Process was not recorded, and no two threads record something all the time");
  }

  /** The event may be enabled in a process that no control group limits, and then never comes. */
  private Coverage throttlingCoverage() {
    if (!throttled.isEmpty()) {
      return coverageOfThrottledTimes();
    }
    return Coverage.none(
        Cause.THROTTLING,
        setting(ThrottledTime.BY_JDK).enabled() || !readings.isEmpty()
            ? "no control group with a CPU limit was seen"
            : "neither jitterlab.Process nor jdk.ContainerCPUThrottling was recorded");
  }

  private Coverage coverageOfThrottledTimes() {
    boolean isKnown = false;
    boolean isOpen = throttled.size() == 1 && throttled.getFirst().totalNs() > 0;
    for (int i = 1; i < throttled.size(); i++) {
      ThrottledTime earlier = throttled.get(i - 1);
      ThrottledTime later = throttled.get(i);
      boolean soon = later.isSoonAfter(earlier);
      isKnown |= soon;
      isOpen |= !soon && later.totalNs() > earlier.totalNs();
    }
    return isOpen
        ? new Coverage(
            Cause.THROTTLING,
            isKnown,
            "the throttled time was read too rarely to say what it delayed",
            Cause.THROTTLING.remedy())
        : Coverage.full(Cause.THROTTLING);
  }

  private Coverage runQueueCoverage() {
    return isRunQueueRead()
        ? Coverage.full(Cause.RUN_QUEUE)
        : Coverage.none(Cause.RUN_QUEUE, NO_RUN_QUEUE);
  }

  /** Theirs is a part of the time in which a thread waited for a CPU. */
  private Coverage compilerThreadsCoverage() {
    return isRunQueueRead()
        ? coverageOfAny(Cause.COMPILER_THREADS)
        : Coverage.none(Cause.COMPILER_THREADS, NO_RUN_QUEUE, Cause.RUN_QUEUE.remedy());
  }

  private boolean isRunQueueRead() {
    return works.stream()
        .anyMatch(work -> work.runQueueNs() >= 0 || work.executionRunQueueNs() >= 0);
  }

  /** A rate is spread over all threads and CPUs, so it fixes no time between two samples. */
  private Coverage ownCodeCoverage() {
    EventSetting byCpuTime = setting(CPU_SAMPLE);
    boolean sampled = Cause.OWN_CODE.events().stream().anyMatch(event -> setting(event).enabled());
    boolean hasRate = byCpuTime.enabled() && byCpuTime.periodNs() == 0;
    if ((sampled && !hasRate) || works.stream().anyMatch(work -> work.cpuNs() >= 0)) {
      return Coverage.full(Cause.OWN_CODE);
    }
    return hasRate
        ? Coverage.none(
            Cause.OWN_CODE,
            CPU_SAMPLE
                + " has no known period: it was limited to a rate, or its settings are missing",
            "Give " + CPU_SAMPLE + " a period, such as throttle=10ms.")
        : Coverage.none(Cause.OWN_CODE, "neither samples nor CPU times were recorded");
  }

  /** Of events that each show a part of it. */
  private Coverage coverageOfAll(Cause cause) {
    Optional<String> off =
        cause.events().stream().filter(event -> !setting(event).enabled()).findFirst();
    if (off.isPresent()) {
      return Coverage.none(cause, off.get() + " was not enabled");
    }
    String coarsest =
        cause.events().stream()
            .reduce((a, b) -> setting(a).thresholdNs() >= setting(b).thresholdNs() ? a : b)
            .orElseThrow();
    Coverage coverage = Coverage.from(cause, coarsest, setting(coarsest).thresholdNs());
    return cause.events().stream()
        .filter(event -> setting(event).mostASecond() > 0)
        .findFirst()
        .map(event -> coverage.limited(event, setting(event).mostASecond()))
        .orElse(coverage);
  }

  /** Of events of which one is enough. */
  private Coverage coverageOfAny(Cause cause) {
    return cause.events().stream()
        .filter(event -> setting(event).enabled())
        .reduce((a, b) -> setting(a).thresholdNs() <= setting(b).thresholdNs() ? a : b)
        .map(event -> Coverage.from(cause, event, setting(event).thresholdNs()))
        .orElseGet(
            () -> Coverage.none(cause, String.join(" and ", cause.events()) + " was not enabled"));
  }
}
