package dev.jitterlab.diagnosis;

/**
 * How many late ticks and slow requests {@code causes.json} lists one by one. A run of overload has
 * hundreds of thousands. All of them are in the sums; the least late ones of a server are not
 * listed, so that the result of 25 servers fits in the lab's memory.
 */
public enum Listing {
  /** As many as a reader may look at. */
  FOR_READERS(5_000, 40_000),
  /** More, for runs in which each late event is scored by itself. */
  FOR_SCORES(10_000, 60_000);

  private final int mostOfAServer;
  private final int most;

  Listing(int mostOfAServer, int most) {
    this.mostOfAServer = mostOfAServer;
    this.most = most;
  }

  /** How many late events of each server are listed. */
  int mostOfAServer(int servers) {
    return Math.min(mostOfAServer, most / Math.max(1, servers));
  }
}
