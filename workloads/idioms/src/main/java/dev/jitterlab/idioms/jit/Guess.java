package dev.jitterlab.idioms.jit;

/**
 * Code with a part that a warm-up can leave out, so that the compiler may guess that it is never
 * used.
 */
public interface Guess {
  /** The kind of call that uses that part; other calls are of kind 0 and 1. */
  int RARE = 2;

  /** Works a little; the result depends on both arguments. */
  int call(int x, int kind);
}
