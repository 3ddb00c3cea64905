package dev.jitterlab.battle;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A constant with a name in options, metrics and documents: its own, in lower case, with hyphens
 * between the words.
 */
public interface Labelled {
  /** Returns the constant's own name. */
  String name();

  /** Returns the name that users see. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the constant of that label.
   *
   * @param message the error's text, a format that is given the label and all labels that there are
   * @throws IllegalArgumentException if there is none
   */
  static <E extends Enum<E> & Labelled> E labelled(Class<E> type, String label, String message) {
    E[] all = type.getEnumConstants();
    return Arrays.stream(all)
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        message,
                        label,
                        Arrays.stream(all)
                            .map(Labelled::label)
                            .collect(Collectors.joining(", ")))));
  }
}
