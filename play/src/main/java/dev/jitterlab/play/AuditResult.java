package dev.jitterlab.play;

import java.util.List;

/**
 * What the bots saw, compared with what the cluster has kept.
 *
 * @param concluded whether everything had arrived; if not, what counts as lost may be on its way
 * @param resultsSeen battles whose end a bot was told
 * @param resultsStored results of the store
 * @param resultsLost of those seen, battles without their result
 * @param countedTwice results that count more than once
 * @param accounts players who logged in
 * @param disagreements whatever else differs, in words
 */
public record AuditResult(
    boolean concluded,
    long resultsSeen,
    long resultsStored,
    long resultsLost,
    long countedTwice,
    long accounts,
    List<String> disagreements) {
  /** Copies the list. */
  public AuditResult {
    disagreements = List.copyOf(disagreements);
  }

  /** Whether nothing was lost, counted twice or changed, as far as can be said. */
  public boolean isSound() {
    return (resultsLost == 0 || !concluded) && countedTwice == 0 && disagreements.isEmpty();
  }
}
