package dev.jitterlab.faults;

/**
 * Code with many modes, as a game's rules have. C2 leaves out those that were never entered, so the
 * first call in a new mode throws the optimised code away, and the calls after it are slow until it
 * is compiled again. A call in a mode takes some microseconds while the code is optimised, and some
 * milliseconds while it is not; a call in no mode takes nothing.
 */
final class Modes {
  /** How many there are, beside 0. */
  static final int COUNT = 40;

  /** A mode that has no code of its own: all calls in it go the same way. */
  static final int PLAIN = COUNT + 1;

  private static final int STEPS = 20_000;

  private static volatile boolean called;

  private Modes() {}

  /** Returns the state behind this one. */
  static int next(int mode, int state) {
    return mode == 0 ? state + 1 : play(mode, state);
  }

  /** From now on, no call has gone in a mode. */
  static void forgetCalls() {
    called = false;
  }

  /** Returns whether a call has gone in a mode since then. */
  static boolean wasCalled() {
    return called;
  }

  /** One method: all of its optimised code goes at once. */
  private static int play(int mode, int state) {
    called = true;
    int next = state;
    for (int i = 0; i < STEPS; i++) {
      next++;
      if (mode == 1) {
        next = next * 3 + mode;
      }
      if (mode == 2) {
        next = next * 5 + mode;
      }
      if (mode == 3) {
        next = next * 7 + mode;
      }
      if (mode == 4) {
        next = next * 9 + mode;
      }
      if (mode == 5) {
        next = next * 11 + mode;
      }
      if (mode == 6) {
        next = next * 13 + mode;
      }
      if (mode == 7) {
        next = next * 15 + mode;
      }
      if (mode == 8) {
        next = next * 17 + mode;
      }
      if (mode == 9) {
        next = next * 19 + mode;
      }
      if (mode == 10) {
        next = next * 21 + mode;
      }
      if (mode == 11) {
        next = next * 23 + mode;
      }
      if (mode == 12) {
        next = next * 25 + mode;
      }
      if (mode == 13) {
        next = next * 27 + mode;
      }
      if (mode == 14) {
        next = next * 29 + mode;
      }
      if (mode == 15) {
        next = next * 31 + mode;
      }
      if (mode == 16) {
        next = next * 33 + mode;
      }
      if (mode == 17) {
        next = next * 35 + mode;
      }
      if (mode == 18) {
        next = next * 37 + mode;
      }
      if (mode == 19) {
        next = next * 39 + mode;
      }
      if (mode == 20) {
        next = next * 41 + mode;
      }
      if (mode == 21) {
        next = next * 43 + mode;
      }
      if (mode == 22) {
        next = next * 45 + mode;
      }
      if (mode == 23) {
        next = next * 47 + mode;
      }
      if (mode == 24) {
        next = next * 49 + mode;
      }
      if (mode == 25) {
        next = next * 51 + mode;
      }
      if (mode == 26) {
        next = next * 53 + mode;
      }
      if (mode == 27) {
        next = next * 55 + mode;
      }
      if (mode == 28) {
        next = next * 57 + mode;
      }
      if (mode == 29) {
        next = next * 59 + mode;
      }
      if (mode == 30) {
        next = next * 61 + mode;
      }
      if (mode == 31) {
        next = next * 63 + mode;
      }
      if (mode == 32) {
        next = next * 65 + mode;
      }
      if (mode == 33) {
        next = next * 67 + mode;
      }
      if (mode == 34) {
        next = next * 69 + mode;
      }
      if (mode == 35) {
        next = next * 71 + mode;
      }
      if (mode == 36) {
        next = next * 73 + mode;
      }
      if (mode == 37) {
        next = next * 75 + mode;
      }
      if (mode == 38) {
        next = next * 77 + mode;
      }
      if (mode == 39) {
        next = next * 79 + mode;
      }
      if (mode == 40) {
        next = next * 81 + mode;
      }
    }
    return next;
  }
}
