package dev.jitterlab.business.trade;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** How often each kind of transaction comes. Immutable and thread-safe. */
public final class TransactionMix {
  private static final int MOST = 1_000_000;

  private final int[] below = new int[TransactionKind.ALL.size()];

  private TransactionMix(int[] weights) {
    int sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i];
      below[i] = sum;
    }
  }

  /** Returns the usual mix. */
  public static TransactionMix usual() {
    return new TransactionMix(
        TransactionKind.ALL.stream().mapToInt(TransactionKind::usualWeight).toArray());
  }

  /**
   * Reads weights, such as {@code order:42,payment:42}; a kind that is not named does not come.
   *
   * @throws IllegalArgumentException if the text is no mix
   */
  public static TransactionMix parse(String text) {
    int[] weights = new int[TransactionKind.ALL.size()];
    for (String part : text.split(",", -1)) {
      String[] pair = part.split(":", -1);
      if (pair.length != 2) {
        throw invalid(text, "'" + part + "' is no KIND:WEIGHT");
      }
      weights[TransactionKind.ALL.indexOf(kind(text, pair[0].strip()))] =
          weight(text, pair[1].strip());
    }
    if (Arrays.stream(weights).sum() == 0) {
      throw invalid(text, "all weights are 0");
    }
    return new TransactionMix(weights);
  }

  private static TransactionKind kind(String text, String label) {
    return TransactionKind.ALL.stream()
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                invalid(
                    text,
                    "there is no kind '"
                        + label
                        + "'; there are "
                        + TransactionKind.ALL.stream()
                            .map(TransactionKind::label)
                            .collect(Collectors.joining(", "))));
  }

  private static int weight(String text, String number) {
    if (!number.matches("\\d{1,7}") || Integer.parseInt(number) > MOST) {
      throw invalid(text, "the weight '" + number + "' is no whole number from 0 to " + MOST);
    }
    return Integer.parseInt(number);
  }

  private static IllegalArgumentException invalid(String text, String why) {
    return new IllegalArgumentException(
        "--mix=" + text + ": " + why + "; write such as order:42,payment:42,delivery:6");
  }

  /** Draws a kind. */
  public TransactionKind draw(SplittableRandom random) {
    int drawn = random.nextInt(below[below.length - 1]);
    int kind = 0;
    while (drawn >= below[kind]) {
      kind++;
    }
    return TransactionKind.ALL.get(kind);
  }
}
