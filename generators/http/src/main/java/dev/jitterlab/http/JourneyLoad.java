package dev.jitterlab.http;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.SlowRequestLog;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.load.Target;
import dev.jitterlab.scenario.Journey;
import dev.jitterlab.scenario.JourneyStep;
import dev.jitterlab.scenario.Scenario;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.SelfSchedulingTask;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjLongConsumer;

/**
 * All that the journeys to one server share: how they send, where they are counted, and whether the
 * server has its turn. While it has not, journeys stand still between two requests. Everything but
 * {@link #pause} and {@link #resume} happens on the thread of the event loop.
 */
final class JourneyLoad {
  /** Those that stood still and need not think go on within this time, not all at once. */
  private static final long WITHIN_NS = 100_000_000;

  /** Instead of a time to wait: a task is run when the server has its turn again. */
  static final long KEPT = -1;

  final Scenario scenario;
  final Target target;
  final long seed;
  final Exchanges exchanges;
  final StepRequests stepRequests;
  final AwaitedRequests requests;
  final Optional<SlowRequestLog> slowRequests;
  final FirstAnswers firstAnswers;
  final NanoClock clock;
  final CountedLevels levels;
  private final ObjLongConsumer<SelfSchedulingTask> scheduler;
  private final Map<JourneyStep, StepLoad> steps;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private boolean isPaused = true;
  private long workedNs; // for how long the server had its turn, up to the last pause
  private long resumedNs; // when it got its turn

  /** What came due while the server had not its turn. */
  private static final class Held {
    final SelfSchedulingTask task;
    final long leftNs;

    Held(SelfSchedulingTask task, long leftNs) {
      this.task = task;
      this.leftNs = leftNs;
    }
  }

  /**
   * Creates it, paused.
   *
   * @param steps what counts each step for itself; empty if nothing does
   * @param levels what counts each level for itself
   * @param scheduler runs a task after so many nanoseconds, on the thread of the event loop; throws
   *     IllegalStateException once the load has ended
   */
  JourneyLoad(
      Scenario scenario,
      Map<JourneyStep, StepLoad> steps,
      CountedLevels levels,
      long seed,
      Target target,
      Exchanges exchanges,
      AwaitedRequests requests,
      Optional<SlowRequestLog> slowRequests,
      FirstAnswers firstAnswers,
      ObjLongConsumer<SelfSchedulingTask> scheduler,
      NanoClock clock) {
    this.scenario = scenario;
    this.steps = steps;
    this.levels = levels;
    this.target = target;
    this.seed = seed;
    this.exchanges = exchanges;
    this.stepRequests = new StepRequests(scenario, target);
    this.requests = requests;
    this.slowRequests = slowRequests;
    this.firstAnswers = firstAnswers;
    this.scheduler = scheduler;
    this.clock = clock;
  }

  /** Returns what counts the requests of a step; null where steps are not counted. */
  StepLoad counted(JourneyStep step) {
    return steps.get(step);
  }

  /** Counts a request that is due then and cannot go out, at its step and at its level. */
  void countUnsent(JourneyStep step, long dueNs) {
    count(RequestOutcome.OVERFLOW, step, dueNs);
  }

  /**
   * Counts the requests of a journey that broke off, which will never be due.
   *
   * @param from the number of the first of them
   * @param dueNs when the last one before was due, whose level they belong to
   */
  void countUnreached(Journey journey, int from, long dueNs) {
    for (int i = from; i < journey.steps().size(); i++) {
      requests.countUnreached();
      count(RequestOutcome.UNREACHED, journey.steps().get(i), dueNs);
    }
  }

  private void count(RequestOutcome outcome, JourneyStep step, long dueNs) {
    StepLoad ofStep = counted(step);
    if (ofStep != null) {
      ofStep.ended(outcome, 0);
    }
    StepLoad ofLevel = levels.at(dueNs);
    if (ofLevel != null) {
      ofLevel.ended(outcome, 0);
    }
  }

  /** Runs a task so long from now; never, if the load has ended. */
  void after(long ns, SelfSchedulingTask task) {
    try {
      scheduler.accept(task, Math.max(1, ns));
    } catch (IllegalStateException e) {
      return; // the scheduler is closed
    }
  }

  /** Returns for how long the server had its turn by then: the time in which users think. */
  synchronized long workedNs(long nowNs) {
    return isPaused ? workedNs : workedNs + nowNs - resumedNs;
  }

  /**
   * Says at a task's turn how long its user still has to think: 0 if he has thought. Time in which
   * the server had not its turn does not count. If it has not its turn now, the task is kept until
   * then.
   *
   * @param thoughtNs when the user has thought, by {@link #workedNs}
   * @param scheduledNs when the task was due, by the load's clock
   * @return {@link #KEPT} if it is kept
   */
  synchronized long leftNs(long thoughtNs, long scheduledNs, SelfSchedulingTask task) {
    if (isPaused) {
      held.add(new Held(task, thoughtNs - workedNs));
      return KEPT;
    }
    return Math.max(0, thoughtNs - workedNs(scheduledNs));
  }

  synchronized void pause(long nowNs) {
    workedNs = workedNs(nowNs);
    isPaused = true;
  }

  /** Lets the journeys go on that stood still. */
  synchronized void resume(long nowNs) {
    isPaused = false;
    resumedNs = nowNs;
    int count = held.size();
    for (int i = 0; i < count; i++) {
      Held next = held.remove();
      after(Math.max(1 + i * WITHIN_NS / count, next.leftNs), next.task);
    }
  }
}
