package dev.jitterlab.heap.rebuilt;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The free chunks of a rebuilt heap, and the search for one that fits. Guarded by the heap's lock.
 *
 * <p>With {@link Lists#EXACT} a chunk of more than 512 bytes is in one of three lists: that of the
 * chunks as large as a thread-local heap, that of smaller ones, or that of larger ones. A refill
 * takes from the first; if that one is empty, a chunk of the last is carved for it.
 */
final class FreeChunks {
  /** Sizes up to this one have lists of their own: 512 bytes. */
  static final int SMALL = 64;

  /** A chunk is carved into so many thread-local heaps at most. */
  static final int MOST_CARVED = 100;

  private static final int LEAST = 2;

  private final Words words;
  private final Lists kind;
  private final ChunkOrder placement;
  private final int local;
  private final boolean localFixed;
  private final int[] bySize = new int[SMALL + 1];
  private final Chain large = new Chain();

  /** Of {@link Lists#EXACT}: above 512 bytes, and smaller than a thread-local heap. */
  private final Chain medium = new Chain();

  private final SplittableRandom random = new SplittableRandom(1);
  private int[] order = new int[1_024];
  private int exact;
  private long freeWords;
  private long visited;
  private long searches;
  private int foundWords;

  /** A list that is searched. */
  private static final class Chain {
    int first;
    int last;

    void clear() {
      first = 0;
      last = 0;
    }
  }

  FreeChunks(Words words, RebuiltSettings settings) {
    this.words = words;
    this.kind = settings.lists;
    this.placement = settings.placement;
    this.local = settings.localWords;
    this.localFixed = settings.localFixed;
  }

  /** The smallest chunk that is kept; smaller ones are dropped until they grow. */
  int threshold() {
    return kind == Lists.VARIABLE ? SMALL : LEAST;
  }

  void clear() {
    Arrays.fill(bySize, 0);
    large.clear();
    medium.clear();
    exact = 0;
    freeWords = 0;
  }

  /** Adds a chunk that lies behind all before. */
  void append(int at, int size) {
    if (size < threshold()) {
      words.filler(at, size);
      return;
    }
    freeWords += size;
    toList(at, size);
  }

  private void toList(int at, int size) {
    if (isExact(size)) {
      words.chunk(at, size, exact);
      exact = at;
    } else if (hasSizes() && size <= SMALL) {
      words.chunk(at, size, bySize[size]);
      bySize[size] = at;
    } else {
      toChain(chain(size), at, size);
    }
  }

  private void toChain(Chain chain, int at, int size) {
    words.chunk(at, size, 0);
    if (chain.first == 0) {
      chain.first = at;
    } else {
      words.memory[chain.last + 1] = at;
    }
    chain.last = at;
  }

  /** To be called when a sweep has added all chunks. */
  void swept() {
    if (placement == ChunkOrder.SCATTERED) {
      scatter(large);
      scatter(medium);
    }
  }

  /** Puts a list in any order: Fisher and Yates. */
  private void scatter(Chain chain) {
    int count = 0;
    for (int at = chain.first; at != 0; at = words.next(at)) {
      if (count == order.length) {
        order = Arrays.copyOf(order, 2 * count);
      }
      order[count++] = at;
    }
    chain.clear();
    while (count > 0) {
      int drawn = random.nextInt(count--);
      toChain(chain, order[drawn], words.size(order[drawn]));
      order[drawn] = order[count];
    }
  }

  private boolean hasSizes() {
    return kind == Lists.BY_SIZE || kind == Lists.EXACT;
  }

  private boolean isExact(int size) {
    return kind == Lists.EXACT && size == local;
  }

  private Chain chain(int size) {
    return kind == Lists.EXACT && size < local ? medium : large;
  }

  private boolean staysIn(Chain chain, int size) {
    return size >= threshold()
        && !isExact(size)
        && !(hasSizes() && size <= SMALL)
        && chain(size) == chain;
  }

  /** Takes a chunk of at least that size; {@link #foundWords} says its size. 0 if there is none. */
  int take(int size) {
    searches++;
    if (hasSizes()) {
      for (int i = size; i <= SMALL; i++) {
        int at = bySize[i];
        if (at != 0 && (i == size || i - size >= LEAST)) {
          visited++;
          bySize[i] = words.next(at);
          return split(at, i, size);
        }
      }
    }
    int at = firstFit(chain(size), size);
    if (at == 0 && chain(size) == medium) {
      at = firstFit(large, size);
    }
    if (at == 0 && kind == Lists.EXACT && size <= local && exact != 0) {
      return split(takeExact(), local, size);
    }
    return at;
  }

  private int takeExact() {
    visited++;
    int at = exact;
    exact = words.next(at);
    return at;
  }

  private int firstFit(Chain chain, int size) {
    int before = 0;
    for (int at = chain.first; at != 0; at = words.next(at)) {
      visited++;
      int has = words.size(at);
      if (has == size || has - size >= LEAST) {
        return inPlace(chain, before, at, has, size);
      }
      before = at;
    }
    return 0;
  }

  /** The rest keeps its place in the list, so that it stays in order; a small one is dropped. */
  private int inPlace(Chain chain, int before, int at, int has, int size) {
    int rest = has - size;
    int next = words.next(at);
    freeWords -= has;
    foundWords = size;
    if (staysIn(chain, rest)) {
      words.chunk(at + size, rest, next);
      freeWords += rest;
      link(chain, before, at, at + size);
    } else {
      link(chain, before, at, next);
      keep(at + size, rest);
    }
    return at;
  }

  private void link(Chain chain, int before, int old, int now) {
    if (before == 0) {
      chain.first = now;
    } else {
      words.memory[before + 1] = now;
    }
    if (chain.last == old) {
      chain.last = now == 0 ? before : now;
    }
  }

  private int split(int at, int has, int size) {
    freeWords -= has;
    foundWords = size;
    keep(at + size, has - size);
    return at;
  }

  /** Of what was taken, the part that was not needed. */
  private void keep(int at, int rest) {
    if (rest > 0) {
      append(at, rest);
    }
  }

  /** Takes a chunk for a thread-local heap that has to hold at least so many words. */
  int takeLocal(int least) {
    if (kind == Lists.EXACT) {
      if (exact == 0) {
        carve();
      }
      if (exact != 0) {
        searches++;
        freeWords -= local;
        foundWords = local;
        return takeExact(); // no search
      }
    }
    if (kind != Lists.VARIABLE || localFixed) {
      return take(Math.max(local, least));
    }
    searches++;
    int before = 0;
    for (int at = large.first; at != 0; at = words.next(at)) {
      visited++;
      int has = words.size(at);
      if (has >= least) {
        int wanted = has <= local ? has : has <= 2 * local ? Math.max(least, has / 2) : local;
        wanted = Math.max(wanted, least);
        return inPlace(large, before, at, has, has - wanted < SMALL ? has : wanted);
      }
      before = at;
    }
    return 0;
  }

  /** Makes many thread-local heaps of the first large chunk, if there is one. */
  private void carve() {
    int at = large.first;
    if (at == 0) {
      return;
    }
    visited++;
    int has = words.size(at);
    int count = Math.min(MOST_CARVED, has / local);
    inPlace(large, 0, at, has, count * local);
    freeWords += (long) count * local;
    for (int i = count - 1; i >= 0; i--) {
      words.chunk(at + i * local, local, exact);
      exact = at + i * local;
    }
  }

  /** The size of what was taken last. */
  int foundWords() {
    return foundWords;
  }

  long freeWords() {
    return freeWords;
  }

  /** How many chunks all searches have looked at. */
  long visited() {
    return visited;
  }

  long searches() {
    return searches;
  }
}
