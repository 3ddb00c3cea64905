package dev.jitterlab.tick;

/**
 * Builds a scheduler; made by the methods of {@link TickScheduler}. Each kind of scheduler has a
 * builder of its own with the options that it has a use for. Not thread-safe; what it builds is.
 *
 * @param <B> the builder's own type
 */
public abstract class SchedulerBuilder<B extends SchedulerBuilder<B>> {
  final TickSchedulers options;

  private SchedulerBuilder(String name) {
    this.options = TickSchedulers.named(name);
  }

  abstract B self();

  /** Sets who is told of every tick; default: nobody. */
  public B listener(TickListener listener) {
    options.listener(listener);
    return self();
  }

  /** Sets who decides about failing tasks; default: the failure is logged and the task stopped. */
  public B onFailure(FailureHandler handler) {
    options.onFailure(handler);
    return self();
  }

  /** Sets how the names of its threads begin; default: {@code tick}. */
  public B threadNames(String prefix) {
    options.threadNames(prefix);
    return self();
  }

  /**
   * Sets whether late ticks find out for how long their thread had a CPU and waited for one; see
   * {@link TickSchedulers#threadTimes}.
   */
  public B threadTimes(boolean areRead) {
    options.threadTimes(areRead);
    return self();
  }

  /**
   * Builds the scheduler. Its owner closes it.
   *
   * @throws IllegalArgumentException for virtual threads on a JDK that has none
   * @throws IllegalStateException if there are to be workers and not one of them could start
   */
  public TickScheduler build() {
    return options.create();
  }

  /** One thread for each task, of the operating system or virtual. */
  public static final class ThreadPerTask extends SchedulerBuilder<ThreadPerTask> {
    ThreadPerTask(String name) {
      super(name);
    }

    @Override
    ThreadPerTask self() {
      return this;
    }
  }

  /**
   * A fixed number of workers.
   *
   * @param <B> the builder's own type
   */
  public abstract static class Workers<B extends Workers<B>> extends SchedulerBuilder<B> {
    private Workers(String name) {
      super(name);
    }

    /** Sets the number of workers; default: one for each processor. */
    public B workers(int number) {
      options.threads(number);
      return self();
    }

    /**
     * Sets what the workers ask of the operating system; {@link ThreadSettings#none} makes no
     * native call, so that JDK 22 and later print no warning about native access.
     */
    public B threadSettings(ThreadSettings settings) {
      options.threadSettings(settings);
      return self();
    }
  }

  /** A pool of the JDK's, with the schedule and the measurements of this library. */
  public static final class Pool extends Workers<Pool> {
    Pool() {
      super("scheduled-pool");
    }

    @Override
    Pool self() {
      return this;
    }
  }

  /**
   * Workers that wait for deadlines by themselves.
   *
   * @param <B> the builder's own type
   */
  public abstract static class Waiters<B extends Waiters<B>> extends Workers<B> {
    private Waiters(String name) {
      super(name);
    }

    /** Sets how workers wait; default: {@link Waiting#PARK_SPIN}. */
    public B waiting(Waiting waiting) {
      options.waiting(waiting);
      return self();
    }

    /** Bounds the spinning; see {@link TickSchedulers#spinBudget}. */
    public B spinBudget(double cores) {
      options.spinBudget(cores);
      return self();
    }
  }

  /** Workers with tasks of their own. */
  public static final class Partitioned extends Waiters<Partitioned> {
    Partitioned() {
      super("partitioned");
    }

    @Override
    Partitioned self() {
      return this;
    }
  }

  /** Workers over one order of all tasks. */
  public static final class Lockless extends Waiters<Lockless> {
    Lockless() {
      super("lockless");
    }

    @Override
    Lockless self() {
      return this;
    }

    /** Sets what its one worker does while it waits; see {@link TickSchedulers#parker}. */
    public Lockless parker(Parker parker) {
      options.parker(parker);
      return this;
    }

    /**
     * Builds the scheduler. Its owner closes it.
     *
     * @throws IllegalStateException if several workers were to share a {@link #parker}, or not one
     *     could start
     */
    @Override
    public LocklessScheduler build() {
      return options.createLockless();
    }
  }
}
