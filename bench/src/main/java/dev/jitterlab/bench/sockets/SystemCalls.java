package dev.jitterlab.bench.sockets;

import dev.jitterlab.lab.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * System calls per exchange of one process. Two runs of different length are counted whole by
 * {@code strace -f -c}; what starting and ending takes is in both, and cancels out. Immutable.
 *
 * @param perOperation by name, in the names' order, those that are made at least once in a hundred
 *     exchanges
 */
public record SystemCalls(Map<String, Double> perOperation) {
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final double LEAST = 0.01;
  private static final int COUNT = 3;

  /**
   * Of two runs.
   *
   * @param operations how many exchanges more the longer one had
   */
  static SystemCalls of(Map<String, Long> shorter, Map<String, Long> longer, long operations) {
    Map<String, Double> perOperation = new TreeMap<>();
    longer.forEach(
        (name, calls) -> {
          double rate = (double) (calls - shorter.getOrDefault(name, 0L)) / operations;
          if (rate >= LEAST) {
            perOperation.put(name, rate);
          }
        });
    return new SystemCalls(perOperation);
  }

  /** Reads the table that strace leaves. */
  static Map<String, Long> read(Path file) {
    return Unchecked.io(() -> parse(Files.readAllLines(file)));
  }

  /**
   * Reads its lines: {@code % time, seconds, usecs/call, calls, errors, syscall}, where errors may
   * be missing.
   */
  static Map<String, Long> parse(List<String> lines) {
    Map<String, Long> calls = new TreeMap<>();
    for (String line : lines) {
      String[] cells = BLANKS.split(line.strip(), -1);
      String name = cells[cells.length - 1];
      boolean isRow = cells.length > COUNT + 1 && Character.isDigit(cells[0].charAt(0));
      if (isRow && !name.equals("total")) {
        calls.put(name, Long.parseLong(cells[COUNT]));
      }
    }
    return calls;
  }

  /** All of them together. */
  double sum() {
    return perOperation.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
