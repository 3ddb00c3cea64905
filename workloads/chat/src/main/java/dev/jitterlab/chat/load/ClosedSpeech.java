package dev.jitterlab.chat.load;

import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.Turn;

/**
 * The closed model at one server, in VolanoMark's shape: each user says something, waits until all
 * others have heard it, thinks, and goes on. Nobody begins before all are there.
 */
final class ClosedSpeech {
  /** A user whom nobody hears would otherwise talk as fast as it can. */
  private static final long ALONE_NS = 10_000_000;

  private static final long SPREAD_NS = 100_000_000;

  private final TargetCrowd crowd;
  private final LocklessScheduler scheduler;
  private final long thinkNs;
  private boolean hasBegun;

  ClosedSpeech(TargetCrowd crowd, LocklessScheduler scheduler, long thinkNs) {
    this.crowd = crowd;
    this.scheduler = scheduler;
    this.thinkNs = thinkNs;
    crowd.tell(this::speakAfter, this::entered);
  }

  private void entered(ChatUser user) {
    if (hasBegun) {
      speakAfter(user);
    } else if (crowd.users().stream().allMatch(ChatUser::hasEntered)) {
      hasBegun = true;
      int count = crowd.users().size();
      for (int i = 0; i < count; i++) {
        speakIn(crowd.users().get(i), i * Math.max(SPREAD_NS, thinkNs) / count);
      }
    }
  }

  private void speakAfter(ChatUser user) {
    if (user.hasEntered()) {
      speakIn(user, user.room().listeners(user) == 0 ? ALONE_NS : thinkNs);
    }
  }

  private void speakIn(ChatUser user, long ns) {
    if (user.isStopped()) {
      return;
    }
    try {
      TaskHandle unused =
          scheduler.spawn(crowd.target().id(), Math.max(1, ns), turn -> speak(user, turn));
    } catch (IllegalStateException e) {
      return; // the scheduler is closed: the load has ended
    }
  }

  private static void speak(ChatUser user, Turn turn) {
    if (user.hasEntered()) { // else it goes on when it is back
      user.say(turn.tick().startedNs());
    }
  }
}
