package dev.jitterlab.aggregator.cache;

/**
 * A piece of an answer, as it can be cached: a tree of strings, or a text. Its value is not changed
 * by anybody. Immutable.
 */
public final class Fragment {
  /** What an entry of the cache takes beside its value, in bytes: key, nodes, headers. */
  private static final int OVERHEAD_BYTES = 400;

  private final Object value;
  private final boolean isOld;
  private final long madeNs;

  /** Creates a fragment. */
  public Fragment(Object value) {
    this(value, false, 0);
  }

  private Fragment(Object value, boolean isOld, long madeNs) {
    this.value = value;
    this.isOld = isOld;
    this.madeNs = madeNs;
  }

  /** Returns the same value as an old fragment. */
  Fragment asOld() {
    return new Fragment(value, true, madeNs);
  }

  /** Returns the same value as a fragment of that time. */
  Fragment madeAt(long ns) {
    return new Fragment(value, isOld, ns);
  }

  /** Returns whether the cache gave it out though it was no longer fresh. */
  public boolean isOld() {
    return isOld;
  }

  /** Returns when the cache got it, by the cache's clock; 0 if it is from no cache. */
  public long madeNs() {
    return madeNs;
  }

  /** Returns the tree or the text. */
  public Object value() {
    return value;
  }

  /** Returns about how much heap it takes in the cache; walks the whole tree. */
  public int bytes() {
    return OVERHEAD_BYTES + HeapBytes.of(value);
  }
}
