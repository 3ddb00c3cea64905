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
          new AllocationStalls(),
          new SlowTimeToSafepoint(),
          new LockConvoy(),
          new DriftSpiral(),
          new Oversubscription(),
          new NoisyNeighbour(),
          new ThrottledContainer(),
          new BlockedTickThread(),
          new PinnedThreads());

  private Patterns() {}

  /** The cause that a pattern is about; empty if there is no pattern of that name. */
  public static Optional<Cause> causeOf(String name) {
    return ALL.stream().filter(one -> one.name().equals(name)).map(Pattern::cause).findFirst();
  }

  /** In the order in which they are looked for. */
  public static List<Pattern> all() {
    return ALL;
  }
}
