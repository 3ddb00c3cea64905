package dev.jitterlab.tick;

import java.util.Optional;

/** When and why a task ended. Immutable. */
public final class TaskEnd {
  /** Why. */
  public enum Reason {
    /** {@link TaskHandle#stop} was called. */
    STOPPED,
    /**
     * A tick failed, and the {@link FailureHandler} stopped the task, or an error did; or there was
     * no thread that could run it.
     */
    FAILED,
    /** The task was too late for its {@link LatePolicy#stop(int) policy}. */
    TOO_LATE,
    /** A task that schedules itself asked for no further turn. */
    FINISHED,
    /** The scheduler was closed. */
    CLOSED
  }

  private final Reason reason;
  private final Throwable failure;
  private final long atNs;

  TaskEnd(Reason reason, Throwable failure, long atNs) {
    this.reason = reason;
    this.failure = failure;
    this.atNs = atNs;
  }

  /** Returns why. */
  public Reason reason() {
    return reason;
  }

  /** Returns what a failed tick has thrown; empty for every other reason. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Returns when, by the scheduler's clock ({@link System#nanoTime} unless another was given). */
  public long atNs() {
    return atNs;
  }

  @Override
  public String toString() {
    return failure == null ? reason.name() : reason + ": " + failure;
  }
}
