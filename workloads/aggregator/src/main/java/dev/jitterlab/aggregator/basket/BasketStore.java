package dev.jitterlab.aggregator.basket;

import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.program.DaemonThreads;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Baskets by session: how many there are of which product. A change is acknowledged once it is in
 * the file, so a process that is killed loses no basket that a customer was told of; changes that
 * come together are written together. A power failure can lose the last ones: nothing is forced to
 * the disk. One thread changes, everybody may read. Thread-safe; only {@link #close} waits.
 *
 * <p>Who orders a basket claims it first. A claim takes the products out and gives them a number;
 * of two who claim one basket, one gets it. The claimer says how the order ended. Until then the
 * order stays in the file, and if its end never becomes known, the next claim gets the same
 * products under the same number, so that an order that was taken already can be recognized.
 *
 * <p>If there are too many baskets, the one that was not changed for the longest time expires.
 */
public final class BasketStore implements MultiCollector, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(BasketStore.class.getName());

  /** Products in one basket, together with those of an order whose end is not known. */
  public static final int MOST_PRODUCTS = 50;

  /** Of one product. */
  public static final int MOST_OF_ONE = 99;

  /** Additions and claims that wait to be written. */
  static final int MOST_WAITING = 10_000;

  /** Orders under way. How they end is never refused, so this many ends may wait as well. */
  private static final int MOST_CLAIMED = 10_000;

  private static final int MOST_TOGETHER = 500;
  private static final int KEY_BYTES = 32;
  private static final String SESSION_KEY = "sessions";
  private static final long CLOSING_MS = 1_000;

  /** What the writing thread does; null if it cannot be done. */
  private static final class Change<T> {
    final Supplier<T> work;
    final boolean isBounded;
    final CompletableFuture<T> done = new CompletableFuture<>();
    T result;
    RuntimeException failure; // null: none

    Change(Supplier<T> work, boolean isBounded) {
      this.work = work;
      this.isBounded = isBounded;
    }

    /** If a basket cannot be read, those that are changed together with it are changed. */
    void make() {
      try {
        result = work.get();
      } catch (RuntimeException e) {
        failure = e;
      }
    }

    /** Returns whether it was made. */
    boolean acknowledge() {
      if (failure != null) {
        done.completeExceptionally(failure);
        return false;
      }
      if (result == null) {
        done.completeExceptionally(
            new BasketsBusyException("the basket is full, or too many orders are under way"));
        return false;
      }
      done.complete(result);
      return true;
    }
  }

  private final MVStore store;
  private final MVMap<String, String> baskets;
  private final MVMap<Long, String> uses; // sessions, the one changed least recently first
  private final byte[] key;
  private final BlockingQueue<Change<?>> changes = new LinkedBlockingQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final LongAdder written = new LongAdder();
  private final LongAdder commits = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final int most;
  private final Thread writing;
  private volatile boolean ending;
  private volatile boolean ended; // nobody writes any more

  // Of the writing thread alone.
  private final Set<String> claimed = new HashSet<>();
  private final List<String> claimedNow = new ArrayList<>();
  private long nextUse;

  private BasketStore(MVStore store, int most) {
    this.store = store;
    this.most = most;
    this.baskets = store.openMap("baskets");
    this.uses = store.openMap("uses");
    this.key = key(store);
    Long last = uses.lastKey();
    this.nextUse = last == null ? 0 : last + 1;
    this.writing = DaemonThreads.named("baskets").newThread(this::write);
  }

  private static byte[] key(MVStore store) {
    MVMap<String, String> keys = store.openMap("keys");
    String known = keys.get(SESSION_KEY);
    if (known != null) {
      return Base64.getDecoder().decode(known);
    }
    byte[] fresh = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(fresh);
    keys.put(SESSION_KEY, Base64.getEncoder().encodeToString(fresh));
    store.commit();
    return fresh;
  }

  /**
   * Opens the baskets.
   *
   * @param file is made if there is none; null keeps baskets in memory only
   * @param most how many baskets there may be; beyond, the one that was changed least recently
   *     expires
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

  /** Returns the key under which sessions are signed; the file keeps it. */
  public byte[] key() {
    return key.clone();
  }

  /**
   * Returns a basket: counts by product; empty if there is none. What is being ordered is in it
   * until the order is known to be taken.
   */
  public Map<String, Integer> basket(String session) {
    return read(session).all();
  }

  private StoredBasket read(String session) {
    return StoredBasket.parsed(baskets.get(session));
  }

  /**
   * Adds to a basket, at most {@link #MOST_OF_ONE} of a product.
   *
   * @return the basket, once it is in the file; a {@link BasketsBusyException} if it is full, or
   *     too much waits to be written
   */
  public CompletableFuture<Map<String, Integer>> add(String session, String product, int count) {
    return submit(new Change<>(() -> makeAddition(session, product, count), true));
  }

  /**
   * Takes everything out of a basket in order to order it. Who gets it calls {@link #settle},
   * {@link #putBack} or {@link #leaveOpen} in the end.
   *
   * @param number of the order, never used before; it counts unless the end of an older order is
   *     unknown: then the claim is that order, with its own number
   * @return what is to be ordered, once it is in the file; a {@link BasketsBusyException} if too
   *     much waits to be written, or too many orders are under way
   */
  public CompletableFuture<BasketClaim> claim(String session, String number) {
    return submit(new Change<>(() -> makeClaim(session, number), true));
  }

  /**
   * The order was taken: what was claimed is not in the basket any more.
   *
   * @return what has come into the basket meanwhile
   */
  public CompletableFuture<Map<String, Integer>> settle(String session, String number) {
    return submit(new Change<>(() -> makeEnd(session, number, StoredBasket::settled), false));
  }

  /** The order was certainly not taken: what was claimed comes back, beside what has come since. */
  public CompletableFuture<Map<String, Integer>> putBack(String session, String number) {
    return submit(new Change<>(() -> makeEnd(session, number, StoredBasket::putBack), false));
  }

  /** Nobody knows whether the order was taken: the next claim is the same order once more. */
  public CompletableFuture<Map<String, Integer>> leaveOpen(String session, String number) {
    return submit(new Change<>(() -> makeEnd(session, number, basket -> basket), false));
  }

  private <T> CompletableFuture<T> submit(Change<T> change) {
    if (ending) {
      refuse(change);
    } else if (change.isBounded && waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      refuse(change);
    } else {
      changes.add(change);
      if (ended && changes.remove(change)) { // asked last: who ended has seen it, or is seen
        refuse(change);
      }
    }
    return change.done;
  }

  private void refuse(Change<?> change) {
    refused.increment();
    change.done.completeExceptionally(new BasketsBusyException("the baskets are too busy"));
  }

  /** However it ends, nobody waits for it in vain. */
  private void write() {
    try {
      writeUntilClosed();
    } finally {
      ended = true;
      for (Change<?> late = changes.poll(); late != null; late = changes.poll()) {
        refuse(late);
      }
    }
  }

  private void writeUntilClosed() {
    List<Change<?>> together = new ArrayList<>();
    while (!ending || !changes.isEmpty()) {
      together.clear();
      claimedNow.clear();
      try {
        Change<?> first = changes.poll(100, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        together.add(first);
      } catch (InterruptedException e) {
        return;
      }
      changes.drainTo(together, MOST_TOGETHER - 1);
      waiting.addAndGet(-(int) together.stream().filter(change -> change.isBounded).count());
      try {
        together.forEach(Change::make);
        store.commit();
        commits.increment();
      } catch (Throwable e) { // the file cannot be written, or the heap is full
        claimed.removeAll(claimedNow); // nobody was told that it is his
        together.forEach(change -> change.done.completeExceptionally(e));
        continue;
      }
      for (Change<?> change : together) {
        (change.acknowledge() ? written : refused).increment();
      }
    }
  }

  /** Returns null if the basket cannot take it. */
  private Map<String, Integer> makeAddition(String session, String product, int count) {
    StoredBasket basket = read(session);
    Map<String, Integer> all = basket.all();
    if (!all.containsKey(product) && all.size() >= MOST_PRODUCTS) {
      return null;
    }
    if (basket.isEmpty() && baskets.sizeAsLong() >= most && !expire()) {
      return null;
    }
    StoredBasket more = basket.with(product, count);
    put(session, basket, more);
    return more.all();
  }

  /** Lets the basket go that was changed least recently and is not being ordered. */
  private boolean expire() {
    for (Iterator<Long> all = uses.keyIterator(null); all.hasNext(); ) {
      Long use = all.next();
      String session = uses.get(use);
      if (!claimed.contains(session)) {
        uses.remove(use);
        baskets.remove(session);
        expired.increment();
        return true;
      }
    }
    return false;
  }

  /** Returns null if too many orders are under way. */
  private BasketClaim makeClaim(String session, String number) {
    StoredBasket basket = read(session);
    if (claimed.contains(session)) {
      return BasketClaim.UNDER_WAY;
    }
    if (basket.isEmpty()) {
      return BasketClaim.EMPTY;
    }
    if (claimed.size() >= MOST_CLAIMED) {
      return null;
    }
    BasketClaim claim = BasketClaim.of(basket.order, basket.ordered, true);
    if (basket.order.isEmpty()) {
      StoredBasket taken = basket.claimed(number);
      put(session, basket, taken);
      claim = BasketClaim.of(number, taken.ordered, false);
    }
    claimed.add(session); // last, for whoever is told that this failed has claimed nothing
    claimedNow.add(session);
    return claim;
  }

  private Map<String, Integer> makeEnd(
      String session, String number, UnaryOperator<StoredBasket> end) {
    claimed.remove(session);
    StoredBasket basket = read(session);
    if (basket.order.equals(number)) {
      StoredBasket after = end.apply(basket);
      put(session, basket, after);
      return after.all();
    }
    return basket.all();
  }

  private void put(String session, StoredBasket before, StoredBasket after) {
    if (before.use >= 0) {
      uses.remove(before.use);
    }
    if (after.isEmpty()) {
      baskets.remove(session);
    } else {
      uses.put(nextUse, session);
      baskets.put(session, after.text(nextUse++));
    }
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.gauge("jitterlab_baskets", "Baskets in the store.", baskets.sizeAsLong()),
        Snapshots.counter("jitterlab_basket_changes", "Changes written.", written.sum()),
        Snapshots.counter("jitterlab_basket_commits", "How often was written.", commits.sum()),
        Snapshots.counter(
            "jitterlab_baskets_expired", "Baskets that made room for new ones.", expired.sum()),
        Snapshots.counter(
            "jitterlab_basket_changes_refused", "Changes that were not made.", refused.sum()));
  }

  /** Writes what waits, and closes the file. */
  @Override
  public void close() {
    ending = true;
    try {
      writing.join(CLOSING_MS);
      if (writing.isAlive()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the disk did not take all changes of baskets within a second; nobody was told that"
                + " the others are kept");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    store.close();
  }
}
