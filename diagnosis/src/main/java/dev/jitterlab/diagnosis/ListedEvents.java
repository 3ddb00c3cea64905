package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Selection;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The late ticks and slow requests that {@code causes.json} lists one by one, server by server in
 * order of time. A server with more than its share is listed with its latest ones. Not thread-safe.
 */
final class ListedEvents {
  private static final double NS = 1e9;

  private final List<Causes.LateEvent> events = new ArrayList<>();
  private final int mostOfAServer;

  ListedEvents(int mostOfAServer) {
    this.mostOfAServer = mostOfAServer;
  }

  /** How many late events of each server are listed here. */
  int mostOfAServer() {
    return mostOfAServer;
  }

  /** Lists those of a server, and returns how many it leaves out. */
  int add(String instance, JvmTimeline timeline, List<Budget> late) {
    List<Budget> listed = latest(late);
    Set<Cause> missing = EnumSet.allOf(Cause.class);
    missing.removeIf(cause -> timeline.coverage(cause).recorded());
    for (Budget budget : listed) {
      events.add(event(instance, timeline, budget, missing));
    }
    return late.size() - listed.size();
  }

  /** All that were listed; the list grows with the next server. */
  List<Causes.LateEvent> all() {
    return events;
  }

  /** Those that are listed, in their order; of equally late ones the first. */
  private List<Budget> latest(List<Budget> late) {
    if (late.size() <= mostOfAServer) {
      return late;
    }
    long[] latenesses = late.stream().mapToLong(Budget::latenessNs).toArray();
    int place = latenesses.length - mostOfAServer;
    long least = Selection.nth(latenesses, latenesses.length, place);
    long later = late.stream().filter(one -> one.latenessNs() > least).count();
    long equal = mostOfAServer - later;
    List<Budget> latest = new ArrayList<>(mostOfAServer);
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

  /** Names a late event: unique among all servers of a diagnosis. */
  static String id(String instance, TimedWork work) {
    return instance + ":" + kind(work) + ":" + work.task() + ":" + work.index();
  }

  private static String kind(TimedWork work) {
    return work.kind().name().toLowerCase(Locale.ROOT);
  }

  /** What shows a cause or a finding, in seconds. */
  static List<Causes.Evidence> evidence(List<Sighting> all) {
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
}
