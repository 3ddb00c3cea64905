package dev.jitterlab.idioms.jit;

import java.util.Locale;

/**
 * Runs cases one after the other and prints a marker before every step of each, so that the JVM's
 * log of compilations, on the same output, can be divided among the steps. A case is an argument
 * {@code shape:k:rare}: a class of code, how many of its calls use the rare part while the JVM
 * profiles it, and how many do so once it is compiled.
 *
 * <p>The JVM must wait for its compilers ({@code -Xbatch}): then every run is the same.
 */
public final class GuessProbe {
  private static final int CALLS = 20_000;
  private static final int FIRST_RARE = 2_000;
  private static final int BETWEEN_RARE = 10;
  private static final int STEP = 16;
  private static final int FIELDS = 3;

  /** The shapes of code. */
  private enum Shape {
    IF(IfGuess.class),
    SWITCH(SwitchGuess.class),
    TYPE(TypeGuess.class),
    LOOP(LoopGuess.class),
    WHOLE(WholeGuess.class),
    SPLIT(SplitGuess.class);

    private final Class<? extends Guess> code;

    Shape(Class<? extends Guess> code) {
      this.code = code;
    }
  }

  private GuessProbe() {}

  /** Runs the cases. */
  public static void main(String[] cases) {
    int sum = 0;
    for (String one : cases) {
      String[] fields = one.split(":", -1);
      if (fields.length != FIELDS) {
        throw new IllegalArgumentException("expected shape:k:rare, found: " + one);
      }
      Shape shape = Shape.valueOf(fields[0].toUpperCase(Locale.ROOT));
      say("case " + one);
      sum += run(shape, Integer.parseInt(fields[1]), Integer.parseInt(fields[2]));
      say("end");
    }
    say("sum " + sum);
  }

  private static int run(Shape shape, int rareWhileProfiled, int rareAfterwards) {
    Guess guess = GuessCopies.of(shape.code);
    int lastRare = FIRST_RARE + rareWhileProfiled * BETWEEN_RARE;
    int sum = 0;
    for (int i = 0; i < CALLS; i++) {
      if (i % STEP == 0) {
        say("warm " + i);
      }
      boolean isRare = i >= FIRST_RARE && i < lastRare && i % BETWEEN_RARE == 0;
      sum += guess.call(i, isRare ? Guess.RARE : i & 1);
    }
    for (int i = 1; i <= rareAfterwards; i++) {
      say("rare " + i);
      sum += guess.call(i, Guess.RARE);
    }
    for (int i = 0; i < CALLS; i++) {
      if (i % STEP == 0) {
        say("again " + i);
      }
      sum += guess.call(i, i & 1);
    }
    return sum;
  }

  /** In one piece: a line of the JVM's log may follow, but not come between. */
  private static void say(String marker) {
    System.out.print("# " + marker + "\n");
  }
}
