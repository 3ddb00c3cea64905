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
 * (the place in its heap and in a ring); and shared (the claim, the inbox, and {@link #readyNs}).
 */
final class OwnedTask extends PeriodicTask {
  private static final VarHandle CLAIMED;
  private static final VarHandle QUEUED;
  private static final VarHandle READY;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CLAIMED = lookup.findVarHandle(OwnedTask.class, "claimed", boolean.class);
      QUEUED = lookup.findVarHandle(OwnedTask.class, "queued", boolean.class);
      READY = lookup.findVarHandle(OwnedTask.class, "readyNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** How many ticks it takes to forget. */
  private static final int MEMORY = 8;

  /**
   * A tick moves a median that is looked for by such a part of it: one that is twice as long takes
   * some eleven ticks.
   */
  private static final int SEARCH_STEPS = 16;

  /**
   * A tick moves a median that was found by such a part. Steps of a part {@code p} keep it within
   * some {@code sqrt(p) / 2} where ticks vary evenly by half: that is 3 %. With the steps of a
   * search it is 12 %, and two such medians differ by more than calls for a new layout.
   */
  private static final int USUAL_STEPS = 256;

  /** More ticks than that in a row on one side of a median are no chance: it has changed. */
  private static final int CHANCE = 16;

  /** The layout of a task whose user chose the phase. */
  private static final int OF_THE_USER = -1;

  /** Null while the task is made: it may be ended before it has one. */
  private volatile PartitionWorker owner;

  @SuppressWarnings("UnusedVariable") // by CLAIMED
  private volatile boolean claimed;

  @SuppressWarnings("UnusedVariable") // by QUEUED
  private volatile boolean queued;

  @SuppressWarnings("UnusedVariable") // by READY
  private long readyNs;

  /** The one put into the inbox before this one; written before the inbox shows this one. */
  private volatile OwnedTask nextInInbox;

  /** The ready time that the heap knows: never later than the real one. Owner only. */
  long keyNs;

  /** The place in the owner's heap, -1 when not in it. Owner only. */
  int heapIndex = -1;

  /** The ring that gave the phase; null before the owner has seen the task. Owner only. */
  PhaseRing ring;

  /** What the owner counts of its rate. Set before the owner knows the task, then owner only. */
  int milliHertz;

  /**
   * How long the owner counts a tick to keep it busy. Set as {@link #milliHertz}; a hint to others.
   */
  float countedNs;

  /** When in its period the task ticks. Owner only. */
  long phaseNs;

  /** How long the ring has counted a tick to take when it gave the phase. Owner only. */
  float slotNs;

  /** The layout of the ring that the phase is of, or {@link #OF_THE_USER}. Owner only. */
  int layout;

  /** Whether the schedule does not follow the phase yet. Owner only. */
  boolean toBeMoved;

  /**
   * How long a tick keeps its worker busy, lately; 0 before the first. Written with the claim; a
   * hint to others.
   */
  private float expectedNs;

  /** The median of that, lately; as above. One tick in a stall hardly moves it. */
  private float usualNs;

  /**
   * How many ticks in a row took longer than usual, {@link #CHANCE} at most; below 0 if shorter.
   * With the claim only. A byte, beside the flags: an int would make each task 8 bytes larger.
   */
  private byte longerInARow;

  OwnedTask(
      PartitionWorker owner,
      TaskContext context,
      String name,
      Rate rate,
      TaskOptions options,
      TickTask task) {
    super(context, name, rate, options, task);
    this.owner = owner;
    this.layout = options.hasPhase() ? OF_THE_USER : 0;
    READY.setOpaque(this, nextReadyNs());
  }

  /** Returns whether the user chose the phase, so that no ring gives it another one. */
  boolean hasPhase() {
    return layout == OF_THE_USER;
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
    return !(boolean) CLAIMED.getVolatile(this) && CLAIMED.compareAndSet(this, false, true);
  }

  /** Gives the right back; what this thread did happens before the next claim. */
  void release() {
    READY.setOpaque(this, nextReadyNs());
    CLAIMED.setRelease(this, false);
  }

  /**
   * The same, before the task is put into its owner's inbox.
   *
   * <p>Volatile, as a release would not do: this thread looks next whether the task is in the inbox
   * ({@link #markQueued}), while its owner takes it out of there and looks whether it is claimed.
   * One of the two must see what the other has written, or nobody would have the task.
   */
  void handBack() {
    READY.setOpaque(this, nextReadyNs());
    CLAIMED.setVolatile(this, false);
  }

  boolean isClaimed() {
    return (boolean) CLAIMED.getAcquire(this);
  }

  /**
   * Returns from when on the next tick can run: from its deadline, or from the end of the tick
   * before if that was later. Tasks are run in this order, not in that of their deadlines: under
   * overload a task that is behind would else run all its ticks before those of a task that is less
   * behind, and the same tasks would always be the ones to miss periods. With the claim only.
   */
  long nextReadyNs() {
    return isFirstTick() || deadlineNs() - lastFinishedNs() >= 0 ? deadlineNs() : lastFinishedNs();
  }

  /** Returns {@link #nextReadyNs} as of the last claim; a hint to those without it. */
  long readyNs() {
    return (long) READY.getOpaque(this);
  }

  /**
   * Takes in how long the last tick has kept its worker busy. No single one counts for more than
   * four usual ones and a 32nd of the period, so that a pause of the JVM in the tick of a fast task
   * makes no load; where a tick takes longer than that once in a while, the period is long, too.
   * With the claim only.
   */
  void learn(long busyNs) {
    usualNs = usualNs == 0 ? Math.max(1, busyNs) : usualNs(busyNs);
    if (expectedNs == 0) {
      expectedNs = (float) Math.max(1, busyNs);
    } else {
      float mostNs = 4 * expectedNs + (float) scheduledRate().periodNs() / 32;
      expectedNs += (Math.min((float) busyNs, mostNs) - expectedNs) / MEMORY;
    }
  }

  /** The first ticks run cold: the shortest of them says most of what comes. */
  private float usualNs(long busyNs) {
    if (lastIndex() < MEMORY) {
      return Math.max(1, Math.min(usualNs, (float) busyNs));
    }
    boolean isLonger = busyNs > usualNs;
    float stepNs = usualNs / usualSteps(isLonger);
    return usualNs + (isLonger ? stepNs : -stepNs);
  }

  /** Steps become shorter with the ticks that a median is of, and long again where it changes. */
  private int usualSteps(boolean isLonger) {
    int inARow = isLonger ? Math.max(0, longerInARow) + 1 : Math.min(0, longerInARow) - 1;
    if (Math.abs(inARow) > CHANCE) {
      return SEARCH_STEPS;
    }
    longerInARow = (byte) inARow;
    return (int) Math.max(SEARCH_STEPS, Math.min(USUAL_STEPS, 2 * lastIndex()));
  }

  /**
   * Returns how long the next tick is expected to take: before the first, what the owner counts,
   * which is the mean of all tasks where there are others. A hint.
   */
  long expectedNs() {
    return (long) (expectedNs == 0 ? countedNs : expectedNs);
  }

  /** Returns how long a tick usually keeps its worker busy; 0 before the first. A hint. */
  float usualNs() {
    return usualNs;
  }

  /** Returns what the owner counts, in nanoseconds a 1,000 s. */
  long countedLoad() {
    return (long) (milliHertz * (double) countedNs);
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
  void end(TaskEnd.Reason reason, Throwable failure) {
    if (!isStopped()) {
      super.end(reason, failure);
      PartitionWorker worker = owner;
      if (worker != null) { // else it will see that when the task arrives
        worker.changed(this);
      }
    }
  }
}
