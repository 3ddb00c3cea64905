package dev.jitterlab.idioms;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What a fork is to measure: a line of six fields with tabs between them. The fields are an id, the
 * class and the method of a benchmark with a dot between them, the size or {@code -}, the number of
 * threads, the measured milliseconds, and flags of the JVM with blanks between them. Immutable.
 */
final class IdiomCell {
  private static final int FIELDS = 6;
  private static final String NO_SIZE = "-";

  final String id;
  private final String benchmark;
  final OptionalInt size;
  final int threads;
  final long measuredMs;
  final List<String> flags;

  private IdiomCell(String[] fields) {
    id = fields[0];
    benchmark = fields[1];
    size =
        fields[2].equals(NO_SIZE)
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(fields[2]));
    threads = Integer.parseInt(fields[3]);
    measuredMs = Long.parseLong(fields[4]);
    flags =
        Arrays.stream(fields[5].split(" ", -1))
            .filter(flag -> !flag.isEmpty())
            .collect(Collectors.toUnmodifiableList());
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is none
   */
  static IdiomCell parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "expected " + FIELDS + " fields, found " + fields.length + ": " + line);
    }
    return new IdiomCell(fields);
  }

  /** Its whole name, as JMH knows it. */
  String benchmark() {
    return IdiomCell.class.getPackageName() + "." + benchmark;
  }
}
