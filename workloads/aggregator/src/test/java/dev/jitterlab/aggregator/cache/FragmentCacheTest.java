package dev.jitterlab.aggregator.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class FragmentCacheTest {
  private static final long SECOND_NS = 1_000_000_000;
  private static final Throwable GONE = new IllegalStateException("no such thing");

  private final CacheSettings settings = new CacheSettings();
  private final List<CompletableFuture<Fragment>> loads = new ArrayList<>();
  private final Fragment first = new Fragment("first");
  private final Fragment second = new Fragment("second");
  private long nowNs;

  private FragmentCache cache() {
    settings.freshNs = 100;
    settings.staleNs = 50;
    settings.graceNs = 1_000;
    return new FragmentCache(settings, () -> nowNs, GONE::equals);
  }

  private CompletableFuture<Fragment> load() {
    CompletableFuture<Fragment> load = new CompletableFuture<>();
    loads.add(load);
    return load;
  }

  private static void assertIsNew(Fragment expected, CompletableFuture<Fragment> given) {
    assertSame(expected.value(), given.join().value());
    assertFalse(given.join().isOld());
  }

  private static void assertIsOld(Fragment expected, CompletableFuture<Fragment> given) {
    assertSame(expected.value(), given.join().value());
    assertTrue(given.join().isOld(), "the shell must not be kept");
  }

  @Test
  void oneLoadServesAllWhoAskMeanwhile() {
    FragmentCache cache = cache();
    CompletableFuture<Fragment> one = cache.get("k", this::load);
    CompletableFuture<Fragment> two = cache.get("k", this::load);
    assertEquals(1, loads.size());
    assertFalse(one.isDone());

    loads.get(0).complete(first);
    assertIsNew(first, one);
    assertIsNew(first, two);
    assertIsNew(first, cache.get("k", this::load));
    assertEquals(1, loads.size());
    assertEquals(1, cache.counted(CacheOutcome.COALESCED));
    assertEquals(1, cache.counted(CacheOutcome.HIT));
  }

  @Test
  void anOldFragmentIsServedWhileOneNewIsFetched() {
    FragmentCache cache = cache();
    cache.put("k", first);
    nowNs = 120;
    assertIsOld(first, cache.get("k", this::load));
    assertIsOld(first, cache.get("k", this::load));
    assertEquals(1, loads.size());

    loads.get(0).complete(second);
    assertIsNew(second, cache.get("k", this::load));
    assertEquals(2, cache.counted(CacheOutcome.STALE));
  }

  /** Else a page would show a part for twice as long as it is as good as new. */
  @Test
  void whatIsMadeOfOthersGetsOldWithTheOldestOfThem() {
    FragmentCache cache = cache();
    nowNs = 10;
    CompletableFuture<Fragment> part = cache.get("part", this::load);
    loads.get(0).complete(first);
    nowNs = 100;
    assertEquals(10, part.join().madeNs());
    assertEquals(10, cache.get("part", this::load).join().madeNs());
    cache.put("shell", second, 10);

    nowNs = 110;
    assertSame(second.value(), cache.fresh("shell").value());
    nowNs = 111;
    assertNull(cache.fresh("shell"));
    assertIsOld(first, cache.get("part", this::load));
    loads.get(1).complete(second);
    assertEquals(111, cache.get("part", this::load).join().madeNs());
  }

  /** Until then, and while it is tried, the old fragment is the answer and not the failure. */
  @Test
  void aFailedRefreshIsTriedAgainAfterASecond() {
    settings.freshNs = 100;
    settings.staleNs = 10 * SECOND_NS;
    FragmentCache cache = new FragmentCache(settings, () -> nowNs, GONE::equals);
    cache.put("k", first);
    nowNs = 120;
    assertIsOld(first, cache.get("k", this::load));
    loads.get(0).completeExceptionally(new IllegalStateException());
    assertIsOld(first, cache.get("k", this::load));
    assertEquals(1, loads.size(), "not at once");

    nowNs += SECOND_NS;
    assertIsOld(first, cache.get("k", this::load));
    assertEquals(2, loads.size());
    loads.get(1).complete(second);
    assertIsNew(second, cache.get("k", this::load));
  }

  @Test
  void aFailureIsAnAnswerToThoseWhoWaitForItAndToNobodyElse() {
    FragmentCache cache = cache();
    CompletableFuture<Fragment> failed = cache.get("k", this::load);
    CompletableFuture<Fragment> coalesced = cache.get("k", this::load);
    loads.get(0).completeExceptionally(new IllegalStateException());
    assertTrue(failed.isCompletedExceptionally());
    assertTrue(coalesced.isCompletedExceptionally());
    assertEquals(1, loads.size());
    assertEquals(1, cache.counted(CacheOutcome.FAILED));

    CompletableFuture<Fragment> again = cache.get("k", this::load);
    loads.get(1).complete(second);
    assertIsNew(second, again);
  }

  /** As if the heap was full for a moment: it must not be the last that is known of the key. */
  @Test
  void aLoadThatEndsWithAnErrorAtOnceIsForgotten() {
    Supplier<CompletableFuture<Fragment>> full =
        () -> {
          throw new OutOfMemoryError("the heap is full");
        };
    FragmentCache cache = cache();
    CompletableFuture<Fragment> failed = cache.get("k", full);
    assertTrue(failed.isCompletedExceptionally());
    CompletableFuture<Fragment> again = cache.get("k", this::load);
    assertEquals(1, loads.size(), "it is loaded again");
    loads.get(0).complete(first);
    assertIsNew(first, again);

    nowNs = 120;
    assertIsOld(first, cache.get("k", full));
    nowNs = 500;
    assertIsOld(first, cache.get("k", full));
    assertEquals(2, cache.counted(CacheOutcome.FAILED));
    assertEquals(1, cache.counted(CacheOutcome.STALE_ON_FAILURE));
  }

  /** As if the heap was full just when it came: nobody waits for it, and it is loaded again. */
  @Test
  void aLoadThatCannotBeKeptHasFailed() {
    Map<String, Object> full =
        new AbstractMap<>() {
          @Override
          public Set<Map.Entry<String, Object>> entrySet() {
            throw new OutOfMemoryError("the heap is full");
          }
        };
    settings.freshNs = 100;
    settings.staleNs = 10 * SECOND_NS;
    FragmentCache cache = new FragmentCache(settings, () -> nowNs, GONE::equals);
    CompletableFuture<Fragment> failed = cache.get("k", this::load);
    loads.get(0).complete(new Fragment(full));
    assertTrue(failed.isCompletedExceptionally());
    CompletableFuture<Fragment> again = cache.get("k", this::load);
    assertEquals(2, loads.size(), "it is loaded again");
    loads.get(1).complete(first);
    assertIsNew(first, again);

    nowNs = 120;
    assertIsOld(first, cache.get("k", this::load));
    loads.get(2).complete(new Fragment(full));
    assertEquals(2, cache.counted(CacheOutcome.FAILED));
    nowNs += SECOND_NS;
    assertIsOld(first, cache.get("k", this::load));
    assertEquals(4, loads.size(), "it is refreshed again");
  }

  @Test
  void anOldFragmentIsBetterThanAFailure() {
    FragmentCache cache = cache();
    cache.put("k", first);
    nowNs = 500;
    CompletableFuture<Fragment> asked = cache.get("k", this::load);
    assertFalse(asked.isDone(), "too old to be served at once");
    loads.get(0).completeExceptionally(new IllegalStateException());

    assertIsOld(first, asked);
    assertEquals(1, cache.counted(CacheOutcome.STALE_ON_FAILURE));
  }

  /** That there is no such thing is an answer, unlike a failure: the old one is served no more. */
  @Test
  void whatIsGoneIsServedNoMore() {
    FragmentCache cache = cache();
    cache.put("k", first);
    nowNs = 120;
    assertIsOld(first, cache.get("k", this::load));
    loads.get(0).completeExceptionally(GONE);
    CompletableFuture<Fragment> asked = cache.get("k", this::load);
    assertEquals(2, loads.size(), "it is asked for at once");
    assertFalse(asked.isDone());

    cache.put("too old", first);
    nowNs = 500;
    CompletableFuture<Fragment> gone = cache.get("too old", this::load);
    loads.get(2).completeExceptionally(GONE);
    assertTrue(gone.isCompletedExceptionally());
    assertEquals(0, cache.counted(CacheOutcome.STALE_ON_FAILURE));
    assertFalse(cache.get("too old", this::load).isDone());
  }

  @Test
  void holdsNoMoreThanItsBytes() {
    settings.bytes = 10_000;
    FragmentCache cache = cache();
    for (int i = 0; i < 1_000; i++) {
      cache.put("k" + i, new Fragment("x".repeat(600)));
    }
    assertTrue(cache.bytes() <= 10_000, "bytes: " + cache.bytes());
    assertTrue(cache.bytes() > 5_000, "bytes: " + cache.bytes());
  }

  /** Held by the thousand, and measured after a collection. */
  @Test
  void aTreeWeighsWhatItTakesInTheHeap() {
    List<Object> answers = new ArrayList<>();
    long weight = 0;
    long beforeBytes = liveBytes();
    for (int i = 0; i < 1_000; i++) {
      List<Object> items = new ArrayList<>();
      for (int k = 0; k < 20; k++) {
        Map<String, Object> item = item();
        item.put("name", "cream shaker " + i + k);
        item.put("price", "£" + i + k);
        items.add(item);
      }
      answers.add(items);
      weight += HeapBytes.of(items);
    }
    long heap = liveBytes() - beforeBytes;

    assertTrue(weight > 0.7 * heap && weight < 1.4 * heap, weight + " for " + heap);
    assertEquals(1_000, answers.size(), "they live until here");
  }

  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** As a search's answer is, of which a client can cause many. */
  @Test
  void aTreeWeighsSeveralTimesItsBytes() {
    String json = "{\"id\":\"12345\",\"name\":\"cream shaker protein\",\"pence\":1234},";
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      items.add(item());
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("id", "cream");
    answer.put("total", 20);
    answer.put("items", items);

    int weight = new Fragment(answer).bytes();
    assertTrue(weight > 4 * 20 * json.length(), weight + " for " + 20 * json.length());
  }

  @Test
  void aTextWeighsTwoBytesForCharactersBeyondLatin1() {
    int latin = new Fragment("é".repeat(1_000)).bytes();
    int other = new Fragment("é".repeat(999) + "ł").bytes();

    assertEquals(1_000, other - latin);
  }

  private static Map<String, Object> item() {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("id", "12345");
    item.put("name", "cream shaker protein");
    item.put("pence", 1_234);
    item.put("price", "£12.34");
    return item;
  }

  @Test
  void withoutCacheEachAsksForItself() {
    settings.on = false;
    FragmentCache cache = cache();
    cache.put("k", first);
    assertNotSame(cache.get("k", this::load), cache.get("k", this::load));
    assertEquals(2, loads.size());
  }
}
