package dev.jitterlab.tick;

/** Finds the {@link OsThread}, on JDK 22 and later. */
final class OsThreads {
  private OsThreads() {}

  static OsThread find() {
    if (!System.getProperty("os.name").equals("Linux")) {
      throw new IllegalStateException("it needs Linux; this is " + System.getProperty("os.name"));
    }
    try {
      return new LinuxThread();
    } catch (IllegalCallerException e) {
      throw new IllegalStateException(
          "native access is denied; start java with --enable-native-access=ALL-UNNAMED", e);
    }
  }
}
