package dev.jitterlab.load;

/**
 * A level is carried if the requests were answered as {@link TargetLoad#promise promised}, but for
 * a share of them. A server that stops answering does not carry it either: nearly as many must come
 * to an end as are sent, but for those that are not late yet. What is out for longer than promised
 * counts already, and not again when it ends: that may be at a later level, which did not send it.
 */
public final class PromisedRequests implements LevelJudge {
  private static final double LEAST_KNOWN = 0.95;

  private final TargetLoad load;
  private final double allowed;
  private long promisedBefore;
  private long missedBefore;
  private long sentBefore;
  private long outBefore;
  private long begunNs;
  private long plannedBefore;

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
    long waiting = load.waiting();
    promisedBefore = load.promised() + waiting;
    missedBefore = load.missed() + waiting;
    sentBefore = load.sent();
    outBefore = load.out() - waiting;
    begunNs = load.nowNs();
    plannedBefore = load.planned();
  }

  @Override
  public boolean wasAsked() {
    return load.planned() > plannedBefore;
  }

  @Override
  public boolean isSettled() {
    return load.waiting() == 0;
  }

  @Override
  public boolean isCarried() {
    long waiting = load.waiting();
    long known = load.promised() + waiting - promisedBefore;
    long missed = load.missed() + waiting - missedBefore;
    long due = load.sent() - sentBefore;
    if (load.nowNs() - begunNs > load.promisedNs()) {
      // Those that were out at the begin have ended since, or wait for too long; those of the last
      // moments are not late yet.
      due += outBefore - Math.max(0, load.out() - waiting);
    }
    return known > 0 && missed <= allowed * known && known >= LEAST_KNOWN * due;
  }
}
