package dev.jitterlab.heap.rebuilt;

import java.util.Arrays;

/**
 * The free chunks of a rebuilt heap, and the search for one that fits. Guarded by the heap's lock.
 */
final class FreeChunks {
  /** Sizes up to this one have lists of their own: 512 bytes. */
  static final int SMALL = 64;

  private static final int LEAST = 2;

  /** Larger pieces stay whole, for large requests. */
  private static final int MOST_CARVED = 4;

  private final Words words;
  private final Lists kind;
  private final int local;
  private final boolean localFixed;
  private final int[] bySize = new int[SMALL + 1];
  private int large;
  private int largeLast;
  private int exact;
  private long freeWords;
  private long visited;
  private long searches;
  private int foundWords;

  FreeChunks(Words words, RebuiltSettings settings) {
    this.words = words;
    this.kind = settings.lists;
    this.local = settings.localWords;
    this.localFixed = settings.localFixed;
  }

  /** The smallest chunk that is kept; smaller ones are dropped until they grow. */
  int threshold() {
    return kind == Lists.VARIABLE ? SMALL : LEAST;
  }

  void clear() {
    Arrays.fill(bySize, 0);
    large = 0;
    largeLast = 0;
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
    if (kind == Lists.EXACT && local > 0 && size < MOST_CARVED * local) {
      int rest = size;
      int from = at;
      while (rest >= local && (rest == local || rest - local >= LEAST)) {
        words.chunk(from, local, exact);
        exact = from;
        from += local;
        rest -= local;
      }
      if (rest > 0) {
        toList(from, rest);
      }
    } else {
      toList(at, size);
    }
  }

  private void toList(int at, int size) {
    if (hasSizes() && size <= SMALL) {
      words.chunk(at, size, bySize[size]);
      bySize[size] = at;
      return;
    }
    words.chunk(at, size, 0);
    if (large == 0) {
      large = at;
    } else {
      words.memory[largeLast + 1] = at;
    }
    largeLast = at;
  }

  private boolean hasSizes() {
    return kind == Lists.BY_SIZE || kind == Lists.EXACT;
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
    int at = firstFit(size);
    if (at == 0 && kind == Lists.EXACT && size <= local && exact != 0) {
      at = exact;
      exact = words.next(at);
      visited++;
      return split(at, local, size);
    }
    return at;
  }

  private int firstFit(int size) {
    int before = 0;
    for (int at = large; at != 0; at = words.next(at)) {
      visited++;
      int has = words.size(at);
      if (has == size || has - size >= LEAST) {
        return inPlace(before, at, has, size);
      }
      before = at;
    }
    return 0;
  }

  /** The rest keeps its place in the list, so that it stays in order; a small one is dropped. */
  private int inPlace(int before, int at, int has, int size) {
    int rest = has - size;
    int next = words.next(at);
    freeWords -= has;
    foundWords = size;
    if (rest > 0 && rest >= threshold() && !(hasSizes() && rest <= SMALL)) {
      words.chunk(at + size, rest, next);
      freeWords += rest;
      link(before, at, at + size);
    } else {
      link(before, at, next);
      if (rest > 0) {
        if (rest >= threshold()) {
          words.chunk(at + size, rest, bySize[rest]);
          bySize[rest] = at + size;
          freeWords += rest;
        } else {
          words.filler(at + size, rest);
        }
      }
    }
    return at;
  }

  private void link(int before, int old, int now) {
    if (before == 0) {
      large = now;
    } else {
      words.memory[before + 1] = now;
    }
    if (largeLast == old) {
      largeLast = now == 0 ? before : now;
    }
  }

  private int split(int at, int has, int size) {
    freeWords -= has;
    foundWords = size;
    int rest = has - size;
    if (rest >= LEAST) {
      freeWords += rest;
      if (rest <= SMALL) {
        words.chunk(at + size, rest, bySize[rest]);
        bySize[rest] = at + size;
      } else {
        words.chunk(at + size, rest, large);
        if (large == 0) {
          largeLast = at + size;
        }
        large = at + size;
      }
    } else if (rest > 0) {
      words.filler(at + size, rest);
    }
    return at;
  }

  /** Takes a chunk for a thread-local heap that has to hold at least so many words. */
  int takeLocal(int least) {
    if (kind == Lists.EXACT && exact != 0) {
      searches++;
      visited++;
      int at = exact;
      exact = words.next(at);
      freeWords -= local;
      foundWords = local;
      return at; // no search
    }
    if (kind != Lists.VARIABLE || localFixed) {
      return take(Math.max(local, least));
    }
    searches++;
    int before = 0;
    for (int at = large; at != 0; at = words.next(at)) {
      visited++;
      int has = words.size(at);
      if (has >= least) {
        int wanted = has <= local ? has : has <= 2 * local ? Math.max(least, has / 2) : local;
        wanted = Math.max(wanted, least);
        return inPlace(before, at, has, has - wanted < SMALL ? has : wanted);
      }
      before = at;
    }
    return 0;
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
