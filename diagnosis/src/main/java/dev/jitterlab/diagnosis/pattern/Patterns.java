package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;
import java.util.Optional;

/** The list of all patterns. */
public final class Patterns {
  private static final List<Pattern> ALL =
      List.of(
          new DeoptimisationLoop(),
          new MethodNotCompiled(),
          new MethodNotInlined(),
          new CompileQueueBacklog(),
          new HeapTooSmall(),
          new LongCollections(),
          new MixedCollections(),
          new LongWait(
              "allocation_stalls",
              Cause.GC_STALL,
              "In %s the thread waited for free memory, for up to %.1f ms (%s).",
              0,
              _ ->
                  "Give the heap more room (-Xmx), or the collector more threads"
                      + " (-XX:ConcGCThreads)."),
          new LongWait(
              "slow_time_to_safepoint",
              Cause.TIME_TO_SAFEPOINT,
              "In %s all threads waited for the last one to stop, for up to %.1f ms (%s).",
              5_000_000,
              _ ->
                  "Look for a long loop without safepoint polls or a slow system call in the thread"
                      + " that stops last; -XX:+SafepointTimeout -XX:SafepointTimeoutDelay=10 names"
                      + " it."),
          new LockConvoy(),
          new DriftSpiral(),
          new Oversubscription(),
          new NoisyNeighbour(),
          new ThrottledContainer(),
          new BlockedTickThread(),
          new LongWait(
              "pinned_virtual_threads",
              Cause.PINNED,
              "In %s a virtual thread was pinned to its carrier, for up to %.1f ms (%s).",
              0,
              Patterns::unpinning));

  private Patterns() {}

  /** The cause that a pattern is about; empty if there is no pattern of that name. */
  public static Optional<Cause> causeOf(String name) {
    return ALL.stream().filter(one -> one.name().equals(name)).map(Pattern::cause).findFirst();
  }

  /** In the order in which they are looked for. */
  public static List<Pattern> all() {
    return ALL;
  }

  /** Since JDK 24 only native code and the JVM's own calls pin; older JDKs do not say why. */
  private static String unpinning(String why) {
    return why.contains("ative") || why.startsWith("VM call")
        ? "Do not block below a native method or in a class initialiser: block before it, or run it"
            + " on a platform thread."
        : "Replace synchronized around blocking calls by a ReentrantLock, or use JDK 24 or later.";
  }
}
