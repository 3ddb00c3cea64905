package dev.jitterlab.diagnosis.timeline;

import java.util.List;
import java.util.Optional;

/**
 * How threads of a JVM wait for memory, which depends on its garbage collector. Immutable.
 *
 * <p>With a collector that stops all threads to collect, a thread that finds no memory waits for
 * such a pause, and for nothing else. ZGC lets the thread wait while it collects, and says for how
 * long. Shenandoah lets threads wait a little whenever they allocate (pacing), and a thread that
 * finds no memory until the next collection is through; it writes down sums of the former, and says
 * of neither when it was.
 */
public enum GcFamily {
  /** Serial, Parallel, CMS, G1, Epsilon. */
  STOPPING("G1", "Parallel", "Serial", "PS", "Def", "ParNew", "Concurrent", "ConcMark", "Epsilon"),
  /** ZGC. */
  Z("Z", "The Z"),
  /** Shenandoah. */
  SHENANDOAH("Shenandoah"),
  /** Nothing says which one it is. */
  UNKNOWN;

  private static final String FLAG = "-XX:+Use";
  private static final String LOGGED = "Using ";

  /** With commas between them: an enum has no mutable field. */
  private final String begins;

  GcFamily(String... begins) {
    this.begins = String.join(",", begins);
  }

  /**
   * By the name of one of its collections, such as {@code G1New}, {@code ZGC Minor}, {@code
   * ParallelOld}.
   */
  public static GcFamily of(String collection) {
    for (GcFamily one : values()) {
      if (one != UNKNOWN
          && List.of(one.begins.split(",", -1)).stream().anyMatch(collection::startsWith)) {
        return one;
      }
    }
    return UNKNOWN;
  }

  /** By the first line of its log, {@code Using G1}; empty if the line is another one. */
  public static Optional<GcFamily> ofLog(String message) {
    return message.startsWith(LOGGED)
        ? Optional.of(of(message.substring(LOGGED.length()))).filter(one -> one != UNKNOWN)
        : Optional.empty();
  }

  /** By the JVM's arguments, such as {@code -XX:+UseZGC}; the last one counts. */
  public static GcFamily ofArguments(String arguments) {
    GcFamily last = UNKNOWN;
    for (String argument : arguments.split("\\s+", -1)) {
      if (argument.startsWith(FLAG) && argument.endsWith("GC")) {
        GcFamily named = of(argument.substring(FLAG.length()));
        last = named == UNKNOWN ? last : named;
      }
    }
    return last;
  }
}
