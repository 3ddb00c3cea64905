package dev.jitterlab.lab.jdk;

import java.nio.file.Path;
import java.util.List;

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

  /** The first release that warns of programs that call native code. */
  private static final int FIRST_THAT_WARNS = 22;

  private static final String NATIVE_ACCESS = "--enable-native-access";

  /** Whether servers can be measured on it. */
  public boolean fit() {
    return hasJfr && feature >= OLDEST_FEATURE;
  }

  /**
   * The flags by which its JVM lets a program call native code and prints no warning: none where
   * {@code given} has such a flag, nor for releases that never warn.
   *
   * @param given the JVM's other flags
   */
  public List<String> nativeAccess(List<String> given) {
    return feature < FIRST_THAT_WARNS
            || given.stream().anyMatch(flag -> flag.startsWith(NATIVE_ACCESS))
        ? List.of()
        : List.of(NATIVE_ACCESS + "=ALL-UNNAMED");
  }

  /** The launcher. */
  public Path java() {
    return home.resolve("bin").resolve("java");
  }
}
