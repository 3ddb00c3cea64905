package dev.jitterlab.lab.size;

import dev.jitterlab.lab.size.SizeProbe.Fate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which heap size to try next. A function of what was seen so far and of nothing else, so that an
 * interrupted search goes on as if nothing had happened.
 *
 * <p>First the largest heap, which shows what stays in the heap after a collection. Then the
 * smallest heap that lives is enclosed, beginning near that. Then, if the server fell behind with
 * some heap, the smallest heap with which it keeps up is enclosed. Then, if a limit is asked for,
 * the smallest heap that holds it is enclosed by bisection on a logarithmic scale; a run near the
 * limit may be chance, so a size counts as decided only when its runs agree by two, or after five.
 * Then the size is enclosed at which the collector begins to do without full collections, if there
 * is one. At last the sizes are repeated, or added, where the model of the costs is least certain.
 *
 * <p>The search takes it that a larger heap does not do worse. {@link SizeAnswer} says if one did.
 */
public final class SizeSearch {
  /** Heaps are whole multiples of it, as the collectors' regions ask. */
  static final long STEP = 2L << 20;

  private static final double EDGE = 1.15;
  private static final double EDGE_BESIDE_LIMIT = 1.25;

  /** How close the smallest heap that holds the limits is found. */
  static final double CLOSE = 1.10;

  private static final double FIRST_GUESS = 1.6;
  private static final double DOWN = 1.6;
  private static final int LEAD = 2;
  private static final int MOST_AT_ONE_SIZE = 5;
  private static final double CERTAIN = 0.10;
  private static final int LEAST_SIZES = 5;
  private static final double APART = 1.35;
  private static final double NEAR = 1.1;
  private static final int MOST_CANDIDATES = 12;

  /**
   * What to try.
   *
   * @param heapBytes the size
   * @param why in words, for the progress
   */
  public record Next(long heapBytes, String why) {}

  /** Whether a size holds the limits. */
  enum Verdict {
    HOLDS,
    FAILS,
    UNDECIDED
  }

  /**
   * Between which sizes something begins.
   *
   * @param failsBytes the largest that is known to be too small; empty if none is
   * @param holdsBytes the smallest that is known to be enough; empty if none is
   */
  public record Bracket(OptionalLong failsBytes, OptionalLong holdsBytes) {
    boolean isClosed(double ratio) {
      return failsBytes.isPresent()
          && holdsBytes.isPresent()
          && (holdsBytes.getAsLong() <= ratio * failsBytes.getAsLong()
              || holdsBytes.getAsLong() - failsBytes.getAsLong() <= STEP);
    }
  }

  private final SizeQuestion question;
  private final List<SizeProbe> probes;

  private SizeSearch(SizeQuestion question, List<SizeProbe> probes) {
    this.question = question;
    this.probes = probes;
  }

  /** What to try next; empty when the search is over. */
  public static Optional<Next> next(SizeQuestion question, List<SizeProbe> probes) {
    return new SizeSearch(question, probes).next();
  }

  private Optional<Next> next() {
    if (probes.isEmpty()) {
      return Optional.of(new Next(question.mostBytes(), "the largest heap first"));
    }
    if (probes.size() >= question.runs() || probes.stream().noneMatch(SizeProbe::lived)) {
      return Optional.empty();
    }
    return edge().or(this::keepsUp).or(this::limit).or(this::change).or(this::model);
  }

  /** Between which sizes the server no longer dies; it may still fall behind. */
  static Bracket life(List<SizeProbe> probes) {
    return begins(probes, probe -> probe.fate() != Fate.DIED);
  }

  /** Between which sizes the server begins to do what it should: to live, and to keep up. */
  static Bracket keepingUp(List<SizeProbe> probes) {
    return begins(probes, SizeProbe::lived);
  }

  private static Bracket begins(List<SizeProbe> probes, Predicate<SizeProbe> enough) {
    OptionalLong fails =
        probes.stream().filter(enough.negate()).mapToLong(SizeProbe::heapBytes).max();
    return new Bracket(
        fails,
        probes.stream()
            .filter(enough)
            .mapToLong(SizeProbe::heapBytes)
            .filter(bytes -> fails.isEmpty() || bytes > fails.getAsLong())
            .min());
  }

  private double edgeRatio() {
    return question.limits().isEmpty() ? EDGE : EDGE_BESIDE_LIMIT;
  }

  private Optional<Next> edge() {
    Bracket life = life(probes);
    if (life.holdsBytes().isEmpty() || life.isClosed(edgeRatio())) {
      return Optional.empty();
    }
    long lives = life.holdsBytes().getAsLong();
    long next;
    if (life.failsBytes().isPresent()) {
      next = middle(life.failsBytes().getAsLong(), lives);
    } else if (lives <= question.leastBytes()) {
      return Optional.empty();
    } else {
      OptionalDouble live =
          probes.stream().flatMapToDouble(probe -> probe.figure(SizeProbe.LIVE).stream()).min();
      double guess = live.isPresent() ? FIRST_GUESS * live.getAsDouble() : lives / 4.0;
      next = rounded(guess < lives / EDGE ? guess : lives / DOWN);
    }
    return isNew(next, life)
        ? Optional.of(new Next(next, "where it begins to live"))
        : Optional.empty();
  }

  /** A size that falls behind is no answer: its figures do not count. */
  private Optional<Next> keepsUp() {
    Bracket keeps = keepingUp(probes);
    if (keeps.failsBytes().isEmpty()
        || keeps.holdsBytes().isEmpty()
        || keeps.isClosed(edgeRatio())) {
      return Optional.empty();
    }
    long next = middle(keeps.failsBytes().getAsLong(), keeps.holdsBytes().getAsLong());
    return isInside(next, keeps)
        ? Optional.of(new Next(next, "where it begins to keep up"))
        : Optional.empty();
  }

  private boolean isNew(long heapBytes, Bracket life) {
    return heapBytes < life.holdsBytes().getAsLong()
        && heapBytes > life.failsBytes().orElse(0)
        && probes.stream().noneMatch(probe -> probe.heapBytes() == heapBytes);
  }

  private Optional<Next> limit() {
    if (question.limits().isEmpty()) {
      return Optional.empty();
    }
    SortedMap<Long, Verdict> verdicts = verdicts(question, probes);
    Bracket holds = limit(question, probes);
    if (holds.isClosed(CLOSE)) {
      return Optional.empty();
    }
    long fails = holds.failsBytes().orElse(0);
    long enough = holds.holdsBytes().orElse(Long.MAX_VALUE);
    Optional<Long> again =
        verdicts.entrySet().stream()
            .filter(one -> one.getValue() == Verdict.UNDECIDED)
            .map(Map.Entry::getKey)
            .filter(bytes -> bytes > fails && bytes < enough)
            .max(Comparator.naturalOrder());
    if (again.isPresent()) {
      return again.map(bytes -> new Next(bytes, "once more, near the limit"));
    }
    if (holds.holdsBytes().isEmpty() || holds.failsBytes().isEmpty()) {
      return Optional.empty(); // not even the largest holds it, or all that live do
    }
    long next = guess().stream().filter(bytes -> isInside(bytes, holds)).findFirst().orElse(0);
    if (next == 0) {
      next = middle(fails, enough);
    }
    return isInside(next, holds)
        ? Optional.of(new Next(next, "the smallest heap that keeps the limit"))
        : Optional.empty();
  }

  private static boolean isInside(long bytes, Bracket bracket) {
    return bytes > bracket.failsBytes().getAsLong() && bytes < bracket.holdsBytes().getAsLong();
  }

  /** Where a limit of the collector's CPU would be met, by the model; once only. */
  private OptionalLong guess() {
    if (question.limits().size() != 1) {
      return OptionalLong.empty();
    }
    SizeLimit limit = question.limits().getFirst();
    return model(limit.metric(), probes)
        .map(model -> model.heapBytesFor(limit.atMost()))
        .filter(OptionalDouble::isPresent)
        .map(bytes -> OptionalLong.of(rounded(bytes.getAsDouble() * Math.sqrt(CLOSE))))
        .filter(bytes -> probes.stream().noneMatch(one -> one.heapBytes() == bytes.getAsLong()))
        .orElse(OptionalLong.empty());
  }

  /** Between which sizes the limits begin to be held. */
  static Bracket limit(SizeQuestion question, List<SizeProbe> probes) {
    SortedMap<Long, Verdict> verdicts = verdicts(question, probes);
    OptionalLong holds = OptionalLong.empty();
    OptionalLong fails = OptionalLong.empty();
    for (long bytes : verdicts.sequencedKeySet().reversed()) {
      Verdict verdict = verdicts.get(bytes);
      if (verdict == Verdict.FAILS) {
        fails = OptionalLong.of(bytes);
        break;
      }
      if (verdict == Verdict.HOLDS) {
        holds = OptionalLong.of(bytes);
      }
    }
    return new Bracket(fails, holds);
  }

  /** What is known of each size. */
  static SortedMap<Long, Verdict> verdicts(SizeQuestion question, List<SizeProbe> probes) {
    SortedMap<Long, List<SizeProbe>> bySize = new TreeMap<>();
    probes.forEach(
        probe -> bySize.computeIfAbsent(probe.heapBytes(), _ -> new ArrayList<>()).add(probe));
    SortedMap<Long, Verdict> verdicts = new TreeMap<>();
    bySize.forEach((bytes, runs) -> verdicts.put(bytes, verdict(question.limits(), runs)));
    return verdicts;
  }

  private static Verdict verdict(List<SizeLimit> limits, List<SizeProbe> runs) {
    if (runs.stream().anyMatch(run -> run.fate() == Fate.DIED)) {
      return Verdict.FAILS;
    }
    int lead = 0;
    for (SizeProbe run : runs) {
      int weight = SizeLimit.areClear(limits, run) ? LEAD : 1;
      lead += SizeLimit.areHeld(limits, run) ? weight : -weight;
    }
    if (Math.abs(lead) >= LEAD || (runs.size() >= MOST_AT_ONE_SIZE && lead != 0)) {
      return lead > 0 ? Verdict.HOLDS : Verdict.FAILS;
    }
    return runs.size() > MOST_AT_ONE_SIZE ? Verdict.FAILS : Verdict.UNDECIDED;
  }

  /** The costs of what lived; empty while there are too few. */
  static Optional<HeapCostModel> model(String metric, List<SizeProbe> probes) {
    return HeapCostModel.fit(runs(metric, 1, probes));
  }

  /**
   * The runs that lived and have that figure.
   *
   * @param factor by which the figure is multiplied
   */
  static List<HeapCostModel.Run> runs(String metric, double factor, List<SizeProbe> probes) {
    return probes.stream()
        .filter(one -> one.lived() && one.figure(metric).isPresent())
        .map(
            one ->
                new HeapCostModel.Run(
                    one.heapBytes(),
                    factor * one.figure(metric).getAsDouble(),
                    one.figure(SizeProbe.LIVE),
                    one.isFull()))
        .toList();
  }

  /** Where the collector changes its way, the costs jump: nobody can tell them in between. */
  private Optional<Next> change() {
    return HeapCostModel.change(runs(SizeProbe.GC_CPU, 1, probes))
        .filter(change -> change.otherBytes() > EDGE * change.fullBytes())
        .map(change -> middle(change.fullBytes(), change.otherBytes()))
        .filter(bytes -> probes.stream().noneMatch(probe -> probe.heapBytes() == bytes))
        .map(bytes -> new Next(bytes, "where the collector's behaviour changes"));
  }

  private Optional<Next> model() {
    Optional<HeapCostModel> model = model(SizeProbe.GC_CPU, probes);
    List<Long> candidates = candidates();
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    double worst = -1;
    long next = 0;
    boolean open = model.isEmpty();
    for (long candidate : candidates) {
      long runs = near(candidate);
      double uncertain =
          model
              .flatMap(known -> known.at(candidate))
              .map(HeapCostModel.Cost::halfWidth)
              .orElse(1.0);
      double need = Math.min(uncertain, 1) / Math.sqrt(1.0 + runs);
      open |= uncertain > CERTAIN;
      if (runs == 0 && sizes() < LEAST_SIZES) {
        need += 1;
        open = true;
      }
      if (need > worst) {
        worst = need;
        next = candidate;
      }
    }
    return open
        ? Optional.of(new Next(next, "where the costs are least certain"))
        : Optional.empty();
  }

  private long near(long heapBytes) {
    return probes.stream()
        .filter(SizeProbe::lived)
        .filter(one -> one.heapBytes() <= NEAR * heapBytes && heapBytes <= NEAR * one.heapBytes())
        .count();
  }

  private long sizes() {
    return probes.stream()
        .filter(SizeProbe::lived)
        .mapToLong(SizeProbe::heapBytes)
        .distinct()
        .count();
  }

  /** Sizes from the smallest that lives to the largest, those that were tried first. */
  private List<Long> candidates() {
    TreeSet<Long> sizes = new TreeSet<>();
    probes.stream().filter(SizeProbe::lived).map(SizeProbe::heapBytes).forEach(sizes::add);
    if (sizes.isEmpty()) {
      return List.of();
    }
    for (double at = sizes.first().doubleValue() * APART;
        at < sizes.last() && sizes.size() < MOST_CANDIDATES;
        at *= APART) {
      long rounded = rounded(at);
      Long below = sizes.floor(rounded);
      Long above = sizes.ceiling(rounded);
      if (rounded > NEAR * below && above > NEAR * rounded) {
        sizes.add(rounded);
      }
    }
    return List.copyOf(sizes);
  }

  private long middle(long low, long high) {
    return rounded(Math.sqrt((double) low * high));
  }

  private long rounded(double bytes) {
    return rounded(question, bytes);
  }

  static long rounded(SizeQuestion question, double bytes) {
    long whole = Math.round(bytes / STEP) * STEP;
    return Math.clamp(whole, Math.max(STEP, question.leastBytes()), question.mostBytes());
  }
}
