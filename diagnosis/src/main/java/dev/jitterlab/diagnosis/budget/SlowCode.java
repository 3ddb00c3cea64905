package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.StretchIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * When a method that a thread runs had no optimised code: from a deoptimisation until it was
 * compiled again, and from its first compilation until it was fully compiled. Which compilation is
 * the first is known only if they are known from the start of the JVM on.
 *
 * <p>Code is thrown away as a whole: a speculation that failed in an inlined method costs the
 * method that it was compiled into, and the gap lasts until that one is compiled again.
 *
 * <p>A method counts for a thread if a sample shows it there, if the thread itself left its code,
 * or if it is one of the methods that the caller names. There may be a thread for each request, so
 * threads of the same methods share what was found for them. Immutable.
 */
final class SlowCode {
  /** How long code stays slow if nothing says when it was compiled again. */
  private static final long UNKNOWN_NS = 1_000_000_000;

  /** Code that is not compiled again for so long is not used. */
  private static final long LONGEST_NS = 30_000_000_000L;

  /** What is called too rarely to be compiled in this time is no cause. */
  private static final long LONGEST_FIRST_NS = 10_000_000_000L;

  private static final long FINE_NS = 1_000_000;
  private static final Set<String> STAYS = Set.of("none", "maybe_recompile");

  /** Of the threads that run more than the methods that the caller names. */
  private final Map<Long, StretchIndex> byThread;

  /** Of all other threads. */
  private final StretchIndex ofAll;

  SlowCode(JvmTimeline timeline, Predicate<String> isOfTicks) {
    Map<String, TreeMap<Long, MethodCompilation>> optimised = new HashMap<>();
    Map<String, Long> firstSeen = new HashMap<>();
    Map<Integer, String> byId = new HashMap<>();
    for (MethodCompilation one : timeline.compilations()) {
      if (one.level() == MethodCompilation.OPTIMISED && !one.failed()) {
        optimised.computeIfAbsent(one.method(), _ -> new TreeMap<>()).put(one.startNs(), one);
      }
      firstSeen.putIfAbsent(one.method(), one.startNs());
      byId.put(one.id(), one.method());
    }
    boolean compilationsKnown =
        !timeline.compilations().isEmpty()
            && (timeline.setting("jdk.Compilation").thresholdNs() <= FINE_NS
                || timeline.compilations().stream()
                    .anyMatch(one -> !one.event().equals("jdk.Compilation")));
    List<Named> gaps = new ArrayList<>();
    Map<String, Long> firstThrownAway = new HashMap<>();
    for (CodeThrownAway code : timeline.thrownAway()) {
      String whole = byId.getOrDefault(code.compilation(), code.method());
      firstThrownAway.putIfAbsent(whole, code.atNs());
      if (!STAYS.contains(code.action())) {
        boolean isWholeKnown =
            code.compilation() == CodeThrownAway.UNKNOWN || byId.containsKey(code.compilation());
        gaps.add(afterwards(code, whole, optimised.get(whole), compilationsKnown && isWholeKnown));
      }
    }
    if (compilationsKnown && timeline.knowsFirstCompilations()) {
      optimised.forEach(
          (method, those) -> {
            if (those.firstKey() < firstThrownAway.getOrDefault(method, Long.MAX_VALUE)) {
              gaps.add(first(method, those, firstSeen.get(method)));
            } // else it had been compiled before the recording began
          });
    }
    BitSet named = new BitSet();
    for (int i = 0; i < gaps.size(); i++) {
      named.set(i, gaps.get(i).isOf(isOfTicks));
    }
    ofAll = index(gaps, named);
    byThread = named.cardinality() < gaps.size() ? ofThreads(timeline, gaps, named) : Map.of();
  }

  private static Map<Long, StretchIndex> ofThreads(
      JvmTimeline timeline, List<Named> gaps, BitSet named) {
    Map<String, List<Integer>> gapsOf = new HashMap<>();
    for (int i = named.nextClearBit(0); i < gaps.size(); i = named.nextClearBit(i + 1)) {
      Named gap = gaps.get(i);
      gapsOf.computeIfAbsent(gap.method(), _ -> new ArrayList<>()).add(i);
      gapsOf.computeIfAbsent(gap.whole(), _ -> new ArrayList<>()).add(i);
    }
    Map<Long, Set<String>> left = new HashMap<>();
    for (CodeThrownAway code : timeline.thrownAway()) {
      left.computeIfAbsent(code.thread(), _ -> new HashSet<>()).add(code.method());
    }
    Map<Long, StretchIndex> all = new HashMap<>();
    Map<BitSet, StretchIndex> known = new HashMap<>();
    for (long thread : timeline.workThreads()) {
      Set<String> runs = new HashSet<>(left.getOrDefault(thread, Set.of()));
      timeline.samples(thread).forEach(sample -> runs.addAll(sample.frames()));
      BitSet found = new BitSet();
      for (String method : runs) {
        gapsOf.getOrDefault(method, List.of()).forEach(found::set);
      }
      if (!found.isEmpty()) {
        found.or(named);
        all.put(thread, known.computeIfAbsent(found, those -> index(gaps, those)));
      }
    }
    return all;
  }

  private static StretchIndex index(List<Named> gaps, BitSet those) {
    return those.isEmpty()
        ? StretchIndex.none()
        : new StretchIndex(those.stream().mapToObj(i -> gaps.get(i).stretch()).toList());
  }

  /**
   * A gap of a method.
   *
   * @param whole the method that was compiled, with that method inlined; often the same
   */
  private record Named(String method, String whole, Stretch stretch) {
    boolean isOf(Predicate<String> methods) {
      return methods.test(method) || methods.test(whole);
    }
  }

  /** When this thread's code was slow, as far as it shares time with the window. */
  List<Stretch> of(long thread, long fromNs, long toNs) {
    return byThread.getOrDefault(thread, ofAll).overlapping(fromNs, toNs);
  }

  private static Named afterwards(
      CodeThrownAway code,
      String whole,
      NavigableMap<Long, MethodCompilation> optimised,
      boolean known) {
    Map.Entry<Long, MethodCompilation> next =
        optimised == null ? null : optimised.ceilingEntry(code.atNs());
    long end;
    String what =
        code.words()
            + (whole.equals(code.method()) ? "" : ", inlined in " + whole.replace("::", "."));
    if (next != null && next.getValue().endNs() - code.atNs() <= LONGEST_NS) {
      end = next.getValue().endNs();
      what += ", compiled again after " + (end - code.atNs()) / 1_000_000 + " ms";
    } else {
      end = code.atNs() + (known ? LONGEST_NS : UNKNOWN_NS);
      what += known ? ", not compiled again" : "";
    }
    return new Named(
        code.method(),
        whole,
        new Stretch(Cause.DEOPTIMISED_CODE, code.atNs(), end, code.thread(), code.event(), what));
  }

  private static Named first(
      String method, NavigableMap<Long, MethodCompilation> optimised, long firstSeenNs) {
    MethodCompilation full = optimised.firstEntry().getValue();
    long from = Math.max(firstSeenNs, full.endNs() - LONGEST_FIRST_NS);
    return new Named(
        method,
        method,
        new Stretch(
            Cause.FIRST_COMPILATION,
            from,
            Math.max(full.endNs(), from),
            JvmTimeline.ALL_THREADS,
            full.event(),
            method.replace("::", ".") + ", fully compiled for the first time"));
  }
}
