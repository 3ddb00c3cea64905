package dev.jitterlab.aggregator.basket;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Baskets by session: how many there are of which product. A change is acknowledged once it is in
 * the file, so a process that is killed loses no basket that a customer was told of; changes that
 * come together are written together. A power failure can lose the last ones: nothing is forced to
 * the disk. One thread changes, everybody may read. Thread-safe; only {@link #close} waits.
 */
public final class BasketStore implements MultiCollector, AutoCloseable {
  /** Products in one basket. */
  public static final int MOST_PRODUCTS = 50;

  /** Of one product. */
  public static final int MOST_OF_ONE = 99;

  private static final int MOST_WAITING = 10_000;
  private static final int MOST_TOGETHER = 500;
  private static final long CLOSING_MS = 1_000;

  private static final class Change {
    final String session;
    final String product; // null: the whole basket goes
    final int count;
    final CompletableFuture<Map<String, Integer>> done = new CompletableFuture<>();

    Change(String session, String product, int count) {
      this.session = session;
      this.product = product;
      this.count = count;
    }
  }

  private final MVStore store;
  private final MVMap<String, String> baskets;
  private final BlockingQueue<Change> changes = new ArrayBlockingQueue<>(MOST_WAITING);
  private final LongAdder written = new LongAdder();
  private final LongAdder commits = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final int most;
  private final Thread writing;
  private volatile boolean ending;

  private BasketStore(MVStore store, int most) {
    this.store = store;
    this.most = most;
    this.baskets = store.openMap("baskets");
    this.writing = new Thread(this::write, "baskets");
    writing.setDaemon(true);
  }

  /**
   * Opens the baskets.
   *
   * @param file is made if there is none; null keeps baskets in memory only
   * @param most how many baskets there may be; new ones beyond are refused
   * @throws IOException if the file is none of ours or in use
   */
  public static BasketStore open(Path file, int most) throws IOException {
    try {
      MVStore.Builder builder = new MVStore.Builder().autoCommitDisabled().cacheSize(16);
      if (file != null) {
        builder.fileName(file.toAbsolutePath().toString());
      }
      BasketStore store = new BasketStore(builder.open(), most);
      store.writing.start();
      return store;
    } catch (MVStoreException e) {
      throw new IOException(
          "cannot open the baskets "
              + file
              + " ("
              + e.getMessage()
              + "); does another process use it?",
          e);
    }
  }

  /** Returns a basket: counts by product; empty if there is none. */
  public Map<String, Integer> basket(String session) {
    return parsed(baskets.get(session));
  }

  /**
   * Adds to a basket, at most {@link #MOST_OF_ONE} of a product.
   *
   * @return the basket, once it is in the file; an {@link IllegalStateException} if it is full, or
   *     too much waits to be written
   */
  public CompletableFuture<Map<String, Integer>> add(String session, String product, int count) {
    return submit(new Change(session, product, count));
  }

  /** Empties a basket; returns what was in it. */
  public CompletableFuture<Map<String, Integer>> take(String session) {
    return submit(new Change(session, null, 0));
  }

  private CompletableFuture<Map<String, Integer>> submit(Change change) {
    if (ending || !changes.offer(change)) {
      refused.increment();
      change.done.completeExceptionally(new IllegalStateException("the baskets are too busy"));
    }
    return change.done;
  }

  private void write() {
    List<Change> together = new ArrayList<>();
    List<Map<String, Integer>> results = new ArrayList<>();
    while (!ending || !changes.isEmpty()) {
      together.clear();
      results.clear();
      try {
        Change first = changes.poll(100, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        together.add(first);
      } catch (InterruptedException e) {
        return;
      }
      changes.drainTo(together, MOST_TOGETHER - 1);
      try {
        for (Change change : together) {
          results.add(apply(change));
        }
        store.commit();
        commits.increment();
      } catch (MVStoreException e) {
        together.forEach(change -> change.done.completeExceptionally(e));
        continue;
      }
      for (int i = 0; i < together.size(); i++) {
        complete(together.get(i), results.get(i));
      }
    }
  }

  private void complete(Change change, Map<String, Integer> result) {
    if (result == null) {
      refused.increment();
      change.done.completeExceptionally(new IllegalStateException("the basket is full"));
    } else {
      written.increment();
      change.done.complete(result);
    }
  }

  /** Returns null if the basket cannot take it. */
  private Map<String, Integer> apply(Change change) {
    Map<String, Integer> basket = parsed(baskets.get(change.session));
    if (change.product == null) {
      baskets.remove(change.session);
      return basket;
    }
    int has = basket.getOrDefault(change.product, 0);
    boolean isNew = basket.isEmpty() && baskets.sizeAsLong() >= most;
    if (isNew || (has == 0 && basket.size() >= MOST_PRODUCTS)) {
      return null;
    }
    basket.put(change.product, Math.min(MOST_OF_ONE, has + change.count));
    baskets.put(change.session, written(basket));
    return basket;
  }

  private static String written(Map<String, Integer> basket) {
    StringBuilder text = new StringBuilder();
    basket.forEach((product, count) -> text.append(product).append('=').append(count).append(';'));
    return text.toString();
  }

  private static Map<String, Integer> parsed(String text) {
    Map<String, Integer> basket = new LinkedHashMap<>();
    if (text != null) {
      int from = 0;
      for (int end = text.indexOf(';'); end >= 0; end = text.indexOf(';', from)) {
        int equals = text.indexOf('=', from);
        basket.put(text.substring(from, equals), Integer.valueOf(text.substring(equals + 1, end)));
        from = end + 1;
      }
    }
    return basket;
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.gauge("jitterlab_baskets", "Baskets in the store.", baskets.sizeAsLong()),
        Snapshots.counter("jitterlab_basket_changes", "Changes written.", written.sum()),
        Snapshots.counter("jitterlab_basket_commits", "How often was written.", commits.sum()),
        Snapshots.counter(
            "jitterlab_basket_changes_refused", "Changes that were not made.", refused.sum()));
  }

  /** Writes what waits, and closes the file. */
  @Override
  public void close() {
    ending = true;
    try {
      writing.join(CLOSING_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    store.close();
  }
}
