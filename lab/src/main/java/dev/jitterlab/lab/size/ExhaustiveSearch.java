package dev.jitterlab.lab.size;

import dev.jitterlab.lab.size.SizeSearch.Bracket;
import dev.jitterlab.lab.size.SizeSearch.Next;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * What a search of every size finds, beside what {@link SizeSearch} has found: its sizes are a
 * tenth apart, from the largest down to the smallest, and each runs equally often. A size holds the
 * limits if more than half of its runs do. The answer is the smallest that does, with all larger
 * ones.
 *
 * <p>It is there to check {@link SizeSearch}, and takes several times as long. Both take turns, and
 * its sizes come in a random order: a machine that becomes slower or faster meanwhile must not look
 * like an error of one of them.
 *
 * @param holdsBytes the smallest heap that holds the limits; null if the largest does not
 * @param runs how many servers it started
 * @param searchHoldsBytes what {@link SizeSearch} says; null if it found none
 * @param searchRuns after how many servers it knew that
 * @param unseenSizes at how many of its sizes the other search's {@link HeapCostModel} says what
 *     the collector costs, without having seen one of them
 * @param unseenWithinTenth at how many of these it is within 10 % of the mean of this one's runs
 * @param unseenErrorRatio by how much it misses them, in the median; null if there are none
 * @param heldOutErrorRatio by how much a model of all sizes but one misses that one, in the median;
 *     null with too few sizes
 */
public record ExhaustiveSearch(
    Long holdsBytes,
    int runs,
    Long searchHoldsBytes,
    int searchRuns,
    int unseenSizes,
    int unseenWithinTenth,
    Double unseenErrorRatio,
    Double heldOutErrorRatio) {
  private static final double TENTH = 0.10;

  /** How much larger the other search's heap is than this one's: 1 if they agree; else null. */
  public Double ratio() {
    return holdsBytes == null || searchHoldsBytes == null
        ? null
        : (Double) (searchHoldsBytes.doubleValue() / holdsBytes);
  }

  /** All of its sizes, from the largest. */
  static List<Long> sizes(SizeQuestion question) {
    List<Long> sizes = new ArrayList<>();
    for (double bytes = question.mostBytes();
        bytes >= question.leastBytes();
        bytes /= SizeSearch.CLOSE) {
      long rounded = SizeSearch.rounded(question, bytes);
      if (sizes.isEmpty() || rounded < sizes.getLast()) {
        sizes.add(rounded);
      }
    }
    return sizes;
  }

  /** How many servers it starts. */
  public static int servers(SizeQuestion question, int repeats) {
    return repeats * sizes(question).size();
  }

  /**
   * What to try next, all sizes once before any is repeated, each time in another order; empty when
   * it is over.
   *
   * @param repeats how often each size runs; 0 for no such search
   */
  static Optional<Next> next(SizeQuestion question, int repeats, List<SizeProbe> seen) {
    List<Long> sizes = sizes(question);
    if (seen.size() >= repeats * sizes.size()) {
      return Optional.empty();
    }
    Collections.shuffle(sizes, new Random(seen.size() / sizes.size()));
    return Optional.of(new Next(sizes.get(seen.size() % sizes.size()), "every size in turn"));
  }

  /** Compares both; {@code seen} has at least one server. */
  static ExhaustiveSearch of(SizeQuestion question, List<SizeProbe> probes, List<SizeProbe> seen) {
    Long holds = null;
    List<Long> fromLargest =
        seen.stream()
            .map(SizeProbe::heapBytes)
            .distinct()
            .sorted(Comparator.reverseOrder())
            .toList();
    for (long bytes : fromLargest) {
      List<SizeProbe> runs = seen.stream().filter(one -> one.heapBytes() == bytes).toList();
      long held = runs.stream().filter(run -> SizeLimit.areHeld(question.limits(), run)).count();
      if (2 * held <= runs.size()) {
        break;
      }
      holds = bytes;
    }
    Bracket found = SizeSearch.limit(question, probes);
    List<Double> misses = SizeAnswer.misses(probes, seen);
    return new ExhaustiveSearch(
        holds,
        seen.size(),
        found.holdsBytes().isPresent() ? (Long) found.holdsBytes().getAsLong() : null,
        searchRuns(question, probes),
        misses.size(),
        (int) misses.stream().filter(miss -> miss <= TENTH).count(),
        misses.isEmpty() ? null : (Double) SizeAnswer.median(misses),
        SizeAnswer.heldOutError(seen));
  }

  /** From then on nothing changed the answer, nor what lies next to it. */
  private static int searchRuns(SizeQuestion question, List<SizeProbe> probes) {
    Bracket found = SizeSearch.limit(question, probes);
    int runs = probes.size();
    while (runs > 1 && SizeSearch.limit(question, probes.subList(0, runs - 1)).equals(found)) {
      runs--;
    }
    return runs;
  }
}
