package dev.jitterlab.aggregator.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Fragments by key. Whoever asks for one that is not there waits for a load, and there is one load
 * for all who ask at the same time. An old fragment is served at once while a new one is fetched.
 * Only what was loaded well is kept: a failure is an answer to those who wait, and forgotten. If it
 * says that there is no such thing, the old fragment goes as well. Thread-safe; nobody waits in a
 * call.
 */
public final class FragmentCache implements MultiCollector {
  /** After a failed refresh, the next one comes no sooner than this. */
  private static final long REFRESH_AGAIN_NS = TimeUnit.SECONDS.toNanos(1);

  private static final class Entry {
    final Fragment fragment;
    final AtomicBoolean refreshing = new AtomicBoolean();
    volatile long refreshAfterNs;

    Entry(Fragment fragment) {
      this.fragment = fragment;
      this.refreshAfterNs = fragment.madeNs();
    }
  }

  private final CacheSettings settings;
  private final LongSupplier clock;
  private final Predicate<Throwable> isGone;
  private final Cache<String, Entry> entries;
  private final ConcurrentMap<String, CompletableFuture<Fragment>> loads =
      new ConcurrentHashMap<>();
  private final CountsByKind<CacheOutcome> outcomes = new CountsByKind<>(CacheOutcome.class);

  /**
   * Creates an empty cache.
   *
   * @param clock nanoseconds, such as System.nanoTime
   * @param isGone whether the failure of a load says that there is no such thing: then an old
   *     fragment of it is not served any more
   */
  public FragmentCache(CacheSettings settings, LongSupplier clock, Predicate<Throwable> isGone) {
    this.settings = settings;
    this.clock = clock;
    this.isGone = isGone;
    this.entries =
        Caffeine.newBuilder()
            .maximumWeight(settings.bytes)
            .weigher((String key, Entry entry) -> key.length() + entry.fragment.bytes())
            .expireAfterWrite(
                settings.freshNs + settings.staleNs + settings.graceNs, TimeUnit.NANOSECONDS)
            .ticker(clock::getAsLong)
            .executor(Runnable::run)
            .recordStats()
            .build();
  }

  /** Returns whether anything is cached: otherwise each who asks has a load of his own. */
  public boolean isOn() {
    return settings.on;
  }

  /**
   * Returns a fragment, or the exception of its load.
   *
   * @param load fetches it; called at most once
   */
  public CompletableFuture<Fragment> get(String key, Supplier<CompletableFuture<Fragment>> load) {
    if (!settings.on) {
      return load.get();
    }
    Entry entry = entries.getIfPresent(key);
    if (entry != null) {
      long nowNs = clock.getAsLong();
      long ageNs = nowNs - entry.fragment.madeNs();
      if (ageNs <= settings.freshNs) {
        outcomes.count(CacheOutcome.HIT);
        return CompletableFuture.completedFuture(entry.fragment);
      }
      if (ageNs <= settings.freshNs + settings.staleNs) {
        outcomes.count(CacheOutcome.STALE);
        refresh(key, entry, nowNs, load);
        return CompletableFuture.completedFuture(entry.fragment.asOld());
      }
    }
    return load(key, entry, load);
  }

  private CompletableFuture<Fragment> load(
      String key, Entry old, Supplier<CompletableFuture<Fragment>> load) {
    CompletableFuture<Fragment> mine = new CompletableFuture<>();
    CompletableFuture<Fragment> theirs = loads.putIfAbsent(key, mine);
    if (theirs != null) {
      outcomes.count(CacheOutcome.COALESCED);
      return theirs;
    }
    CompletableFuture<Fragment> loading = begun(load);
    CompletableFuture<?> unused =
        loading.whenComplete(
            (loaded, failed) -> {
              Fragment made = null;
              Throwable failure = failed;
              if (failed == null) {
                try {
                  made = keep(key, loaded);
                } catch (RuntimeException | Error e) { // or all who ask would wait for ever
                  failure = e;
                }
              }
              boolean gone = failure != null && removeIfGone(key, old, failure);
              loads.remove(key, mine);
              if (failure == null) {
                outcomes.count(CacheOutcome.MISS);
                mine.complete(made);
              } else if (old != null && !gone) {
                outcomes.count(CacheOutcome.STALE_ON_FAILURE);
                mine.complete(old.fragment.asOld());
              } else {
                outcomes.count(CacheOutcome.FAILED);
                mine.completeExceptionally(failure);
              }
            });
    return mine;
  }

  /** Keeps what was loaded; returns it with its time. */
  private Fragment keep(String key, Fragment loaded) {
    Fragment made = loaded.madeAt(clock.getAsLong());
    entries.put(key, new Entry(made));
    return made;
  }

  /**
   * Removes the old entry of what is gone.
   *
   * @return whether it is gone
   */
  private boolean removeIfGone(String key, Entry old, Throwable failure) {
    boolean gone = isGone.test(failure);
    if (gone && old != null) {
      entries.asMap().remove(key, old);
    }
    return gone;
  }

  private static CompletableFuture<Fragment> begun(Supplier<CompletableFuture<Fragment>> load) {
    try {
      return load.get();
    } catch (RuntimeException | Error e) { // or this key would wait for it for ever
      return CompletableFuture.failedFuture(e);
    }
  }

  private void refresh(
      String key, Entry old, long nowNs, Supplier<CompletableFuture<Fragment>> load) {
    if (nowNs - old.refreshAfterNs < 0 || !old.refreshing.compareAndSet(false, true)) {
      return;
    }
    CompletableFuture<Fragment> loading = begun(load);
    CompletableFuture<?> unused =
        loading.whenComplete(
            (loaded, failed) -> {
              Throwable failure = failed;
              if (failed == null) {
                try {
                  keep(key, loaded);
                } catch (RuntimeException | Error e) { // or it would be refreshed no more
                  failure = e;
                }
              }
              if (failure != null) {
                removeIfGone(key, old, failure);
                outcomes.count(CacheOutcome.FAILED);
                old.refreshAfterNs = clock.getAsLong() + REFRESH_AGAIN_NS;
                old.refreshing.set(false);
              }
            });
  }

  /** Puts a fragment there that nobody asked for; does nothing where caching is off. */
  public void put(String key, Fragment fragment) {
    put(key, fragment, clock.getAsLong());
  }

  /**
   * The same, for a fragment that is made of others.
   *
   * @param madeNs when the oldest of them was made: it is as old, and gets old then
   */
  public void put(String key, Fragment fragment, long madeNs) {
    if (settings.on) {
      entries.put(key, new Entry(fragment.madeAt(madeNs)));
    }
  }

  /** Returns a fresh fragment or null; counts nothing but a hit. */
  public Fragment fresh(String key) {
    if (!settings.on) {
      return null;
    }
    Entry entry = entries.getIfPresent(key);
    if (entry == null || clock.getAsLong() - entry.fragment.madeNs() > settings.freshNs) {
      return null;
    }
    outcomes.count(CacheOutcome.HIT);
    return entry.fragment;
  }

  /** Returns how often questions ended so. */
  public long counted(CacheOutcome outcome) {
    return outcomes.of(outcome);
  }

  /** Returns about how many bytes the fragments take. */
  public long bytes() {
    return entries.policy().eviction().map(one -> one.weightedSize().orElse(0)).orElse(0L);
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_cache_requests",
            "Questions to the cache, by what became of them.",
            EnumSet.allOf(CacheOutcome.class),
            one -> Labels.of("outcome", one.label()),
            this::counted),
        Snapshots.gauge("jitterlab_cache_bytes", "About what the fragments take.", bytes()),
        Snapshots.gauge(
            "jitterlab_cache_entries", "Fragments in the cache.", entries.estimatedSize()),
        Snapshots.counter(
            "jitterlab_cache_evictions",
            "Fragments that had to go because the cache was full or they were too old.",
            entries.stats().evictionCount()));
  }
}
