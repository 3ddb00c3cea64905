package dev.jitterlab.aggregator.cache;

import java.util.concurrent.TimeUnit;

/** How large the cache is and how old its fragments get. Filled before a cache is made. */
public final class CacheSettings {
  /** Whether anything is cached at all. */
  public boolean on = true;

  /** Most bytes of heap that fragments take, about. */
  public long bytes = 256L << 20;

  /** For so long a fragment is as good as new. */
  public long freshNs = TimeUnit.SECONDS.toNanos(30);

  /** For so long after that it is served while a new one is fetched. */
  public long staleNs = TimeUnit.SECONDS.toNanos(300);

  /** For so long after that it is served if no new one can be fetched. */
  public long graceNs = TimeUnit.SECONDS.toNanos(3_600);
}
