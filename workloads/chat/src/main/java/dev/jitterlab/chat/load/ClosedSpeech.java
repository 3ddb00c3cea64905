package dev.jitterlab.chat.load;

import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.TaskHandle;
import java.util.function.LongConsumer;

/**
 * The closed model at one server, in VolanoMark's shape: each user says something, waits until all
 * others have heard it, thinks, and goes on. Nobody begins before all are there.
 */
final class ClosedSpeech {
  /** A user whom nobody hears would otherwise talk as fast as it can. */
  private static final long ALONE_NS = 10_000_000;

  private static final long SPREAD_NS = 100_000_000;

  private final TargetCrowd crowd;
  private final Later later;
  private final long thinkNs;
  private boolean hasBegun;

  /** Has something done after a time, on the thread of the crowd. */
  @FunctionalInterface
  interface Later {
    /** Has it done once; it is told when it begins. */
    void after(long ns, LongConsumer task);
  }

  ClosedSpeech(TargetCrowd crowd, LocklessScheduler scheduler, long thinkNs) {
    this(crowd, (ns, task) -> spawn(scheduler, crowd.target().id(), ns, task), thinkNs);
  }

  ClosedSpeech(TargetCrowd crowd, Later later, long thinkNs) {
    this.crowd = crowd;
    this.later = later;
    this.thinkNs = thinkNs;
    crowd.tell(this::speakAfter, this::entered);
  }

  private static void spawn(LocklessScheduler scheduler, String name, long ns, LongConsumer task) {
    try {
      TaskHandle unused = scheduler.spawn(name, ns, turn -> task.accept(turn.tick().startedNs()));
    } catch (IllegalStateException e) {
      return; // the scheduler is closed: the load has ended
    }
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
    SentMessages connection = user.sent(); // each connection has its own
    later.after(Math.max(1, ns), nowNs -> speak(user, connection, nowNs));
  }

  /** A user that was away since it began to think goes on when it is back, or has done so. */
  private static void speak(ChatUser user, SentMessages connection, long nowNs) {
    if (user.hasEntered() && user.sent() == connection) {
      user.say(nowNs);
    }
  }
}
