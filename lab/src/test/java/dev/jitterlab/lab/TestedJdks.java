package dev.jitterlab.lab;

import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkFinder;
import java.util.stream.IntStream;

/**
 * The JDKs of the tests that run on every JDK that an experiment may name: the oldest and the
 * build's own. {@code ./jitterlab check --long} takes those between as well.
 */
public final class TestedJdks {
  /** Whether this is the long check. */
  public static final boolean IS_LONG = Boolean.getBoolean("jitterlab.long");

  private TestedJdks() {}

  /** Returns their feature releases, ascending. */
  public static IntStream features() {
    return IS_LONG ? IntStream.of(11, 17, 21, 25) : IntStream.of(11, 25);
  }

  /** Returns the one of a feature release; fails where it is not installed. */
  public static Jdk ofFeature(int feature) {
    return JdkFinder.ofThisMachine()
        .find()
        .ofFeature(feature)
        .orElseThrow(() -> new AssertionError("type: ./jitterlab jdks install " + feature));
  }
}
