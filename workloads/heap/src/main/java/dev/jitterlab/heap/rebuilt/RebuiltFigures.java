package dev.jitterlab.heap.rebuilt;

/** What a rebuilt heap has done since it was made. */
public final class RebuiltFigures {
  /** Allocations. */
  public long requests;

  /** Those of at most 512 bytes. */
  public long smallRequests;

  /** Those that were served past the thread-local heap. */
  public long directRequests;

  /** Chunks that became thread-local heaps, and their bytes. */
  public long refills;

  /** The bytes of these. */
  public long refilledBytes;

  /** Searches of the lists, for refills and for direct requests, in vain or not. */
  public long searches;

  /** Chunks that they have looked at. */
  public long chunksVisited;

  /** For how long the heap's lock was held. */
  public double lockHeldSeconds;

  /** Collections, and the time of their phases. */
  public long collections;

  /** For how long the program ran between collections. */
  public double runningSeconds;

  /** Time to mark. */
  public double markSeconds;

  /** Time to sweep. */
  public double sweepSeconds;

  /** Time to compact. */
  public double compactSeconds;

  /** The longest compaction of all. */
  public double longestCompactionSeconds;

  /** The longest one that ended in the last two seconds, and perhaps in the two before. */
  public double recentCompactionSeconds;

  /** Collections that compacted. */
  public long compactions;

  /** Those of them that only a request of more than 512 bytes made necessary. */
  public long compactionsForLarge;

  /** What compactions have moved. */
  public long compactedBytes;

  /** Requests that were served from the reserve. */
  public long fromReserve;

  /** Requests that found nothing even after a collection. */
  public long exhausted;

  /** How large the heap is, and what of it lived at the last collection. */
  public long sizeBytes;

  /** The latter. */
  public long liveBytes;

  /** How often it grew. */
  public long growthSteps;
}
