package dev.jitterlab.diagnosis.scheduler;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A line of a scheduler trace: on a CPU, one thread followed another. Such as {@code
 * 42309823361129,0,17048,1,17082,17083,C2 CompilerThre}. Immutable.
 *
 * @param atNs when, on the clock of {@link System#nanoTime}
 * @param cpu the CPU's number, from 0
 * @param previous the operating system's number of the thread that ran before; 0 for an idle CPU
 * @param couldRun whether that one was still able to run
 * @param process the process of the thread that runs from now on
 * @param next the number of that thread; 0 if the CPU is idle from now on
 * @param name what the operating system calls it, at most 15 bytes
 */
record SwitchLine(
    long atNs, int cpu, long previous, boolean couldRun, long process, long next, String name) {
  static final int MOST_CPUS = 8_192;

  /** In nanoseconds: no machine has been up for so long, and sums of such times stay in range. */
  private static final int MOST_DIGITS = 18;

  private static final int NUMBERS = 6;

  /** Reads a line; empty if it is not one. */
  static Optional<SwitchLine> parse(String line) {
    long[] numbers = new long[NUMBERS];
    int at = 0;
    for (int i = 0; i < NUMBERS; i++) {
      int end = line.indexOf(',', at);
      numbers[i] = end < 0 ? -1 : number(line, at, end);
      if (numbers[i] < 0) {
        return Optional.empty();
      }
      at = end + 1;
    }
    if (numbers[1] >= MOST_CPUS || numbers[3] > 1) {
      return Optional.empty();
    }
    return Optional.of(
        new SwitchLine(
            numbers[0],
            (int) numbers[1],
            numbers[2],
            numbers[3] == 1,
            numbers[4],
            numbers[5],
            name(line.substring(at))));
  }

  /** The lines are read byte by byte, and names are in UTF-8. */
  private static String name(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** The number between two places of a text; below 0 if there is none, or one too long. */
  static long number(String text, int from, int to) {
    if (from >= to || to - from > MOST_DIGITS) {
      return -1;
    }
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
