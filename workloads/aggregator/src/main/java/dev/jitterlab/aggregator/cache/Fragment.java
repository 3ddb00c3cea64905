package dev.jitterlab.aggregator.cache;

/**
 * A piece of an answer, as it can be cached: a tree of strings, or a text. Its value is not changed
 * by anybody. Immutable.
 */
public final class Fragment {
  /** What an entry of the cache takes beside its characters, in bytes: keys, nodes, headers. */
  private static final int OVERHEAD_BYTES = 400;

  private final Object value;
  private final int bytes;

  /**
   * Creates a fragment.
   *
   * @param chars its length, from which the place is estimated that it takes in memory
   */
  public Fragment(Object value, int chars) {
    this.value = value;
    this.bytes = OVERHEAD_BYTES + chars;
  }

  /** Returns the tree or the text. */
  public Object value() {
    return value;
  }

  /** Returns about how much memory it takes. */
  public int bytes() {
    return bytes;
  }
}
