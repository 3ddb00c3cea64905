package dev.jitterlab.idioms.jit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Loads a class once more, so that the JVM has a profile and code of its own for the copy. Nested
 * classes stay those of the program. One loader makes one copy.
 */
final class GuessCopies extends ClassLoader {
  private GuessCopies() {
    super(GuessCopies.class.getClassLoader());
  }

  /** A new object of a new copy of this class. */
  static Guess of(Class<? extends Guess> original) {
    try {
      Class<?> copy = new GuessCopies().copied(original);
      return (Guess) copy.getConstructor().newInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(original + " has no public constructor", e);
    }
  }

  private Class<?> copied(Class<?> original) throws IOException {
    String file = original.getName().replace('.', '/') + ".class";
    try (InputStream in = original.getClassLoader().getResourceAsStream(file)) {
      byte[] bytes = in.readAllBytes();
      return defineClass(original.getName(), bytes, 0, bytes.length);
    }
  }
}
