package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CpuReading;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.StretchIndex;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** A server as the patterns see it. Immutable. */
public final class Case {
  private final JvmTimeline timeline;
  private final List<Budget> late;
  private final List<MeasuredSpan> measured;
  private final Predicate<String> isOfTicks;

  /**
   * By rank; every pattern asks for those of its cause, and there may be 100,000s of late works.
   */
  private final List<List<BudgetPart>> parts = new ArrayList<>();

  /** Copies the lists. */
  public Case(
      JvmTimeline timeline,
      List<Budget> late,
      List<MeasuredSpan> measured,
      Predicate<String> isOfTicks) {
    this.timeline = timeline;
    this.late = List.copyOf(late);
    this.measured = List.copyOf(measured);
    this.isOfTicks = isOfTicks;
    for (Cause _ : Cause.values()) {
      parts.add(new ArrayList<>());
    }
    for (Budget budget : this.late) {
      for (BudgetPart part : budget.parts()) {
        parts.get(part.cause().rank()).add(part);
      }
    }
  }

  /** What happened in it. */
  public JvmTimeline timeline() {
    return timeline;
  }

  /** Its late ticks and slow requests, in order of their start. */
  public List<Budget> late() {
    return late;
  }

  /** The time that counts. */
  public List<MeasuredSpan> measured() {
    return measured;
  }

  /** Whether a method is known to be part of ticks or requests. */
  public Predicate<String> isOfTicks() {
    return isOfTicks;
  }

  /** The parts that a cause has, in order of the late works' start. */
  List<BudgetPart> parts(Cause cause) {
    return Collections.unmodifiableList(parts.get(cause.rank()));
  }

  /** How much late time a cause has. */
  public long lateNs(Cause cause) {
    return parts.get(cause.rank()).stream().mapToLong(BudgetPart::ns).sum();
  }

  /**
   * How much late time the pauses of these collections have. A collection may go on for seconds
   * beside the program; its pauses are what makes something late.
   */
  long pausedNs(List<GarbageCollection> those) {
    StretchIndex pauses =
        new StretchIndex(those.stream().flatMap(one -> one.pauses().stream()).toList());
    long ns = 0;
    for (Budget budget : late) {
      for (BudgetPart part : budget.parts()) {
        if (part.cause() == Cause.GC_PAUSE) {
          ns += pausedNs(budget.work(), part, pauses);
        }
      }
    }
    return ns;
  }

  /**
   * A work may have met other pauses too. What they took in its own window is divided by their
   * length there, and what works before it handed on by the length of those before the window.
   */
  private long pausedNs(TimedWork work, BudgetPart part, StretchIndex those) {
    if (part.evidence().stream().noneMatch(seen -> isOne(seen, those))) {
      return 0;
    }
    long fromNs = work.fromNs();
    long endNs = work.endNs();
    long allNs = Stretch.coveredNs(timeline.pauses(fromNs, endNs), fromNs, endNs);
    long theirNs = Stretch.coveredNs(those.overlapping(fromNs, endNs), fromNs, endNs);
    double share = allNs == 0 ? 0 : Math.min(1, theirNs / (double) allNs);
    List<Sighting> before =
        part.evidence().stream().filter(seen -> seen.atNs() + seen.durationNs() <= fromNs).toList();
    long allBeforeNs = before.stream().mapToLong(Sighting::durationNs).sum();
    long theirBeforeNs =
        before.stream().filter(seen -> isOne(seen, those)).mapToLong(Sighting::durationNs).sum();
    double shareBefore = allBeforeNs == 0 ? share : theirBeforeNs / (double) allBeforeNs;
    long inWindowNs = Math.min(part.ns(), allNs);
    return Math.round(inWindowNs * share + (part.ns() - inWindowNs) * shareBefore);
  }

  private static boolean isOne(Sighting seen, StretchIndex pauses) {
    return !pauses.overlapping(seen.atNs(), seen.atNs() + seen.durationNs()).isEmpty();
  }

  /** The readings of the CPUs while something late waited for one, each once, in any order. */
  List<CpuReading> cpusWhileWaited() {
    Set<CpuReading> readings = new LinkedHashSet<>();
    for (Budget one : late) {
      if (one.ns(Cause.RUN_QUEUE) + one.ns(Cause.COMPILER_THREADS) > 0) {
        readings.addAll(timeline.cpus(one.work().fromNs(), one.work().endNs()));
      }
    }
    return readings.stream().filter(reading -> holds(reading.atNs())).toList();
  }

  /** Whether a moment counts. */
  public boolean holds(long ns) {
    return measured.stream().anyMatch(span -> span.holds(ns));
  }

  /** Whether an event was recorded, however coarsely. */
  public boolean has(String event) {
    return timeline.setting(event).enabled();
  }

  /** Whether the thread of something late is known; also if nothing was late. */
  boolean knowsThreads() {
    return late.isEmpty() || late.stream().anyMatch(one -> one.work().hasThread());
  }

  /** Whether a cause would have been seen, in one of the late works at least. */
  public boolean sees(Cause cause) {
    return timeline.coverage(cause).recorded()
        && (late.isEmpty() || late.stream().anyMatch(one -> !one.notRead().contains(cause)));
  }
}
