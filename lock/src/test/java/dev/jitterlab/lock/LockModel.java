package dev.jitterlab.lock;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * The lock's protocol as a state machine, and a search of all its states for a small number of
 * threads. Each step is one access to shared memory, so the search tries all interleavings. The
 * queue is taken as what {@link java.util.concurrent.locks.AbstractQueuedSynchronizer} promises:
 * who enters it looks once more before it sleeps, and a release wakes its first thread.
 */
final class LockModel {
  /** What may be left out, so that a test sees the search find it. */
  enum Defect {
    NONE,
    /** The last barge may be used by two. */
    KEEPS_WHAT_IT_MUST_GIVE_BACK,
    /** Who gives the lock back wakes nobody. */
    GIVES_BACK_SILENTLY
  }

  /** What a thread does next. */
  private static final int LOOK = 0;

  private static final int CHANGE = 1;
  private static final int COUNT = 2;
  private static final int ENTER_QUEUE = 3;
  private static final int SLEEP = 4;
  private static final int ASLEEP = 5;
  private static final int LEAVE = 6;
  private static final int DONE = 7;

  private static final int NOBODY = -1;

  private final int threads;
  private final int k;
  private final int rounds;
  private final Defect defect;
  private int mostOvertaken;

  LockModel(int threads, int k, int rounds, Defect defect) {
    this.threads = threads;
    this.k = k;
    this.rounds = rounds;
    this.defect = defect;
  }

  /** One state; the arrays are one entry a thread. */
  private static final class State {
    final int[] step;
    final int[] roundsLeft;
    final boolean[] permit;

    /** How many have had the lock since the thread entered the queue, and how many may. */
    final int[] since;

    final int[] allowed;
    int[] queue;
    int owner = NOBODY;
    int barges;

    /** How many barged past the first of the queue, since it is the first. */
    int passed;

    State(int threads, int rounds) {
      step = new int[threads];
      roundsLeft = new int[threads];
      Arrays.fill(roundsLeft, rounds);
      permit = new boolean[threads];
      since = new int[threads];
      allowed = new int[threads];
      queue = new int[0];
    }

    State(State other) {
      step = other.step.clone();
      roundsLeft = other.roundsLeft.clone();
      permit = other.permit.clone();
      since = other.since.clone();
      allowed = other.allowed.clone();
      queue = other.queue.clone();
      owner = other.owner;
      barges = other.barges;
      passed = other.passed;
    }

    boolean waits(int thread) {
      return Arrays.stream(queue).anyMatch(one -> one == thread);
    }

    boolean isBehindOthers(int thread) {
      return queue.length > 0 && queue[0] != thread;
    }

    String key() {
      return Arrays.toString(step)
          + Arrays.toString(roundsLeft)
          + Arrays.toString(permit)
          + Arrays.toString(since)
          + Arrays.toString(allowed)
          + Arrays.toString(queue)
          + owner
          + ','
          + barges
          + ','
          + passed;
    }
  }

  /**
   * Visits every state that can be reached.
   *
   * @return how many there are
   * @throws AssertionError in the first that breaks the contract
   */
  int search() {
    Set<String> seen = new HashSet<>();
    Deque<State> open = new ArrayDeque<>();
    open.push(new State(threads, rounds));
    while (!open.isEmpty()) {
      State state = open.pop();
      if (!seen.add(state.key())) {
        continue;
      }
      boolean stuck = true;
      for (int thread = 0; thread < threads; thread++) {
        if (canStep(state, thread)) {
          stuck = false;
          State next = new State(state);
          step(next, thread);
          open.push(next);
        }
      }
      if (stuck && !Arrays.stream(state.step).allMatch(one -> one == DONE)) {
        throw new AssertionError("sleeps for ever: " + state.key());
      }
    }
    return seen.size();
  }

  /** The most acquisitions that overtook or preceded a waiter in any state. */
  int mostOvertaken() {
    return mostOvertaken;
  }

  private static boolean canStep(State state, int thread) {
    return state.step[thread] != DONE && (state.step[thread] != ASLEEP || state.permit[thread]);
  }

  private void step(State state, int thread) {
    switch (state.step[thread]) {
      case LOOK:
        boolean mayTry =
            state.owner == NOBODY && (state.barges < k || !state.isBehindOthers(thread));
        // In the queue only the first looks at the lock.
        boolean turn = !state.waits(thread) || !state.isBehindOthers(thread);
        state.step[thread] = mayTry && turn ? CHANGE : inVain(state, thread);
        break;
      case CHANGE:
        if (state.owner == NOBODY) {
          state.owner = thread;
          state.step[thread] = COUNT;
        } else {
          state.step[thread] = inVain(state, thread);
        }
        break;
      case COUNT:
        count(state, thread);
        break;
      case ENTER_QUEUE:
        state.queue = Arrays.copyOf(state.queue, state.queue.length + 1);
        state.queue[state.queue.length - 1] = thread;
        state.since[thread] = 0;
        state.allowed[thread] = state.queue.length * (k + 1);
        state.step[thread] = LOOK;
        break;
      case SLEEP:
        state.step[thread] = ASLEEP;
        break;
      case ASLEEP:
        state.permit[thread] = false;
        state.step[thread] = LOOK;
        break;
      case LEAVE:
        if (state.owner != thread) {
          throw new AssertionError("two hold it: " + state.key());
        }
        state.owner = NOBODY;
        wakeFirst(state);
        state.roundsLeft[thread]--;
        state.step[thread] = state.roundsLeft[thread] == 0 ? DONE : LOOK;
        break;
      default:
        throw new AssertionError(state.step[thread]);
    }
  }

  private static int inVain(State state, int thread) {
    return state.waits(thread) ? SLEEP : ENTER_QUEUE;
  }

  private void count(State state, int thread) {
    if (state.isBehindOthers(thread)) {
      if (state.barges >= k && defect != Defect.KEEPS_WHAT_IT_MUST_GIVE_BACK) {
        state.owner = NOBODY;
        if (defect != Defect.GIVES_BACK_SILENTLY) {
          wakeFirst(state);
        }
        state.step[thread] = ENTER_QUEUE;
        return;
      }
      state.barges++;
      state.passed++;
      if (state.passed > k) {
        throw new AssertionError("the longest waiter is overtaken too often: " + state.key());
      }
    } else {
      state.barges = 0;
      if (state.queue.length > 0) {
        state.queue = Arrays.copyOfRange(state.queue, 1, state.queue.length);
        state.passed = 0;
      }
    }
    state.step[thread] = LEAVE;
    for (int waiter : state.queue) {
      state.since[waiter]++;
      mostOvertaken = Math.max(mostOvertaken, state.since[waiter]);
      if (state.since[waiter] > state.allowed[waiter]) {
        throw new AssertionError("waits longer than the bound: " + state.key());
      }
    }
  }

  private static void wakeFirst(State state) {
    if (state.queue.length > 0) {
      state.permit[state.queue[0]] = true;
    }
  }
}
