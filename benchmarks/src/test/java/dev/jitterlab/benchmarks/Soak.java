package dev.jitterlab.benchmarks;

import dev.jitterlab.tick.FailureHandler;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Random starts, stops, exceptions, overruns and changes of rate on one scheduler, with an exact
 * account of every task's periods: none lost, none twice, no two ticks of a task at once. Run by
 *
 * <pre>java -cp benchmarks/target/jitterlab-benchmarks.jar dev.jitterlab.benchmarks.Soak \
 *   --minutes 10 --seed 1 --scheduler partitioned</pre>
 *
 * Without {@code --scheduler} all that the JDK has, one after another, each for that long.
 */
public final class Soak {
  private static final int MOST_TASKS = 100;
  private static final long BETWEEN_CHANGES_NS = 2_000_000;

  /** A task that has not ticked for so long was forgotten, however slow the machine. */
  private static final long LIVE_NS = 60_000_000_000L;

  private static final List<Rate> RATES =
      List.of(Rate.hz(20), Rate.hz(60), Rate.hz(128), Rate.hz(500), Rate.of(30_000, 1_001));
  private static final List<LatePolicy> POLICIES =
      List.of(
          LatePolicy.catchUp(),
          LatePolicy.catchUp(3),
          LatePolicy.skip(),
          LatePolicy.coalesce(),
          LatePolicy.slowDown());

  private final Random random;
  private final Map<String, SoakTask> byName = new ConcurrentHashMap<>();
  private final List<SoakTask> running = new ArrayList<>();
  private final LongAdder thrown = new LongAdder();
  private long ticks;
  private long missedPeriods;

  private Soak(long seed) {
    this.random = new Random(seed);
  }

  /** Runs it; the exit status is 1 if anything is wrong. */
  public static void main(String[] arguments) {
    double minutes = 10;
    long seed = 1;
    List<String> schedulers = TickSchedulers.availableNames();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--minutes" -> minutes = Double.parseDouble(arguments[i + 1]);
        case "--seed" -> seed = Long.parseLong(arguments[i + 1]);
        case "--scheduler" -> schedulers = List.of(arguments[i + 1]);
        default -> throw new IllegalArgumentException("unknown: " + arguments[i]);
      }
    }
    boolean sound = true;
    for (String scheduler : schedulers) {
      String outcome = run(scheduler, (long) (minutes * TimeUnit.MINUTES.toNanos(1)), seed);
      System.out.println(scheduler + ": " + outcome);
      sound &= outcome.startsWith("sound");
    }
    System.exit(sound ? 0 : 1);
  }

  /**
   * Runs it on one scheduler.
   *
   * @return {@code sound} and what it did, or what is wrong
   */
  public static String run(String scheduler, long ns, long seed) {
    return new Soak(seed).run(scheduler, ns);
  }

  private String run(String name, long ns) {
    TickScheduler scheduler =
        TickSchedulers.named(name)
            .listener(tick -> byName.get(tick.task()).account(tick))
            .onFailure((tick, failure) -> FailureHandler.Decision.CONTINUE)
            .create();
    try (scheduler) {
      long endNs = System.nanoTime() + ns;
      while (System.nanoTime() - endNs < 0) {
        change(scheduler);
        LockSupport.parkNanos(BETWEEN_CHANGES_NS);
      }
      int active = scheduler.activeTasks();
      if (active != running.size()) {
        return active + " active tasks instead of " + running.size();
      }
      for (SoakTask task : running) {
        if (!task.ticksOnce(LIVE_NS)) {
          return "a task does not tick any more: " + task.name();
        }
      }
    }
    byName.values().forEach(this::addUp);
    List<String> faults =
        byName.values().stream().map(SoakTask::fault).filter(fault -> !fault.isEmpty()).toList();
    if (!faults.isEmpty()) {
      return faults.size() + " tasks with faults; the first: " + faults.getFirst();
    }
    if (scheduler.activeTasks() != 0 || scheduler.failedTicks() != thrown.sum()) {
      return scheduler.activeTasks()
          + " active tasks after the end, and "
          + scheduler.failedTicks()
          + " failed ticks instead of "
          + thrown.sum();
    }
    return String.format(
        Locale.ROOT,
        "sound: %,d tasks, %,d ticks, %,d periods missed, %,d ticks failed",
        byName.size(),
        ticks,
        missedPeriods,
        thrown.sum());
  }

  private void change(TickScheduler scheduler) {
    int choice = random.nextInt(10);
    if (running.isEmpty() || (choice < 4 && running.size() < MOST_TASKS)) {
      SoakTask task = new SoakTask("task-" + byName.size(), random.nextLong(), thrown);
      byName.put(task.name(), task);
      task.start(scheduler, any(RATES), any(POLICIES));
      running.add(task);
    } else if (choice < 7) {
      any(running).rate(any(RATES));
    } else {
      running.remove(random.nextInt(running.size())).stop();
    }
  }

  private <T> T any(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  private void addUp(SoakTask task) {
    ticks += task.ledger().ticks();
    missedPeriods += task.ledger().missedPeriods();
  }
}
