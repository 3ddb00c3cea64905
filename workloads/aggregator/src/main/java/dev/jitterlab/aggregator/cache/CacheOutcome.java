package dev.jitterlab.aggregator.cache;

import java.util.Locale;

/** What became of a question to the cache. */
public enum CacheOutcome {
  /** A fresh fragment was there. */
  HIT,
  /** An old one was served, and a new one is being fetched. */
  STALE,
  /** An old one was served because no new one could be fetched. */
  STALE_ON_FAILURE,
  /** It was fetched. */
  MISS,
  /** Somebody else was fetching it already. */
  COALESCED,
  /** It could not be fetched, or there is no such thing. */
  FAILED;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the word in metrics. */
  public String label() {
    return label;
  }
}
