package dev.jitterlab.diagnosis.view;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lays out what a recording has around one late event, in rows. What is short and close together
 * becomes one box, and a row has so many boxes at most, so that lanes stay small however much
 * happened. Not thread-safe.
 */
final class LaneReader {
  /** What is shown before and behind the event, as a share of its window. */
  private static final double MARGIN = 0.1;

  private static final long LEAST_MARGIN_NS = 500_000;
  private static final int MOST_BOXES = 60;
  private static final int OTHER_THREADS = 3;

  /** Boxes closer than so many parts of the window cannot be told apart. */
  private static final int RESOLUTION = 400;

  private static final double NS = 1e9;

  /** Waits of other threads that may have to do with the event; others are idle. */
  private static final Set<Cause> OF_OTHERS =
      Set.of(Cause.LOCK_WAIT, Cause.GC_STALL, Cause.IO, Cause.PINNED);

  private final JvmTimeline timeline;
  private final Budget budget;
  private final TimedWork work;
  private final long fromNs;
  private final long toNs;
  private final List<EventLanes.Row> rows = new ArrayList<>();
  private int leftOut;

  private record Piece(long startNs, long endNs, String kind, String event, String what) {
    long lengthNs() {
      return endNs - startNs;
    }
  }

  private LaneReader(JvmTimeline timeline, Budget budget) {
    this.timeline = timeline;
    this.budget = budget;
    work = budget.work();
    long margin = Math.max(LEAST_MARGIN_NS, (long) (MARGIN * (work.endNs() - work.fromNs())));
    fromNs = work.fromNs() - margin;
    toNs = work.endNs() + margin;
  }

  /** Reads them. */
  static EventLanes read(String id, String instance, JvmTimeline timeline, Budget budget) {
    LaneReader reader = new LaneReader(timeline, budget);
    reader.rows();
    return new EventLanes(
        id,
        instance,
        reader.fromNs / NS,
        reader.toNs / NS,
        reader.rows,
        reader.links(),
        reader.leftOut);
  }

  private void rows() {
    String kind = work.kind() == TimedWork.Kind.TICK ? "tick" : "request";
    List<Piece> itself = new ArrayList<>();
    if (work.startNs() > work.fromNs()) {
      itself.add(
          new Piece(
              work.fromNs(), work.startNs(), "waiting", work.kind().event(), "due, not begun"));
    }
    itself.add(execution(work, "execution"));
    row("this " + kind, itself);
    threads(kind);
    row("waiting for a CPU", noCpu());
    row("slow code", seen(Set.of(Cause.DEOPTIMISED_CODE, Cause.FIRST_COMPILATION)));
    List<Stretch> stops = timeline.stops(fromNs, toNs);
    row("GC pauses", pieces(stops, Set.of(Cause.GC_PAUSE)));
    row("collections", collections());
    row("safepoints", pieces(stops, Set.of(Cause.TIME_TO_SAFEPOINT, Cause.SAFEPOINT_OPERATION)));
    row("compiler C2", compilations(true));
    row("compiler C1", compilations(false));
    row("code thrown away", thrownAway());
    row("throttling", seen(Set.of(Cause.THROTTLING)));
    row(
        "process stands still",
        timeline.standstills(fromNs, toNs).stream().map(LaneReader::piece).toList());
    if (work.thread() != JvmTimeline.ALL_THREADS) {
      row("samples", samples());
    }
  }

  private void threads(String kind) {
    Map<Long, List<TimedWork>> byThread = new HashMap<>();
    TimedWorks works = timeline.works();
    for (int at = 0; at < works.size(); at++) {
      if (works.startNs(at) >= toNs) {
        break; // they are in order of their start
      }
      if (works.endNs(at) > fromNs) {
        TimedWork one = works.get(at);
        if (!one.equals(work)) {
          byThread.computeIfAbsent(one.thread(), _ -> new ArrayList<>()).add(one);
        }
      }
    }
    if (work.thread() != JvmTimeline.ALL_THREADS) {
      String own = timeline.thread(work.thread());
      row(own + ": other " + kind + "s", works(byThread.getOrDefault(work.thread(), List.of())));
      row(
          own + ": waits",
          timeline.waits(work.thread(), fromNs, toNs).stream().map(LaneReader::piece).toList());
    }
    Set<Long> others = new HashSet<>(byThread.keySet());
    others.addAll(timeline.waitingThreads());
    others.remove(work.thread());
    others.stream()
        .map(thread -> Map.entry(thread, ofOther(thread, byThread)))
        .filter(entry -> !entry.getValue().isEmpty())
        .sorted(
            Comparator.comparingLong((Map.Entry<Long, List<Piece>> entry) -> sum(entry.getValue()))
                .reversed()
                .thenComparing(Map.Entry::getKey))
        .limit(OTHER_THREADS)
        .forEach(
            entry ->
                row(
                    entry.getKey() == JvmTimeline.ALL_THREADS
                        ? "on unknown threads"
                        : timeline.thread(entry.getKey()),
                    entry.getValue()));
  }

  private List<Piece> ofOther(long thread, Map<Long, List<TimedWork>> byThread) {
    return Stream.concat(
            works(byThread.getOrDefault(thread, List.of())).stream(),
            pieces(timeline.waits(thread, fromNs, toNs), OF_OTHERS).stream())
        .toList();
  }

  private static long sum(List<Piece> pieces) {
    return pieces.stream().mapToLong(Piece::lengthNs).sum();
  }

  private static List<Piece> works(List<TimedWork> works) {
    return works.stream().map(one -> execution(one, "work")).toList();
  }

  private static Piece execution(TimedWork work, String kind) {
    return new Piece(
        work.startNs(),
        work.endNs(),
        kind,
        work.kind().event(),
        work.task() + " " + work.index() + (work.late() ? ", late" : ""));
  }

  private static List<Piece> pieces(List<Stretch> stretches, Set<Cause> causes) {
    return stretches.stream()
        .filter(one -> causes.contains(one.cause()))
        .map(LaneReader::piece)
        .toList();
  }

  private static Piece piece(Stretch one) {
    return new Piece(one.startNs(), one.endNs(), one.cause().id(), one.event(), one.what());
  }

  /** What the budget's evidence of these causes shows. */
  private List<Piece> seen(Set<Cause> causes) {
    List<Piece> seen = new ArrayList<>();
    for (BudgetPart part : budget.parts()) {
      if (causes.contains(part.cause())) {
        for (Sighting one : part.evidence()) {
          seen.add(
              new Piece(
                  one.atNs(),
                  one.atNs() + one.durationNs(),
                  part.cause().id(),
                  one.event(),
                  one.what()));
        }
      }
    }
    return seen;
  }

  /** Linux says how long a thread waited in a stretch, and not when: drawn beside the start. */
  private List<Piece> noCpu() {
    Stream<Piece> own =
        Stream.of(
                noCpu(work.startNs() - work.runQueueNs(), work.startNs(), "before the start"),
                noCpu(
                    work.startNs(),
                    work.startNs() + work.executionRunQueueNs(),
                    "during the execution"))
            .filter(one -> one.lengthNs() > 0);
    Stream<Piece> ofAllThreads =
        timeline.frozen(fromNs, toNs).stream()
            .filter(one -> one.cause() == Cause.RUN_QUEUE)
            .map(LaneReader::piece);
    return Stream.concat(own, ofAllThreads).toList();
  }

  private Piece noCpu(long startNs, long endNs, String when) {
    return new Piece(
        startNs,
        endNs,
        Cause.RUN_QUEUE.id(),
        work.kind().event(),
        "run-queue delay " + when + "; when in that time is not known");
  }

  private List<Piece> collections() {
    return timeline.collections().stream()
        .filter(one -> one.endNs() > fromNs && one.startNs() < toNs)
        .map(one -> new Piece(one.startNs(), one.endNs(), "collection", one.event(), one.words()))
        .toList();
  }

  private List<Piece> compilations(boolean full) {
    return timeline.compilations().stream()
        .filter(one -> one.endNs() >= fromNs && one.startNs() < toNs)
        .filter(one -> full == (one.level() == MethodCompilation.OPTIMISED))
        .map(
            one ->
                new Piece(
                    one.startNs(),
                    one.endNs(),
                    "compilation",
                    one.event(),
                    one.method().replace("::", ".") + ", level " + one.level()))
        .toList();
  }

  private List<Piece> thrownAway() {
    return timeline.thrownAway().stream()
        .filter(one -> one.atNs() >= fromNs && one.atNs() < toNs)
        .map(
            one ->
                new Piece(
                    one.atNs(),
                    one.atNs(),
                    Cause.DEOPTIMISED_CODE.id(),
                    one.event(),
                    one.words() + " on " + timeline.thread(one.thread())))
        .toList();
  }

  private List<Piece> samples() {
    return timeline.samples(work.thread(), fromNs, toNs).stream()
        .map(
            one ->
                new Piece(
                    one.atNs(),
                    one.atNs(),
                    "sample",
                    timeline.sampleEvent(),
                    one.frames().getFirst().replace("::", ".")
                        + (one.interpreted() ? " (interpreted)" : "")))
        .toList();
  }

  private void row(String name, List<Piece> pieces) {
    List<EventLanes.Box> boxes = joined(pieces);
    if (boxes.size() > MOST_BOXES) {
      leftOut += boxes.size() - MOST_BOXES;
      Set<EventLanes.Box> longest = new HashSet<>();
      boxes.stream()
          .sorted(Comparator.comparingDouble(LaneReader::length).reversed())
          .limit(MOST_BOXES)
          .forEach(longest::add);
      boxes = boxes.stream().filter(longest::contains).limit(MOST_BOXES).toList();
    }
    if (!boxes.isEmpty()) {
      rows.add(new EventLanes.Row(name, boxes));
    }
  }

  private static double length(EventLanes.Box box) {
    return box.seconds() == null ? 0 : box.seconds();
  }

  /** Makes one box of short pieces of a kind that are close together. */
  private List<EventLanes.Box> joined(List<Piece> pieces) {
    long close = (toNs - fromNs) / RESOLUTION;
    List<EventLanes.Box> boxes = new ArrayList<>();
    List<Piece> run = new ArrayList<>();
    long until = 0;
    for (Piece one : pieces.stream().sorted(Comparator.comparingLong(Piece::startNs)).toList()) {
      boolean joins =
          !run.isEmpty()
              && one.kind().equals(run.getLast().kind())
              && one.startNs() - until <= close
              && one.lengthNs() <= close
              && run.getLast().lengthNs() <= close;
      if (!joins && !run.isEmpty()) {
        boxes.add(box(run, until));
        run.clear();
      }
      until = run.isEmpty() ? one.endNs() : Math.max(until, one.endNs());
      run.add(one);
    }
    if (!run.isEmpty()) {
      boxes.add(box(run, until));
    }
    return boxes;
  }

  private static EventLanes.Box box(List<Piece> run, long untilNs) {
    Piece longest = run.stream().max(Comparator.comparingLong(Piece::lengthNs)).orElseThrow();
    long start = run.getFirst().startNs();
    return new EventLanes.Box(
        start / NS,
        untilNs == start ? null : (untilNs - start) / NS,
        longest.kind(),
        longest.event(),
        longest.what(),
        run.size());
  }

  /** For each cause the box that shows its first evidence; a cause may have none in the window. */
  private List<EventLanes.Link> links() {
    List<EventLanes.Link> links = new ArrayList<>();
    for (BudgetPart part : budget.parts()) {
      part.evidence().stream()
          .flatMap(one -> link(part.cause(), one).stream())
          .findFirst()
          .ifPresent(links::add);
    }
    return links;
  }

  /** The shortest box with that moment; those of the cause's own kind come first. */
  private Optional<EventLanes.Link> link(Cause cause, Sighting evidence) {
    EventLanes.Link found = null;
    double best = Double.MAX_VALUE;
    for (int row = 0; row < rows.size(); row++) {
      List<EventLanes.Box> boxes = rows.get(row).boxes();
      for (int box = 0; box < boxes.size(); box++) {
        EventLanes.Box one = boxes.get(box);
        boolean own = one.kind().equals(cause.id());
        double worth = (own ? 0 : 1e9) + length(one);
        if (one.event().equals(evidence.event()) && holds(one, evidence) && worth < best) {
          best = worth;
          found = new EventLanes.Link(cause.id(), row, box);
        }
      }
    }
    return Optional.ofNullable(found);
  }

  private static boolean holds(EventLanes.Box box, Sighting evidence) {
    double at = evidence.atNs() / NS;
    double slack = 2e-6; // of a double that counts from the epoch
    return at >= box.at() - slack && at <= box.at() + length(box) + slack;
  }
}
