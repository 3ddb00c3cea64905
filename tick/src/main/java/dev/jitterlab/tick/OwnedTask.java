package dev.jitterlab.tick;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A task of the {@code partitioned} scheduler. It belongs to one worker, and is run by whoever has
 * claimed it: its owner, or a worker that takes over one tick. The claim is what orders ticks:
 * releasing it happens before the next claim. Only its owner gives it away, to quarantine or back,
 * and only with the claim: so the owner of a claimed task stays.
 *
 * <p>Three kinds of state: guarded by the claim (all of {@link PeriodicTask}); the owner's alone
 * (the place in its heap and in a ring); and shared (the claim, the inbox, and {@link #dueNs}).
 */
final class OwnedTask extends PeriodicTask {
  private static final VarHandle CLAIMED;
  private static final VarHandle QUEUED;
  private static final VarHandle DUE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CLAIMED = lookup.findVarHandle(OwnedTask.class, "claimed", boolean.class);
      QUEUED = lookup.findVarHandle(OwnedTask.class, "queued", boolean.class);
      DUE = lookup.findVarHandle(OwnedTask.class, "dueNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile PartitionWorker owner;

  @SuppressWarnings("UnusedVariable") // by CLAIMED
  private volatile boolean claimed;

  @SuppressWarnings("UnusedVariable") // by QUEUED
  private volatile boolean queued;

  @SuppressWarnings("UnusedVariable") // by DUE
  private long dueNs;

  /** The one put into the inbox before this one; written before the inbox shows this one. */
  private volatile OwnedTask nextInInbox;

  /** The deadline that the heap knows: never later than the real one. Owner only. */
  long keyNs;

  /** The place in the owner's heap, -1 when not in it. Owner only. */
  int heapIndex = -1;

  /** The ring that gave the phase; null before the owner has seen the task. Owner only. */
  PhaseRing ring;

  /** What the owner counts of its rate. Set before the owner knows the task, then owner only. */
  long milliHertz;

  /** When in its period the task ticks. Owner only. */
  long phaseNs;

  /** Whether the schedule does not follow the phase yet. Owner only. */
  boolean toBeMoved;

  OwnedTask(
      PartitionWorker owner,
      TaskContext context,
      String name,
      Rate rate,
      TaskOptions options,
      TickTask task) {
    super(context, name, rate, options, task);
    this.owner = owner;
    DUE.setOpaque(this, deadlineNs());
  }

  PartitionWorker owner() {
    return owner;
  }

  /** Gives the task away: what the old owner did before, the new one sees. By the old one only. */
  void owner(PartitionWorker newOwner) {
    owner = newOwner;
  }

  /** Takes the right to run the next tick; false when another thread has it. */
  boolean claim() {
    return !(boolean) CLAIMED.getOpaque(this) && CLAIMED.compareAndSet(this, false, true);
  }

  /** Gives the right back; what this thread did happens before the next claim. */
  void release() {
    DUE.setOpaque(this, deadlineNs());
    CLAIMED.setRelease(this, false);
  }

  boolean isClaimed() {
    return (boolean) CLAIMED.getAcquire(this);
  }

  /** Returns when the next tick is due; a hint to those without the claim. */
  long dueNs() {
    return (long) DUE.getOpaque(this);
  }

  /** Says that the task is in the inbox; false when it was already. */
  boolean markQueued() {
    return QUEUED.compareAndSet(this, false, true);
  }

  void nextInInbox(OwnedTask next) {
    nextInInbox = next;
  }

  /** Takes the task out of the chain, and lets it be put into the inbox again. */
  OwnedTask dequeue() {
    OwnedTask next = nextInInbox;
    nextInInbox = null;
    QUEUED.setVolatile(this, false);
    return next;
  }

  OwnedTask nextInInbox() {
    return nextInInbox;
  }

  @Override
  public void stop() {
    if (!isStopped()) {
      super.stop();
      owner.changed(this);
    }
  }
}
