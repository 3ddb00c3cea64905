package dev.jitterlab.lab.machine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Numbers of CPUs in the kernel's list format, such as {@code 0-1,4} (cpuset(7)). Immutable.
 *
 * @param numbers may be empty, as the list of isolated CPUs usually is
 */
public record CpuList(SortedSet<Integer> numbers) {
  /** How many Linux can be built for. */
  public static final int MOST = 8_192;

  private static final Pattern FORM =
      Pattern.compile("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*");

  /** Copies the set. */
  public CpuList {
    numbers = Collections.unmodifiableSortedSet(new TreeSet<>(numbers));
  }

  /** Reads a list; an empty text is an empty list. Empty if it is none. */
  public static Optional<CpuList> parse(String text) {
    SortedSet<Integer> numbers = new TreeSet<>();
    if (text.isEmpty()) {
      return Optional.of(new CpuList(numbers));
    }
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    for (String range : text.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (first > last || last >= MOST) {
        return Optional.empty();
      }
      for (int number = first; number <= last; number++) {
        numbers.add(number);
      }
    }
    return Optional.of(new CpuList(numbers));
  }

  /** Whether every CPU of the other list is in this one. */
  public boolean containsAll(CpuList other) {
    return numbers.containsAll(other.numbers);
  }

  /** In the kernel's form: ranges where there are neighbours. */
  @Override
  public String toString() {
    List<String> ranges = new ArrayList<>();
    int first = -1;
    int last = -1;
    for (int number : numbers) {
      if (first < 0 || number != last + 1) {
        addRange(ranges, first, last);
        first = number;
      }
      last = number;
    }
    addRange(ranges, first, last);
    return String.join(",", ranges);
  }

  private static void addRange(List<String> ranges, int first, int last) {
    if (first >= 0) {
      ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
    }
  }
}
