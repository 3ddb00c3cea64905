package dev.jitterlab.chat.hostile;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What hostile clients do. */
public enum ChatHostility {
  /** Connect, and close the connection at once. */
  CONNECTS,
  /** Connect, and never say who they are. */
  SILENT,
  /** Send frames of random content. */
  MALFORMED,
  /** Announce a frame of two gigabytes, and begin to send it. */
  OVERSIZED,
  /** Say who they are, but one byte every 100 ms. */
  TRICKLE,
  /** Ten users, in rooms of their own, who say far more than they may. */
  CHATTER;

  /** Returns the word in options. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the kind of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ChatHostility labelled(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.word().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--flood: a kind is one of "
                        + Arrays.stream(values())
                            .map(ChatHostility::word)
                            .collect(Collectors.joining(", "))
                        + ", not '"
                        + label
                        + "'"));
  }
}
