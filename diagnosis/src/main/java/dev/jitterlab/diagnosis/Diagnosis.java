package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Budgets;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.log.GcLogReader;
import dev.jitterlab.diagnosis.log.JitLogReader;
import dev.jitterlab.diagnosis.pattern.Case;
import dev.jitterlab.diagnosis.pattern.Pattern;
import dev.jitterlab.diagnosis.pattern.PatternMatch;
import dev.jitterlab.diagnosis.pattern.Patterns;
import dev.jitterlab.diagnosis.recording.JoinedRecordingException;
import dev.jitterlab.diagnosis.recording.RecordingReader;
import dev.jitterlab.diagnosis.rule.RuleEvents;
import dev.jitterlab.diagnosis.rule.RuleJudge;
import dev.jitterlab.diagnosis.rule.RuleUnit;
import dev.jitterlab.diagnosis.rule.RuleVerdict;
import dev.jitterlab.diagnosis.rule.UserRule;
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
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Finds the causes of all late ticks and slow requests of some servers. One server's recording is
 * in memory at a time. Not thread-safe.
 */
public final class Diagnosis {
  /**
   * A run of overload has hundreds of thousands of late ticks. All of them are in the sums; the
   * least late ones are not listed, so that the result of 25 servers fits in the lab's memory.
   */
  private static final int MOST_EVENTS_OF_A_SERVER = 5_000;

  private static final int MOST_EVENTS = 40_000;

  /** A cause with less of the late time is not graded. */
  private static final double LEAST_GRADED = 0.05;

  private static final double NS = 1e9;

  private final List<Causes.LateEvent> events = new ArrayList<>();
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<String, Causes.Gap> gaps = new LinkedHashMap<>();
  private final List<Found> found = new ArrayList<>();
  private final List<Causes.Source> sources = new ArrayList<>();
  private final ViewCollector views = new ViewCollector();
  private final List<UserRule> rules;
  private final List<Causes.RuleOutcome> outcomes = new ArrayList<>();
  private final int mostEvents;

  private static final class Group {
    private final Map<Cause, long[]> byCause = new LinkedHashMap<>();
    private final Set<Cause> notRecorded = new TreeSet<>();
    private int lateEvents;
    private long latenessNs;
    private int leftOut;

    /** Each server's, the first one that of the server with the most late time. */
    private final Map<Cause, List<DoseResponse.Result>> doses = new EnumMap<>(Cause.class);

    private long mostLateNs;
  }

  private record Found(String group, Causes.Finding finding) {}

  private Diagnosis(int servers, List<UserRule> rules) {
    mostEvents = mostEvents(servers);
    this.rules = List.copyOf(rules);
  }

  /** Returns how many late events of each server are listed. */
  static int mostEvents(int servers) {
    return Math.min(MOST_EVENTS_OF_A_SERVER, MOST_EVENTS / Math.max(1, servers));
  }

  /**
   * Diagnoses servers. What cannot be read is among the sources' problems, never an exception.
   *
   * @param servers in the order in which the result has them
   */
  public static Causes of(List<ServerFiles> servers) {
    return of(servers, Optional.empty());
  }

  /**
   * The same.
   *
   * @param baseline the group that the others are compared with
   */
  public static Causes of(List<ServerFiles> servers, Optional<String> baseline) {
    return of(servers, baseline, List.of());
  }

  /**
   * The same.
   *
   * @param rules what a user looks for beside the patterns
   */
  public static Causes of(
      List<ServerFiles> servers, Optional<String> baseline, List<UserRule> rules) {
    Diagnosis diagnosis = new Diagnosis(servers.size(), rules);
    servers.forEach(diagnosis::add);
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
    Diagnosis diagnosis = new Diagnosis(1, List.of());
    diagnosis.add(
        new ServerFiles(
            instance,
            instance,
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
    RuleEvents ruleEvents = new RuleEvents(rules);
    TimelineBuilder builder = new TimelineBuilder();
    OptionalLong typicalNs =
        files
            .tickLog()
            .map(log -> TickLogTypical.executionNs(log, builder))
            .orElse(OptionalLong.empty());
    try {
      read(files, builder, ruleEvents);
      add(files, builder.build(), typicalNs, ruleEvents);
    } catch (JoinedRecordingException e) {
      RuleEvents none = new RuleEvents(rules);
      none.damaged();
      TimelineBuilder empty = new TimelineBuilder();
      empty.problem(
          files.recording().orElseThrow().getFileName()
              + " was joined from recordings of several JVMs. Diagnose the recording of each.");
      add(files, empty.build(), OptionalLong.empty(), none);
    }
  }

  private void add(
      ServerFiles files, JvmTimeline timeline, OptionalLong typicalNs, RuleEvents ruleEvents) {
    List<Budget> late =
        Budgets.of(timeline, typicalNs, files::isOfTicks).stream()
            .filter(one -> files.counts(one.work()))
            .toList();
    Group group = groups.computeIfAbsent(files.group(), _ -> new Group());
    List<MeasuredSpan> measured = measured(files, timeline);
    add(group, late);
    coverage(files, timeline, group);
    events(files, timeline, late, group);
    doses(timeline, late, measured, group);
    List<String> notRecorded = new ArrayList<>(patterns(files, timeline, late, measured));
    notRecorded.addAll(rules(files, timeline, late, ruleEvents));
    views.add(
        files.group(),
        files.instance(),
        timeline,
        late,
        files.measured(),
        files::isOfTicks,
        budget -> id(files.instance(), budget.work()));
    sources.add(
        new Causes.Source(
            files.instance(),
            timeline.alignments().stream()
                .map(one -> new Causes.Clock(one.source(), one.method(), one.errorNs() / NS))
                .toList(),
            timeline.problems(),
            notRecorded));
  }

  private static void read(ServerFiles files, TimelineBuilder builder, RuleEvents ruleEvents) {
    OptionalLong jvmStartNs = OptionalLong.empty();
    if (files.recording().isPresent()) {
      jvmStartNs = RecordingReader.read(files.recording().get(), builder, ruleEvents);
    } else {
      builder.problem("There is no recording, so neither ticks nor requests are known.");
    }
    OptionalLong start = jvmStartNs;
    files.gcLog().ifPresent(log -> GcLogReader.read(log, start, builder));
    files.jitLog().ifPresent(log -> JitLogReader.read(log, start, builder));
    if (files.slowRequests().isEmpty()) {
      SlowLimit.mark(builder, files.slowNs());
    }
    files.slowRequests().forEach(log -> SlowRequests.add(log, files.instance(), builder));
  }

  private static void doses(
      JvmTimeline timeline, List<Budget> late, List<MeasuredSpan> measured, Group group) {
    long lateNs = late.stream().mapToLong(Budget::latenessNs).sum();
    if (lateNs == 0) {
      return;
    }
    boolean isLatest = lateNs > group.mostLateNs;
    group.mostLateNs = Math.max(lateNs, group.mostLateNs);
    DoseResponse response = new DoseResponse(timeline, late, measured);
    for (Cause cause : Cause.values()) {
      response
          .of(cause)
          .ifPresent(
              found -> {
                List<DoseResponse.Result> all =
                    group.doses.computeIfAbsent(cause, _ -> new ArrayList<>());
                all.add(isLatest ? 0 : all.size(), found);
              });
    }
  }

  /** The measured time; without one, all the time that the recording has work of. */
  private static List<MeasuredSpan> measured(ServerFiles files, JvmTimeline timeline) {
    if (!files.measured().isEmpty()) {
      return files.measured();
    }
    long first = timeline.works().stream().mapToLong(TimedWork::fromNs).min().orElse(0);
    long last = timeline.works().stream().mapToLong(TimedWork::endNs).max().orElse(0);
    return List.of(new MeasuredSpan(first, last + 1));
  }

  private static void add(Group group, List<Budget> late) {
    for (Budget budget : late) {
      group.lateEvents++;
      group.latenessNs += budget.latenessNs();
      for (BudgetPart part : budget.parts()) {
        long[] sums = group.byCause.computeIfAbsent(part.cause(), _ -> new long[3]);
        sums[0] += part.ns();
        sums[1] += part.leastNs();
        sums[2] += part.mostNs();
      }
    }
  }

  private void coverage(ServerFiles files, JvmTimeline timeline, Group group) {
    for (Cause cause : Cause.values()) {
      Coverage coverage = timeline.coverage(cause);
      coverage
          .gap()
          .ifPresent(
              why -> {
                if (!coverage.recorded()) {
                  group.notRecorded.add(cause);
                }
                gaps.merge(
                    cause + why,
                    new Causes.Gap(
                        cause.id(),
                        List.of(files.instance()),
                        coverage.recorded(),
                        why + ".",
                        coverage.remedy()),
                    Diagnosis::together);
              });
    }
  }

  private static Causes.Gap together(Causes.Gap one, Causes.Gap other) {
    List<String> instances = new ArrayList<>(one.instances());
    instances.addAll(other.instances());
    return new Causes.Gap(one.cause(), instances, one.recorded(), one.why(), one.remedy());
  }

  private void events(ServerFiles files, JvmTimeline timeline, List<Budget> late, Group group) {
    List<Budget> listed = latest(late);
    group.leftOut += late.size() - listed.size();
    Set<Cause> missing = new TreeSet<>();
    for (Cause cause : Cause.values()) {
      if (!timeline.coverage(cause).recorded()) {
        missing.add(cause);
      }
    }
    for (Budget budget : listed) {
      events.add(event(files.instance(), timeline, budget, missing));
    }
  }

  /** Those that are listed, in their order; of equally late ones the first. */
  private List<Budget> latest(List<Budget> late) {
    if (late.size() <= mostEvents) {
      return late;
    }
    long[] latenesses = late.stream().mapToLong(Budget::latenessNs).sorted().toArray();
    long least = latenesses[latenesses.length - mostEvents];
    long later = late.stream().filter(one -> one.latenessNs() > least).count();
    long equal = mostEvents - later;
    List<Budget> latest = new ArrayList<>(mostEvents);
    for (Budget one : late) {
      if (one.latenessNs() > least || (one.latenessNs() == least && equal-- > 0)) {
        latest.add(one);
      }
    }
    return latest;
  }

  private static Causes.LateEvent event(
      String instance, JvmTimeline timeline, Budget budget, Set<Cause> missing) {
    TimedWork work = budget.work();
    Set<Cause> notRecorded = new TreeSet<>(missing);
    notRecorded.addAll(budget.notRead());
    budget.parts().forEach(part -> notRecorded.remove(part.cause()));
    return new Causes.LateEvent(
        id(instance, work),
        instance,
        kind(work),
        work.task(),
        work.thread() == JvmTimeline.ALL_THREADS ? null : timeline.thread(work.thread()),
        work.fromNs() / NS,
        budget.latenessNs() / NS,
        budget.typicalNs() / NS,
        budget.parts().stream()
            .map(
                part ->
                    new Causes.Part(
                        part.cause().id(),
                        part.ns() / NS,
                        part.leastNs() / NS,
                        part.mostNs() / NS,
                        evidence(part.evidence())))
            .toList(),
        notRecorded.stream().map(Cause::id).toList());
  }

  private static String id(String instance, TimedWork work) {
    return instance + ":" + kind(work) + ":" + work.task() + ":" + work.index();
  }

  private static String kind(TimedWork work) {
    return work.kind().name().toLowerCase(Locale.ROOT);
  }

  private static List<Causes.Evidence> evidence(List<Sighting> all) {
    return all.stream()
        .map(
            one ->
                new Causes.Evidence(
                    one.atNs() / NS,
                    one.durationNs() == 0 ? null : one.durationNs() / NS,
                    one.thread(),
                    one.event(),
                    one.what()))
        .toList();
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
        pattern
            .find(server)
            .forEach(match -> found.add(new Found(files.group(), finding(files, pattern, match))));
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
        case FOUND -> found.add(new Found(files.group(), finding(files, verdict)));
        case NOT_RECORDED -> notRecorded.add(rule.name());
        case NOT_FOUND -> {}
      }
    }
    return notRecorded;
  }

  private static Causes.Finding finding(ServerFiles files, RuleVerdict verdict) {
    return new Causes.Finding(
        verdict.rule().name(),
        files.instance(),
        Standing.SEEN.words(),
        verdict.text(),
        verdict.rule().remedy(),
        verdict.lateNs() / NS,
        evidence(verdict.evidence()));
  }

  private static Causes.Finding finding(ServerFiles files, Pattern pattern, PatternMatch match) {
    return new Causes.Finding(
        pattern.name(),
        files.instance(),
        Standing.SEEN.words(),
        match.text(),
        match.remedy(),
        match.lateNs() / NS,
        evidence(match.evidence()));
  }

  private Causes causes(Optional<String> baseline) {
    List<Causes.Grade> grades = new ArrayList<>();
    groups.forEach((name, group) -> grades(name, group, grades));
    List<Causes.Finding> costliest =
        found.stream()
            .map(one -> one.finding().with(standing(one, grades)))
            .sorted(Comparator.comparingDouble(Causes.Finding::seconds).reversed())
            .toList();
    List<Causes.GroupCauses> all = new ArrayList<>();
    groups.forEach((name, group) -> all.add(group(name, group)));
    return new Causes(
        events,
        all,
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

  /** Of the causes that have a twentieth of the late time or more. */
  private static void grades(String name, Group group, List<Causes.Grade> grades) {
    group.byCause.entrySet().stream()
        .filter(one -> one.getKey() != Cause.UNEXPLAINED)
        .filter(one -> one.getValue()[0] >= LEAST_GRADED * group.latenessNs)
        .sorted(
            Comparator.comparingLong((Map.Entry<Cause, long[]> e) -> e.getValue()[0]).reversed())
        .map(one -> grade(name, one.getKey(), group.doses.getOrDefault(one.getKey(), List.of())))
        .forEach(grades::add);
  }

  private static Causes.Grade grade(String name, Cause cause, List<DoseResponse.Result> doses) {
    if (doses.isEmpty()) {
      return new Causes.Grade(
          name,
          cause.id(),
          Standing.SEEN.words(),
          "It happened while ticks or requests were late. How much of it there was over the whole"
              + " run is not known, or the run was too short to compare.",
          null,
          null);
    }
    int following = (int) doses.stream().filter(DoseResponse.Result::follows).count();
    DoseResponse.Result latest = doses.getFirst();
    boolean follows = 2 * following > doses.size();
    String figures =
        String.format(
            Locale.ROOT,
            "in %d of %d servers (rank correlation %.2f over %d pieces of time, chance %.3f, in the"
                + " server with the most late time)",
            following,
            doses.size(),
            latest.correlation(),
            latest.pieces(),
            latest.chance());
    return new Causes.Grade(
        name,
        cause.id(),
        (follows ? Standing.DOSE : Standing.SEEN).words(),
        follows
            ? "More was late when there was more of it, " + figures + "."
            : "It happened while ticks or requests were late. More was late when there was more of"
                + " it only "
                + figures
                + ".",
        new Causes.Dose(
            doses.size(), following, latest.correlation(), latest.chance(), latest.pieces()),
        null);
  }

  private static Causes.GroupCauses group(String name, Group group) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    Map<String, Causes.Bounds> bounds = new LinkedHashMap<>();
    group.byCause.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<Cause, long[]> e) -> e.getValue()[0]).reversed())
        .forEach(
            entry -> {
              long[] sums = entry.getValue();
              seconds.put(entry.getKey().id(), sums[0] / NS);
              bounds.put(entry.getKey().id(), new Causes.Bounds(sums[1] / NS, sums[2] / NS));
            });
    return new Causes.GroupCauses(
        name,
        group.lateEvents,
        group.latenessNs / NS,
        seconds,
        bounds,
        group.notRecorded.stream().map(Cause::id).toList(),
        group.leftOut);
  }
}
