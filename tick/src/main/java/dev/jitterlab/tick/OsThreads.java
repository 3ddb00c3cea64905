package dev.jitterlab.tick;

/**
 * Finds the {@link OsThread}. This is the fallback: the jar has another class of this name for JDK
 * 22 and later, which have the foreign-function API.
 */
final class OsThreads {
  private OsThreads() {}

  /**
   * Returns how to reach the calling thread, whichever that is.
   *
   * @throws IllegalStateException says why there is none
   */
  @SuppressWarnings("DoNotCallSuggester") // the other class of this name does not throw
  static OsThread find() {
    throw new IllegalStateException(
        "it needs JDK 22 or later and the library as a jar; this is JDK "
            + Runtime.version().feature());
  }
}
