package dev.jitterlab.lab.jdk;

import java.util.regex.Pattern;

/**
 * What a HotSpot JVM's own threads do, by the names that Linux shows of them: their first 15
 * characters. The names are those of JDK 11 to 25, looked at with every collector; JDK 21 calls
 * ZGC's threads X… where it runs without generations.
 */
public final class JvmThreads {
  private static final Pattern COLLECTORS =
      Pattern.compile(
          "GC Thread#.*|ParGC Thread#.*|GC task thread.*"
              + "|G1 (Main Marker|Conc#|Refine#|Service|Young RemSet).*"
              + "|[XZ](Worker|Driver|Director|Stat|Uncommitter|Unmapper).*|RuntimeWorker.*"
              + "|Shenandoah.*|CMS .*|StrDedup");

  private static final Pattern COMPILERS =
      Pattern.compile("C[12] CompilerThre.*|JVMCI(-native)? Co.*");

  private JvmThreads() {}

  /** Whether it collects garbage. The serial collector has no thread of its own. */
  public static boolean isCollector(String name) {
    return COLLECTORS.matcher(name).matches();
  }

  /** Whether it compiles methods. */
  public static boolean isCompiler(String name) {
    return COMPILERS.matcher(name).matches();
  }
}
