package dev.jitterlab.load;

/**
 * A level is carried if the requests were answered as {@link TargetLoad#promise promised}, but for
 * a share of them. A server that stops answering does not carry it either: nearly as many must come
 * to an end as are sent.
 */
public final class PromisedRequests implements LevelJudge {
  private static final double LEAST_ENDED = 0.95;

  private final TargetLoad load;
  private final double allowed;
  private long promisedBefore;
  private long missedBefore;
  private long sentBefore;

  /**
   * Creates it.
   *
   * @param allowed the share of requests that may miss the promise
   */
  public PromisedRequests(TargetLoad load, double allowed) {
    this.load = load;
    this.allowed = allowed;
  }

  @Override
  public void begin() {
    promisedBefore = load.promised();
    missedBefore = load.missed();
    sentBefore = load.sent();
  }

  @Override
  public boolean isCarried() {
    long ended = load.promised() - promisedBefore;
    long missed = load.missed() - missedBefore;
    long sent = load.sent() - sentBefore;
    return ended > 0 && missed <= allowed * ended && ended >= LEAST_ENDED * sent;
  }
}
