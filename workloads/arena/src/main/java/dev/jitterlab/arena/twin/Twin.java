package dev.jitterlab.arena.twin;

import dev.jitterlab.arena.world.Meeting;
import dev.jitterlab.tick.NanoClock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The same game under different execution models. */
public enum Twin {
  /** Self-rescheduling tasks on the lock-free scheduler; mailboxes. */
  LOCKLESS(Meeting.MAILBOXES),
  /** One thread and a main loop, which writes everybody's state directly. */
  SINGLE(Meeting.DIRECT),
  /** The scheduler of the first, and one lock around every update. */
  GLOBAL_LOCK(Meeting.DIRECT),
  /** The scheduler of the first, and a read-write lock for each fighter. */
  RW_LOCKS(Meeting.READ_WRITE_LOCKS),
  /** The paper's own design: an executor of worker threads, and blocking queues. */
  PAPER(Meeting.BLOCKING_QUEUES);

  private final Meeting meeting;

  Twin(Meeting meeting) {
    this.meeting = meeting;
  }

  /** Returns how fighters reach one another under it. */
  public Meeting meeting() {
    return meeting;
  }

  /**
   * Starts it, without objects.
   *
   * @param threads how many it may use; a main loop has one
   * @param clock the world's
   */
  public ExecutionModel execute(int threads, NanoClock clock) {
    return execute(threads, clock, Optional.empty());
  }

  /**
   * Starts it, and measures what its workers do. Only the paper's pool does so.
   *
   * @param times where that is counted, if it is asked for
   */
  public ExecutionModel execute(int threads, NanoClock clock, Optional<WorkerTimes> times) {
    switch (this) {
      case LOCKLESS:
      case RW_LOCKS:
        return new LocklessExecution(threads);
      case SINGLE:
        return new MainLoop(clock);
      case GLOBAL_LOCK:
        return new GlobalLockExecution(threads, clock);
      case PAPER:
        return new WorkerPool(threads, clock, times);
    }
    throw new AssertionError(this);
  }

  /** Returns its name on command lines. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the same, for whom an option has it chosen. */
  @Override
  public String toString() {
    return label();
  }

  /** Returns all names. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Twin::label).collect(Collectors.toUnmodifiableList());
  }

  /**
   * Finds a twin.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Twin labelled(String label) {
    return Arrays.stream(values())
        .filter(one -> one.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no twin " + label + "; there are " + labels()));
  }
}
