package dev.jitterlab.lab;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Input and output whose failure the caller can do nothing about, and only its callers report. */
public final class Unchecked {
  private Unchecked() {}

  /** What may fail, and has a result. */
  @FunctionalInterface
  public interface Call<T> {
    T call() throws IOException;
  }

  /** What may fail. */
  @FunctionalInterface
  public interface Action {
    void run() throws IOException;
  }

  /**
   * The result of a call.
   *
   * @throws UncheckedIOException if it fails
   */
  public static <T> T io(Call<T> call) {
    try {
      return call.call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Does it.
   *
   * @throws UncheckedIOException if it fails
   */
  public static void io(Action action) {
    io(
        () -> {
          action.run();
          return null;
        });
  }
}
