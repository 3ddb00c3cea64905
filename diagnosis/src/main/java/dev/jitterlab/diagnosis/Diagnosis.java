package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Budgets;
import dev.jitterlab.diagnosis.log.GcLogReader;
import dev.jitterlab.diagnosis.log.JitLogReader;
import dev.jitterlab.diagnosis.pattern.Case;
import dev.jitterlab.diagnosis.pattern.Pattern;
import dev.jitterlab.diagnosis.pattern.PatternMatch;
import dev.jitterlab.diagnosis.pattern.Patterns;
import dev.jitterlab.diagnosis.recording.JoinedRecordingException;
import dev.jitterlab.diagnosis.recording.ProfilerSamples;
import dev.jitterlab.diagnosis.recording.RecordingReader;
import dev.jitterlab.diagnosis.rule.RuleEvents;
import dev.jitterlab.diagnosis.rule.RuleJudge;
import dev.jitterlab.diagnosis.rule.RuleUnit;
import dev.jitterlab.diagnosis.rule.RuleVerdict;
import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.diagnosis.scheduler.SwitchTrace;
import dev.jitterlab.diagnosis.timeline.Beside;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.Coverage;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import dev.jitterlab.diagnosis.view.ViewCollector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntConsumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Finds the causes of all late ticks and slow requests of some servers. One server's recording is
 * in memory at a time. Not thread-safe.
 */
public final class Diagnosis {
  private static final double NS = 1e9;

  private final ListedEvents events;
  private final Map<String, GroupLateness> groups = new LinkedHashMap<>();
  private final Map<String, Causes.Gap> gaps = new LinkedHashMap<>();
  private final List<Found> found = new ArrayList<>();
  private final List<Causes.Source> sources = new ArrayList<>();
  private final ViewCollector views = new ViewCollector();
  private final List<UserRule> rules;
  private final List<Causes.RuleOutcome> outcomes = new ArrayList<>();

  private record Found(String group, Causes.Finding finding) {}

  private Diagnosis(int mostOfAServer, List<UserRule> rules) {
    events = new ListedEvents(mostOfAServer);
    this.rules = List.copyOf(rules);
  }

  /**
   * Diagnoses servers. What cannot be read is among the sources' problems, never an exception.
   *
   * @param servers in the order in which the result has them
   * @param baseline the group that the others are compared with
   * @param rules what a user looks for beside the patterns
   */
  public static Causes of(
      List<ServerFiles> servers, Optional<String> baseline, List<UserRule> rules) {
    return of(servers, baseline, rules, Listing.FOR_READERS, number -> {});
  }

  /**
   * The same.
   *
   * @param listing how many late events the result lists one by one
   * @param begins told the number of each server, from 1, when its turn comes: a million late
   *     events take minutes
   */
  public static Causes of(
      List<ServerFiles> servers,
      Optional<String> baseline,
      List<UserRule> rules,
      Listing listing,
      IntConsumer begins) {
    Diagnosis diagnosis = new Diagnosis(listing.mostOfAServer(servers.size()), rules);
    int number = 0;
    for (ServerFiles server : servers) {
      begins.accept(++number);
      diagnosis.add(server);
    }
    return diagnosis.causes(baseline);
  }

  /**
   * Diagnoses one server by events that were taken from its recording.
   *
   * @param types the event types of its JVM
   */
  static Causes ofEvents(
      String instance,
      Collection<EventType> types,
      Iterable<RecordedEvent> events,
      List<String> tickPackages) {
    TimelineBuilder builder = new TimelineBuilder();
    var unused = RecordingReader.read(types, events, builder);
    SlowLimit.mark(builder, OptionalLong.empty());
    Diagnosis diagnosis = new Diagnosis(Listing.FOR_READERS.mostOfAServer(1), List.of());
    diagnosis.add(
        new ServerFiles(
            instance,
            instance,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            tickPackages,
            OptionalLong.empty()),
        builder.build(),
        OptionalLong.empty(),
        new RuleEvents(List.of()));
    return diagnosis.causes(Optional.empty());
  }

  private void add(ServerFiles files) {
    Taken taken;
    try {
      taken = taken(files);
    } catch (JoinedRecordingException e) {
      taken =
          nothing(
              files, "was joined from recordings of several JVMs. Diagnose the recording of each.");
    } catch (OutOfMemoryError e) { // the others can be diagnosed; what this one took is free again
      taken =
          nothing(
              files,
              "has too many events for the memory of %d MiB that Jitterlab may use. Set JITTERLAB_HEAP_MIB to more."
                  .formatted(Runtime.getRuntime().maxMemory() >> 20));
    }
    add(files, taken.timeline(), taken.typicalNs(), taken.ruleEvents());
  }

  /** What the files of a server say. */
  private record Taken(JvmTimeline timeline, OptionalLong typicalNs, RuleEvents ruleEvents) {}

  private Taken taken(ServerFiles files) {
    RuleEvents ruleEvents = new RuleEvents(rules);
    TimelineBuilder builder = new TimelineBuilder();
    OptionalLong typicalNs =
        files
            .tickLog()
            .map(log -> TickLogTypical.executionNs(log, builder))
            .orElse(OptionalLong.empty());
    read(files, builder, ruleEvents);
    return new Taken(builder.build(), typicalNs, ruleEvents);
  }

  private Taken nothing(ServerFiles files, String why) {
    RuleEvents none = new RuleEvents(rules);
    none.damaged();
    TimelineBuilder empty = new TimelineBuilder();
    empty.missing(files.recording().orElseThrow().getFileName() + " " + why);
    return new Taken(empty.build(), OptionalLong.empty(), none);
  }

  private void add(
      ServerFiles files, JvmTimeline timeline, OptionalLong typicalNs, RuleEvents ruleEvents) {
    List<Budget> late =
        Budgets.of(timeline, typicalNs, files::isOfTicks, files.measured(), events.mostOfAServer());
    List<MeasuredSpan> measured = measured(files, timeline);
    Beside<Void> adding =
        Beside.start(
            "sums-and-views",
            () -> {
              int unlisted = events.add(files.instance(), timeline, late);
              groups
                  .computeIfAbsent(files.group(), GroupLateness::new)
                  .add(timeline, late, measured, unlisted);
              addViews(files, timeline, late);
              return null;
            });
    List<String> notRecorded;
    try {
      coverage(files, timeline, late);
      notRecorded = new ArrayList<>(patterns(files, timeline, late, measured));
      notRecorded.addAll(rules(files, timeline, late, ruleEvents));
    } finally {
      adding.await();
    }
    adding.result();
    sources.add(
        new Causes.Source(
            files.instance(),
            timeline.alignments().stream()
                .map(one -> new Causes.Clock(one.source(), one.method(), one.errorNs() / NS))
                .toList(),
            timeline.problems(),
            timeline.mayMissLateEvents(),
            notRecorded));
  }

  private void addViews(ServerFiles files, JvmTimeline timeline, List<Budget> late) {
    views.add(
        files.group(),
        files.instance(),
        timeline,
        late,
        files.measured(),
        files::isOfTicks,
        budget -> ListedEvents.id(files.instance(), budget.work()));
  }

  private static void read(ServerFiles files, TimelineBuilder builder, RuleEvents ruleEvents) {
    OptionalLong jvmStartNs = OptionalLong.empty();
    if (files.recording().isPresent()) {
      jvmStartNs = RecordingReader.read(files.recording().get(), builder, ruleEvents);
      files.profile().ifPresent(profile -> ProfilerSamples.read(profile, builder));
    } else {
      builder.missing("There is no recording, so neither ticks nor requests are known.");
    }
    OptionalLong start = jvmStartNs;
    files.gcLog().ifPresent(log -> GcLogReader.read(log, start, builder));
    files.jitLog().ifPresent(log -> JitLogReader.read(log, start, builder));
    if (files.slowRequests().isEmpty()) {
      SlowLimit.mark(builder, files.slowNs());
    } else {
      SlowRequests.add(files.slowRequests(), files.instance(), builder);
    }
    files.schedulerTrace().ifPresent(trace -> SwitchTrace.read(trace, builder));
  }

  /** The measured time; without one, all the time that the recording has work of. */
  private static List<MeasuredSpan> measured(ServerFiles files, JvmTimeline timeline) {
    if (!files.measured().isEmpty()) {
      return files.measured();
    }
    return List.of(new MeasuredSpan(timeline.works().firstNs(), timeline.works().lastNs() + 1));
  }

  private void coverage(ServerFiles files, JvmTimeline timeline, List<Budget> late) {
    Optional<Coverage.Threads> threads = threads(timeline, late);
    Set<Cause> unseen = timeline.causesUnseenWithoutThread();
    for (Cause cause : Cause.values()) {
      Coverage coverage = timeline.coverage(cause);
      gap(files, coverage);
      if (coverage.recorded() && unseen.contains(cause)) {
        threads.ifPresent(known -> gap(files, Coverage.ofThreads(cause, known)));
      }
    }
    if (late.stream().anyMatch(budget -> timeline.isVirtual(budget.work().thread()))) {
      for (Cause cause : JvmTimeline.CAUSES_OF_VIRTUAL_WAITS) {
        if (timeline.coverage(cause).recorded()) {
          gap(files, Coverage.ofVirtualThreads(cause, timeline.seesVirtualWaits()));
        }
      }
    }
  }

  /** Whose threads are known, if not those of all that was late. */
  private static Optional<Coverage.Threads> threads(JvmTimeline timeline, List<Budget> late) {
    long without = late.stream().filter(budget -> !budget.work().hasThread()).count();
    if (without == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Coverage.Threads(
            without < late.size(), timeline.setting(TimedWork.Kind.REQUEST.event()).enabled()));
  }

  private void gap(ServerFiles files, Coverage coverage) {
    coverage
        .gap()
        .ifPresent(
            why ->
                gaps.merge(
                    coverage.cause() + why,
                    new Causes.Gap(
                        coverage.cause().id(),
                        List.of(files.instance()),
                        coverage.recorded(),
                        why + ".",
                        coverage.remedy()),
                    Diagnosis::together));
  }

  private static Causes.Gap together(Causes.Gap one, Causes.Gap other) {
    List<String> instances = new ArrayList<>(one.instances());
    instances.addAll(other.instances());
    return new Causes.Gap(one.cause(), instances, one.recorded(), one.why(), one.remedy());
  }

  /** Adds what the patterns find; returns those that miss their events. */
  private List<String> patterns(
      ServerFiles files, JvmTimeline timeline, List<Budget> late, List<MeasuredSpan> measured) {
    Case server = new Case(timeline, late, measured, files::isOfTicks);
    List<String> notRecorded = new ArrayList<>();
    for (Pattern pattern : Patterns.all()) {
      if (!pattern.isRecorded(server)) {
        notRecorded.add(pattern.name());
      } else if (!late.isEmpty()) {
        pattern.costly(server).forEach(match -> found(files, pattern.name(), match));
      }
    }
    return notRecorded;
  }

  /** Adds what the users' rules say; returns those that miss their events. */
  private List<String> rules(
      ServerFiles files, JvmTimeline timeline, List<Budget> late, RuleEvents ruleEvents) {
    List<String> notRecorded = new ArrayList<>();
    RuleJudge judge = new RuleJudge(files.instance(), timeline, late, files.measured());
    for (RuleVerdict verdict : judge.judge(ruleEvents)) {
      UserRule rule = verdict.rule();
      outcomes.add(
          new Causes.RuleOutcome(
              rule.name(),
              files.instance(),
              verdict.outcome().words(),
              verdict.text(),
              verdict.value().isPresent() ? verdict.value().getAsDouble() : null,
              rule.shownIn().fromBase(rule.limit()),
              rule.shownIn() == RuleUnit.NONE ? null : rule.shownIn().word(),
              verdict.windows()));
      switch (verdict.outcome()) {
        case FOUND ->
            found(
                files,
                rule.name(),
                new PatternMatch(
                    verdict.text(), rule.remedy(), verdict.lateNs(), verdict.evidence()));
        case NOT_RECORDED -> notRecorded.add(rule.name());
        case NOT_FOUND -> {}
      }
    }
    return notRecorded;
  }

  private void found(ServerFiles files, String pattern, PatternMatch match) {
    found.add(
        new Found(
            files.group(),
            new Causes.Finding(
                pattern,
                files.instance(),
                Standing.SEEN.words(),
                match.text(),
                match.remedy(),
                match.lateNs() / NS,
                ListedEvents.evidence(match.evidence()))));
  }

  private Causes causes(Optional<String> baseline) {
    List<Causes.Grade> grades =
        groups.values().stream().flatMap(group -> group.grades().stream()).toList();
    List<Causes.Finding> costliest =
        found.stream()
            .map(one -> one.finding().with(standing(one, grades)))
            .sorted(Comparator.comparingDouble(Causes.Finding::seconds).reversed())
            .toList();
    return new Causes(
        events.all(),
        groups.values().stream().map(GroupLateness::sums).toList(),
        List.copyOf(gaps.values()),
        costliest,
        sources,
        views.views(baseline),
        grades,
        outcomes);
  }

  private static String standing(Found found, List<Causes.Grade> grades) {
    return Patterns.causeOf(found.finding().pattern())
        .flatMap(
            cause ->
                grades.stream()
                    .filter(one -> one.group().equals(found.group()))
                    .filter(one -> one.cause().equals(cause.id()))
                    .findFirst())
        .map(Causes.Grade::standing)
        .orElse(found.finding().standing());
  }
}
