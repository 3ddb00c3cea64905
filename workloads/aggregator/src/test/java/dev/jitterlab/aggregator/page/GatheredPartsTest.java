package dev.jitterlab.aggregator.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.aggregator.cache.CacheSettings;
import dev.jitterlab.aggregator.cache.Fragment;
import dev.jitterlab.aggregator.cache.FragmentCache;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GatheredPartsTest {
  private long nowNs;

  /** Nothing that belongs to one customer is in a shell, so it says nothing of its age. */
  @Test
  void areAsOldAsTheOldestSharedPart() {
    FragmentCache cache = new FragmentCache(new CacheSettings(), () -> nowNs, failure -> false);
    GatheredParts parts = new GatheredParts();
    parts.come(Part.personal("guest"), new Fragment("you"));
    for (long madeNs : new long[] {70, 50, 60}) {
      nowNs = madeNs;
      cache.put("part" + madeNs, new Fragment("shared"));
      CompletableFuture<Fragment> part = cache.get("part" + madeNs, CompletableFuture::new);
      parts.come(Part.optional("content", "1"), part.join());
    }
    assertEquals(50, parts.madeNs());
  }
}
