package dev.jitterlab.diagnosis.pattern;

import java.util.List;

/** The list of all patterns. */
public final class Patterns {
  private static final List<Pattern> ALL =
      List.of(
          new DeoptimisationLoop(),
          new CompileQueueBacklog(),
          new HeapTooSmall(),
          new LongCollections(),
          new AllocationStalls(),
          new SlowTimeToSafepoint(),
          new LockConvoy(),
          new DriftSpiral(),
          new Oversubscription(),
          new ThrottledContainer(),
          new BlockedTickThread(),
          new PinnedThreads());

  private Patterns() {}

  /** In the order in which they are looked for. */
  public static List<Pattern> all() {
    return ALL;
  }
}
