package dev.jitterlab.chat.load;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.load.OfferedArrivals;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.Turn;
import java.util.SplittableRandom;

/**
 * The open model at one server: when each message is due, and who says it, is planned beforehand
 * from the seed. A message of a user who is not connected waits, and its time counts from when it
 * was due.
 */
final class OpenSpeech implements SelfSchedulingTask {
  private final TargetCrowd crowd;
  private final Arrivals planned;
  private final Arrivals arrivals;
  private final SplittableRandom speakers;
  private OfferedArrivals offered; // null before the first turn
  private long currentNs;

  /**
   * Creates a plan that begins with its first turn.
   *
   * @param shift by what part of a gap this server's messages are later than the plan's
   */
  OpenSpeech(TargetCrowd crowd, ArrivalPlan plan, double shift, long seed) {
    this.crowd = crowd;
    this.planned = plan.arrivals(shift);
    this.arrivals = plan.arrivals(shift);
    this.speakers = new SplittableRandom(seed);
    this.currentNs = Math.max(1, arrivals.nextNs());
  }

  /** Returns how long after its start the first turn is. */
  long firstNs() {
    return currentNs;
  }

  @Override
  public void update(Turn turn) {
    long dueNs = turn.tick().scheduledNs();
    if (offered == null) {
      offered = crowd.requests().begin(planned, dueNs - currentNs);
    }
    long nextNs = arrivals.nextNs();
    long gapNs = nextNs - currentNs;
    turn.again(gapNs);
    currentNs = nextNs;
    ChatUser speaker;
    do {
      speaker = crowd.users().get(speakers.nextInt(crowd.users().size()));
    } while (speaker.isStopped());
    speaker.say(dueNs);
    if (turn.tick().driftNs() > gapNs) {
      crowd.lookForMessages(); // the next one is due: no wait in which to see them
    }
  }
}
