package dev.jitterlab.lab.size;

import dev.jitterlab.lab.size.HeapCostModel.Cost;
import dev.jitterlab.lab.size.SizeSearch.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Between which sizes the smallest heap lies that holds the limits, by what the runs of all sizes
 * say together. {@link SizeSearch} judges each size by its own runs. Where the figures hardly fall
 * with the heap, chance decides which of several sizes that finds, and this interval is wide. A
 * heap with which the server died, fell behind, or missed a limit by an unknown amount has no
 * figure in the models, but it is too small.
 *
 * @param fromBytes the smallest size of which the 95 % intervals do not exclude that it holds all
 *     limits; null where they exclude that of all
 * @param toBytes the smallest size from which on they show that it does; null where not even the
 *     largest that was tried shows it
 */
record SmallestHeap(Long fromBytes, Long toBytes) {
  /**
   * Only sizes between those that lived count; empty where a limit has too few runs for a model.
   */
  static Optional<SmallestHeap> of(SizeQuestion question, List<SizeProbe> probes) {
    TreeSet<Long> sizes = new TreeSet<>();
    probes.stream()
        .filter(SizeProbe::lived)
        .filter(
            probe ->
                question.limits().stream()
                    .allMatch(limit -> probe.figure(limit.metric()).isPresent()))
        .map(SizeProbe::heapBytes)
        .forEach(sizes::add);
    List<Optional<HeapCostModel>> models =
        question.limits().stream().map(limit -> SizeSearch.model(limit.metric(), probes)).toList();
    if (models.isEmpty() || sizes.isEmpty() || models.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    long least = Math.max(sizes.first(), tooSmall(question, probes) + 1);
    Long from = null;
    Long to = null;
    for (long bytes = sizes.last(); bytes >= least; bytes -= SizeSearch.STEP) {
      boolean mayHold = true;
      boolean holds = true;
      for (int i = 0; i < models.size(); i++) {
        double atMost = question.limits().get(i).atMost();
        Optional<Cost> cost = models.get(i).orElseThrow().at(bytes);
        mayHold &= cost.isPresent() && cost.orElseThrow().low() <= atMost;
        holds &= cost.isPresent() && cost.orElseThrow().high() <= atMost;
      }
      if (mayHold) {
        from = bytes;
      }
      if (holds && (to == null ? bytes == sizes.last() : bytes == to - SizeSearch.STEP)) {
        to = bytes;
      }
    }
    return Optional.of(new SmallestHeap(from, to));
  }

  /** The largest heap that is too small whatever the models say of it; 0 for none. */
  private static long tooSmall(SizeQuestion question, List<SizeProbe> probes) {
    SortedMap<Long, Verdict> verdicts = SizeSearch.verdicts(question, probes);
    long missing =
        probes.stream()
            .filter(probe -> probe.lived() && misses(question, probe))
            .mapToLong(SizeProbe::heapBytes)
            .filter(
                bytes -> verdicts.get(bytes) == Verdict.FAILS) // the search's answer is above it
            .max()
            .orElse(0);
    return Math.max(missing, SizeSearch.keepingUp(probes).failsBytes().orElse(0));
  }

  /** Whether a figure of which only a bound is known is beyond its limit. */
  private static boolean misses(SizeQuestion question, SizeProbe probe) {
    return question.limits().stream()
        .anyMatch(
            limit -> probe.figure(SizeProbe.atLeast(limit.metric())).orElse(0) > limit.atMost());
  }
}
