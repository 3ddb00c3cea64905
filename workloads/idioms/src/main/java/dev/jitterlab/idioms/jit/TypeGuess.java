package dev.jitterlab.idioms.jit;

/** The rare part is the method of another class, which an interface calls. */
public final class TypeGuess implements Guess {
  private final Work[] works = {new UsualWork(), new UsualWork(), new RareWork()};

  @Override
  public int call(int x, int kind) {
    return works[kind].apply(x * 31 + 7);
  }

  /** What is called. */
  public interface Work {
    /** Works a little. */
    int apply(int value);
  }

  /** The receiver of the usual calls. */
  public static final class UsualWork implements Work {
    @Override
    public int apply(int value) {
      return value ^ (value >>> 5);
    }
  }

  /** The receiver of the rare calls. */
  public static final class RareWork implements Work {
    @Override
    public int apply(int value) {
      return value / 3 + 2;
    }
  }
}
