package dev.jitterlab.lock;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The lock's protocol as a state machine, and a search of all its states for a small number of
 * threads. Each step is one access to shared memory, so the search tries all interleavings. The
 * queue is taken as what {@link java.util.concurrent.locks.AbstractQueuedSynchronizer} promises:
 * who enters it looks once more before it sleeps, a release wakes its first thread, and so does a
 * first thread that gives up.
 */
final class LockModel {
  /** What may be left out, so that a test sees the search find it. */
  enum Defect {
    NONE,
    /** Who took a reserved lock past a waiter keeps it. */
    KEEPS_WHAT_IT_MUST_GIVE_BACK,
    /** Who gives the lock back wakes nobody. */
    GIVES_BACK_SILENTLY,
    /** The release after the kth barge sets the counter to zero without a look. */
    NEVER_LOOKS,
    /** The lock with k = 0 is open to all if nobody waited at the release. */
    OPENS_ALTHOUGH_STRICT
  }

  /** What a thread does where it cannot have the lock. */
  enum Manner {
    /** It waits. */
    WAITS,
    /** It waits, and may give up at any time while it is in the queue. */
    GIVES_UP,
    /** It does not wait: {@code tryLock}. */
    TRIES
  }

  /** What a thread does next. */
  private enum Step {
    TAKE('a'),
    READ_STATE('b'),
    TAKE_OPEN('c'),
    LOOK_BEFORE('d'),
    TAKE_RESERVED('e'),
    LOOK_AFTER_RESERVED('g'),
    LEAVE_QUEUE('h'),
    DECIDE('i'),
    FREE('j'),
    WAKE('k'),
    ENTER_QUEUE('l'),
    ASLEEP('m'),
    DONE('n');

    /** Unlike that of any other step. */
    final char key;

    Step(char key) {
      this.key = key;
    }
  }

  private static final int NOBODY = -1;

  private final Manner[] manners;
  private final int k;
  private final int[] rounds;
  private final Defect defect;
  private int mostOvertaken;
  private boolean gaveBack;

  /**
   * @param manners of each thread
   * @param rounds how often each thread wants the lock
   */
  LockModel(Manner[] manners, int k, int[] rounds, Defect defect) {
    this.manners = manners.clone();
    this.k = k;
    this.rounds = rounds.clone();
    this.defect = defect;
  }

  /** One state; the arrays are one entry a thread. */
  private static final class State {
    final Step[] step;
    final byte[] roundsLeft;
    final boolean[] permit;

    /** What the thread has decided that the lock shall be when it is free. */
    final boolean[] reserves;

    /** It gives back what it has just taken. */
    final boolean[] givesBack;

    /** Of a waiter: how many sections of others ran while it was in the queue, and may. */
    final byte[] since;

    final byte[] allowed;
    byte[] queue;
    int owner = NOBODY;
    boolean reserved;
    int barges;

    /** The owner runs its section: it has not to give back, and has not decided to leave. */
    boolean inSection;

    /** How many barged past the first of the queue, since it is the first. */
    int passed;

    State(int[] rounds, boolean reserved) {
      int threads = rounds.length;
      step = new Step[threads];
      Arrays.fill(step, Step.TAKE);
      roundsLeft = new byte[threads];
      for (int i = 0; i < threads; i++) {
        roundsLeft[i] = (byte) rounds[i];
      }
      permit = new boolean[threads];
      reserves = new boolean[threads];
      givesBack = new boolean[threads];
      since = new byte[threads];
      allowed = new byte[threads];
      queue = new byte[0];
      this.reserved = reserved;
    }

    State(State other) {
      step = other.step.clone();
      roundsLeft = other.roundsLeft.clone();
      permit = other.permit.clone();
      reserves = other.reserves.clone();
      givesBack = other.givesBack.clone();
      since = other.since.clone();
      allowed = other.allowed.clone();
      queue = other.queue.clone();
      owner = other.owner;
      reserved = other.reserved;
      barges = other.barges;
      inSection = other.inSection;
      passed = other.passed;
    }

    Step step(int thread) {
      return step[thread];
    }

    void go(int thread, Step next) {
      step[thread] = next;
    }

    boolean waits(int thread) {
      for (byte one : queue) {
        if (one == thread) {
          return true;
        }
      }
      return false;
    }

    boolean isBehindOthers(int thread) {
      return queue.length > 0 && queue[0] != thread;
    }

    void leaveQueue(int thread) {
      if (queue[0] == thread) {
        passed = 0;
      }
      byte[] left = new byte[queue.length - 1];
      int size = 0;
      for (byte one : queue) {
        if (one != thread) {
          left[size++] = one;
        }
      }
      queue = left;
    }

    boolean wasTaken(int thread, boolean fromReserved) {
      if (owner != NOBODY || reserved != fromReserved) {
        return false;
      }
      owner = thread;
      return true;
    }

    /** Unlike that of any other state. */
    String key() {
      StringBuilder key = new StringBuilder();
      for (int i = 0; i < step.length; i++) {
        key.append(step[i].key)
            .append((char) roundsLeft[i])
            .append((char) ((permit[i] ? 1 : 0) + (reserves[i] ? 2 : 0) + (givesBack[i] ? 4 : 0)))
            .append((char) since[i])
            .append((char) allowed[i]);
      }
      for (byte one : queue) {
        key.append((char) one);
      }
      return key.append((char) (owner + 1))
          .append((char) ((reserved ? 1 : 0) + (inSection ? 2 : 0)))
          .append((char) barges)
          .append((char) passed)
          .toString();
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < step.length; i++) {
        text.append(i).append(' ').append(step(i)).append(permit[i] ? " (woken), " : ", ");
      }
      return text + "queue " + Arrays.toString(queue) + ", owner " + owner + ", barges " + barges;
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
    visit(new State(rounds, k == 0), seen, open);
    while (!open.isEmpty()) {
      State state = open.pop();
      boolean stuck = true;
      for (int thread = 0; thread < manners.length; thread++) {
        if (canStep(state, thread)) {
          stuck = false;
          State next = new State(state);
          step(next, thread);
          visit(next, seen, open);
        }
        if (canGiveUp(state, thread)) {
          State next = new State(state);
          giveUp(next, thread);
          visit(next, seen, open);
        }
      }
      if (stuck && IntStream.range(0, manners.length).anyMatch(i -> state.step(i) != Step.DONE)) {
        throw new AssertionError("sleeps for ever: " + state);
      }
    }
    return seen.size();
  }

  private static void visit(State state, Set<String> seen, Deque<State> open) {
    if (seen.add(state.key())) {
      open.push(state);
    }
  }

  /** The most sections of others that a waiter has seen in any state. */
  int mostOvertaken() {
    return mostOvertaken;
  }

  /** Whether in any state a lock had to be given back. */
  boolean gaveBack() {
    return gaveBack;
  }

  private static boolean canStep(State state, int thread) {
    Step step = state.step(thread);
    return step != Step.DONE && (step != Step.ASLEEP || state.permit[thread]);
  }

  private boolean canGiveUp(State state, int thread) {
    return manners[thread] == Manner.GIVES_UP && state.step(thread) == Step.ASLEEP;
  }

  private static void giveUp(State state, int thread) {
    boolean first = state.queue[0] == thread;
    state.leaveQueue(thread);
    state.permit[thread] = false;
    if (first) {
      wakeFirst(state);
    }
    endRound(state, thread);
  }

  private void step(State state, int thread) {
    switch (state.step(thread)) {
      case TAKE:
        if (state.wasTaken(thread, false)) {
          state.barges++; // by the holder alone
          begin(state, thread, true);
        } else {
          state.go(thread, Step.READ_STATE);
        }
        break;
      case READ_STATE:
        // In the queue only the first looks at the lock.
        if (state.owner != NOBODY || (state.waits(thread) && state.isBehindOthers(thread))) {
          inVain(state, thread);
        } else {
          state.go(thread, state.reserved ? Step.LOOK_BEFORE : Step.TAKE_OPEN);
        }
        break;
      case TAKE_OPEN:
        if (state.wasTaken(thread, false)) {
          state.barges++; // the first waiter's too
          begin(state, thread, state.isBehindOthers(thread));
        } else {
          inVain(state, thread);
        }
        break;
      case LOOK_BEFORE:
        if (state.isBehindOthers(thread)) {
          inVain(state, thread);
        } else {
          state.go(thread, Step.TAKE_RESERVED);
        }
        break;
      case TAKE_RESERVED:
        if (state.wasTaken(thread, true)) {
          state.go(thread, Step.LOOK_AFTER_RESERVED);
        } else {
          inVain(state, thread);
        }
        break;
      case LOOK_AFTER_RESERVED:
        boolean overtakes = state.isBehindOthers(thread);
        if (overtakes && defect != Defect.KEEPS_WHAT_IT_MUST_GIVE_BACK) {
          gaveBack = true;
          state.givesBack[thread] = true;
          state.go(thread, Step.DECIDE);
        } else {
          state.barges = 0;
          begin(state, thread, overtakes);
        }
        break;
      case LEAVE_QUEUE:
        state.leaveQueue(thread);
        state.go(thread, Step.DECIDE);
        break;
      case DECIDE:
        decide(state, thread);
        break;
      case FREE:
        if (state.owner != thread) {
          throw new AssertionError("two hold it: " + state);
        }
        state.owner = NOBODY;
        state.reserved = state.reserves[thread];
        state.reserves[thread] = false;
        state.go(thread, Step.WAKE);
        break;
      case WAKE:
        boolean gaveItBack = state.givesBack[thread];
        if (!gaveItBack || defect != Defect.GIVES_BACK_SILENTLY) {
          wakeFirst(state);
        }
        state.givesBack[thread] = false;
        if (gaveItBack) {
          inVain(state, thread);
        } else {
          endRound(state, thread);
        }
        break;
      case ENTER_QUEUE:
        enterQueue(state, thread);
        break;
      case ASLEEP:
        state.permit[thread] = false;
        state.go(thread, Step.READ_STATE);
        break;
      case DONE:
        throw new AssertionError(state);
    }
  }

  private void inVain(State state, int thread) {
    if (state.waits(thread)) {
      state.go(thread, Step.ASLEEP);
    } else if (manners[thread] == Manner.TRIES) {
      endRound(state, thread);
    } else {
      state.go(thread, Step.ENTER_QUEUE);
    }
  }

  /** A section begins. */
  private void begin(State state, int thread, boolean barges) {
    state.inSection = true;
    boolean waited = state.waits(thread);
    if (barges && state.queue.length > 0) {
      state.passed++;
      if (state.passed > k) {
        throw new AssertionError("the longest waiter is overtaken too often: " + state);
      }
    }
    for (byte waiter : state.queue) {
      if (waiter != thread) {
        count(state, waiter);
      }
    }
    state.go(thread, waited ? Step.LEAVE_QUEUE : Step.DECIDE);
  }

  private void count(State state, int waiter) {
    state.since[waiter]++;
    mostOvertaken = Math.max(mostOvertaken, state.since[waiter]);
    if (state.since[waiter] > state.allowed[waiter]) {
      throw new AssertionError("waits longer than the bound: " + state);
    }
  }

  private void enterQueue(State state, int thread) {
    int others = state.queue.length - (state.owner != NOBODY && state.waits(state.owner) ? 1 : 0);
    state.queue = Arrays.copyOf(state.queue, state.queue.length + 1);
    state.queue[state.queue.length - 1] = (byte) thread;
    state.since[thread] = 0;
    state.allowed[thread] = (byte) ((others + 1) * (k + 1));
    if (state.queue.length == 1) {
      state.passed = 0;
    }
    if (state.inSection) {
      count(state, thread); // the section that runs when it comes
    }
    state.go(thread, Step.READ_STATE);
  }

  /** A holder that is about to leave decides for whom the lock will be free. */
  private void decide(State state, int thread) {
    boolean open = k > 0 || defect == Defect.OPENS_ALTHOUGH_STRICT;
    boolean reserves = false;
    if (state.barges >= k) {
      if (state.queue.length == 0 || defect == Defect.NEVER_LOOKS) {
        state.barges = 0;
        reserves = !open;
      } else {
        reserves = true;
      }
    }
    state.reserves[thread] = reserves;
    state.inSection = false;
    state.go(thread, Step.FREE);
  }

  private static void endRound(State state, int thread) {
    state.since[thread] = 0;
    state.allowed[thread] = 0;
    state.roundsLeft[thread]--;
    state.go(thread, state.roundsLeft[thread] == 0 ? Step.DONE : Step.TAKE);
  }

  private static void wakeFirst(State state) {
    if (state.queue.length > 0) {
      state.permit[state.queue[0]] = true;
    }
  }
}
