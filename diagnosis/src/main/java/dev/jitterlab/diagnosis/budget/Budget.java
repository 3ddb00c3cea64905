package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The lateness of one tick or request, divided. Immutable.
 *
 * @param work what was late
 * @param typicalNs how long it typically takes; not part of the lateness
 * @param latenessNs its end less when it was due, less the typical time
 * @param parts the causes, largest first; they add up to the lateness exactly, and {@link
 *     Cause#UNEXPLAINED} is one of them
 * @param notRead causes that this event could not show, though others of the recording can
 */
public record Budget(
    TimedWork work, long typicalNs, long latenessNs, List<BudgetPart> parts, Set<Cause> notRead) {
  private static final Comparator<BudgetPart> LARGEST_FIRST =
      Comparator.comparingLong(BudgetPart::ns).reversed().thenComparing(BudgetPart::cause);

  /** Sorts the parts. */
  public Budget {
    BudgetPart[] sorted = parts.toArray(BudgetPart[]::new);
    Arrays.sort(sorted, LARGEST_FIRST);
    parts = List.of(sorted);
    notRead = Set.copyOf(notRead);
  }

  /**
   * The same for a work that only counts, and is not shown by itself: without what shows the causes
   * that are {@linkplain BudgetPart#isOfTheWork seen in the works themselves}.
   */
  Budget counted() {
    BudgetPart[] counted = new BudgetPart[parts.size()];
    for (int i = 0; i < counted.length; i++) {
      BudgetPart part = parts.get(i);
      counted[i] =
          BudgetPart.isOfTheWork(part.cause())
              ? new BudgetPart(
                  part.cause(), part.ns(), part.leastNs(), part.mostNs(), part.ownNs(), List.of())
              : part;
    }
    return new Budget(work, typicalNs, latenessNs, List.of(counted), notRead);
  }

  /** The largest part. */
  public BudgetPart first() {
    return parts.getFirst();
  }

  /** How much of it arose while the work itself ran, where no event bounds it. */
  long ownNs() {
    long own = 0;
    for (int i = 0; i < parts.size(); i++) {
      own += parts.get(i).ownNs();
    }
    return own;
  }

  /** A cause's part in nanoseconds; 0 if it has none. */
  public long ns(Cause cause) {
    for (BudgetPart part : parts) {
      if (part.cause() == cause) {
        return part.ns();
      }
    }
    return 0;
  }
}
