package dev.jitterlab.lab.jdk;

import java.nio.file.Path;

/**
 * An installed Java runtime.
 *
 * @param feature the feature release, such as 25
 * @param version the whole version, such as {@code 25.0.3}
 * @param vendor who built it, such as {@code Eclipse Adoptium}; {@code unknown} where its release
 *     file does not say
 * @param home its folder, without symbolic links
 * @param hasJfr whether it has the Flight Recorder, which every measured JVM needs
 */
public record Jdk(int feature, String version, String vendor, Path home, boolean hasJfr) {
  /** The oldest release that the recording flags and the reference servers work on. */
  public static final int OLDEST_FEATURE = 11;

  /** Whether servers can be measured on it. */
  public boolean fit() {
    return hasJfr && feature >= OLDEST_FEATURE;
  }

  /** The launcher. */
  public Path java() {
    return home.resolve("bin").resolve("java");
  }
}
