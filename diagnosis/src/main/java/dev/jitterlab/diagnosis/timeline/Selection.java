package dev.jitterlab.diagnosis.timeline;

/** Finds the value that would be at a place of sorted values, without sorting them. Stateless. */
public final class Selection {
  private Selection() {}

  /**
   * The value that would be at a place if they were sorted. It puts them in order only around that
   * place (Hoare's selection): there may be millions.
   *
   * @param values their order changes
   * @param count only the first so many count
   * @param place below that count
   */
  public static long nth(long[] values, int count, int place) {
    int from = 0;
    int to = count - 1;
    while (from < to) {
      long pivot = middle(values[from], values[(from + to) >>> 1], values[to]);
      int low = from;
      int high = to;
      while (low <= high) {
        while (values[low] < pivot) {
          low++;
        }
        while (values[high] > pivot) {
          high--;
        }
        if (low <= high) {
          long swapped = values[low];
          values[low++] = values[high];
          values[high--] = swapped;
        }
      }
      if (place <= high) {
        to = high;
      } else if (place >= low) {
        from = low;
      } else {
        return pivot;
      }
    }
    return values[place];
  }

  private static long middle(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
