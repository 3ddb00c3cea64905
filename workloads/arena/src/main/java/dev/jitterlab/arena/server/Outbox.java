package dev.jitterlab.arena.server;

import dev.jitterlab.arena.wire.StateFrame;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.Mailbox;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends what updates have drawn: a thread of its own, so that an update takes no lock of a socket.
 * What does not fit is dropped and counted; the next picture shows it. Thread-safe.
 */
final class Outbox implements AutoCloseable {
  private static final int WAITING = 1 << 13;

  /** A frame and where it is to go. */
  static final class Parcel {
    final StateFrame frame;
    final ClientLink link;

    Parcel(StateFrame frame, ClientLink link) {
      this.frame = frame;
      this.link = link;
    }
  }

  final LongAdder sent = new LongAdder();

  /** Pictures that were not drawn or not sent, since an older one still waits. */
  final LongAdder skipped = new LongAdder();

  final LongAdder failed = new LongAdder();

  private final Mailbox<Parcel> parcels = new Mailbox<>("outbox", WAITING);
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final Thread thread;
  private volatile boolean ended;

  Outbox() {
    thread = DaemonThreads.start("arena-outbox", this::loop);
  }

  /** Takes a parcel whose frame is taken; false if there is no room. */
  boolean offer(Parcel parcel) {
    if (!parcels.offer(parcel)) {
      return false;
    }
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
    return true;
  }

  private void loop() {
    while (!ended) {
      Parcel parcel = parcels.poll();
      if (parcel != null) {
        send(parcel);
        continue;
      }
      asleep.set(true);
      if (parcels.accepted() == parcels.received() && !ended) {
        LockSupport.park(this);
      }
      asleep.set(false);
    }
  }

  private void send(Parcel parcel) {
    try {
      parcel.link.send(parcel.frame);
      sent.increment();
    } catch (RuntimeException e) {
      failed.increment(); // its link has freed the frame, and it may have the next picture by now
    }
  }

  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(thread);
  }
}
