package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.Coverage;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The lateness of all servers of one group, collected server by server.
 *
 * <p>The contract: {@link #add} is called once for each server of the group, with all of its late
 * events that count. {@link #sums} and {@link #grades} may be asked at any time; they are about the
 * servers that were added until then. What is returned is immutable and in seconds. Not
 * thread-safe.
 */
final class GroupLateness {
  /** A cause with less of the late time is not graded. */
  private static final double LEAST_GRADED = 0.05;

  private static final double NS = 1e9;

  private final String name;

  /** The time of each cause, then the least and the most that another order would give it. */
  private final Map<Cause, long[]> byCause = new LinkedHashMap<>();

  private final LateTickCounts lateTicks = new LateTickCounts();
  private final Set<Cause> notRecorded = new TreeSet<>();

  /** What some late event could not show. */
  private final Set<Cause> notRead = EnumSet.noneOf(Cause.class);

  private int servers;
  private int lateEvents;
  private long latenessNs;
  private int leftOut;

  /** Each server's, the first one that of the server with the most late time. */
  private final Map<Cause, List<DoseResponse.Result>> doses = new EnumMap<>(Cause.class);

  private long mostLateNs;

  GroupLateness(String name) {
    this.name = name;
  }

  /**
   * Adds a server.
   *
   * @param late its late events
   * @param measured when it was measured
   * @param unlisted how many of the late events {@code causes.json} does not list
   */
  void add(JvmTimeline timeline, List<Budget> late, List<MeasuredSpan> measured, int unlisted) {
    servers += late.isEmpty() ? 0 : 1; // one without lateness says nothing against a cause
    leftOut += unlisted;
    Set<Cause> missing = EnumSet.allOf(Cause.class);
    missing.removeIf(cause -> !isMissing(timeline, cause));
    notRecorded.addAll(missing);
    late.forEach(this::add);
    addDoses(timeline, late, measured);
  }

  private static boolean isMissing(JvmTimeline timeline, Cause cause) {
    Coverage coverage = timeline.coverage(cause);
    return coverage.gap().isPresent() && !coverage.recorded();
  }

  private void add(Budget budget) {
    lateEvents++;
    latenessNs += budget.latenessNs();
    lateTicks.add(budget);
    notRead.addAll(budget.notRead());
    for (BudgetPart part : budget.parts()) {
      long[] sums = byCause.computeIfAbsent(part.cause(), _ -> new long[3]);
      sums[0] += part.ns();
      sums[1] += part.leastNs();
      sums[2] += part.mostNs();
    }
  }

  private void addDoses(JvmTimeline timeline, List<Budget> late, List<MeasuredSpan> measured) {
    long lateNs = late.stream().mapToLong(Budget::latenessNs).sum();
    if (lateNs == 0) {
      return;
    }
    boolean isLatest = lateNs > mostLateNs;
    mostLateNs = Math.max(lateNs, mostLateNs);
    DoseResponse response = new DoseResponse(timeline, late, measured);
    for (Cause cause : Cause.values()) {
      Optional<DoseResponse.Result> found = response.of(cause);
      if (found.isPresent()) {
        List<DoseResponse.Result> all = doses.computeIfAbsent(cause, _ -> new ArrayList<>());
        all.add(isLatest ? 0 : all.size(), found.get());
      }
    }
  }

  /** Of the causes that have a twentieth of the late time or more. */
  List<Causes.Grade> grades() {
    return byCause.entrySet().stream()
        .filter(one -> one.getKey() != Cause.UNEXPLAINED)
        .filter(one -> one.getValue()[0] >= LEAST_GRADED * latenessNs)
        .sorted(
            Comparator.comparingLong((Map.Entry<Cause, long[]> e) -> e.getValue()[0]).reversed())
        .map(one -> grade(one.getKey(), doses.getOrDefault(one.getKey(), List.of())))
        .toList();
  }

  private Causes.Grade grade(Cause cause, List<DoseResponse.Result> ofServers) {
    if (ofServers.isEmpty()) {
      return Causes.Grade.ofDose(name, cause.id(), null);
    }
    int following = (int) ofServers.stream().filter(DoseResponse.Result::follows).count();
    DoseResponse.Result latest = ofServers.getFirst();
    return Causes.Grade.ofDose(
        name,
        cause.id(),
        new Causes.Dose(
            servers, following, latest.correlation(), latest.chance(), latest.pieces()));
  }

  /**
   * What has no figure for want of events, also where one late event could not show it: nobody
   * knows that it was not there. What other late events show has a figure.
   */
  private Set<Cause> missing() {
    Set<Cause> missing = new TreeSet<>(notRead);
    missing.removeAll(byCause.keySet());
    missing.addAll(notRecorded);
    return missing;
  }

  /** Everything but the grades. */
  Causes.GroupCauses sums() {
    Map<String, Double> seconds = new LinkedHashMap<>();
    Map<String, Causes.Bounds> bounds = new LinkedHashMap<>();
    byCause.entrySet().stream()
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
        lateEvents,
        latenessNs / NS,
        seconds,
        bounds,
        missing().stream().map(Cause::id).toList(),
        leftOut,
        lateTicks.counts());
  }
}
