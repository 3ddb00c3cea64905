package dev.jitterlab.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/** A value that each journey draws at its beginning, by its seed. Immutable and thread-safe. */
interface DrawnValue {
  /** Writes the value that the random numbers say. */
  void write(SeededNumbers random, RequestText to);

  /** Any whole number of a range, all alike. */
  static DrawnValue range(long from, long to) {
    return (random, out) -> out.addNumber(from + (long) (random.nextPart() * (to - from + 1)));
  }

  /** Whole numbers of a range, of which the n-th is drawn as often as n to the power of −s. */
  static DrawnValue zipf(long from, long to, double exponent) {
    double[] upTo = new double[(int) (to - from + 1)];
    double sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += Math.pow(i + 1, -exponent);
      upTo[i] = sum;
    }
    double all = sum;
    return (random, out) -> {
      double at = random.nextPart() * all;
      int low = 0;
      int high = upTo.length - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (upTo[middle] <= at) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      out.addNumber(from + low);
    };
  }

  /** One of some texts, all alike. */
  static DrawnValue oneOf(List<String> texts) {
    byte[][] all = texts.stream().map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new);
    return (random, out) -> out.add(all[(int) (random.nextPart() * all.length)]);
  }

  /** So many small letters. */
  static DrawnValue letters(int count) {
    return (random, out) -> {
      for (int i = 0; i < count; i++) {
        out.add('a' + (int) (random.nextPart() * 26));
      }
    };
  }
}
