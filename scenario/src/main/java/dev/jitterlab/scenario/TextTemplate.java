package dev.jitterlab.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** A text with places for a journey's values. Immutable and thread-safe. */
public final class TextTemplate {
  /** How values come into it. */
  enum Escape {
    /** As they are. */
    NONE,
    /** As a part of a URI. */
    URI
  }

  private final List<byte[]> texts; // one more than values
  private final int[] values;
  private final boolean[] escaped;

  TextTemplate(List<byte[]> texts, List<Integer> values, List<Boolean> escaped) {
    this.texts = List.copyOf(texts);
    this.values = values.stream().mapToInt(Integer::intValue).toArray();
    this.escaped = new boolean[this.values.length];
    for (int i = 0; i < this.escaped.length; i++) {
      this.escaped[i] = escaped.get(i);
    }
  }

  /** Returns a text without values. */
  static TextTemplate constant(String text) {
    return new TextTemplate(List.of(text.getBytes(UTF_8)), List.of(), List.of());
  }

  /** Returns one after the other. */
  static TextTemplate joined(List<TextTemplate> parts) {
    List<byte[]> texts = new ArrayList<>(List.of(new byte[0]));
    List<Integer> values = new ArrayList<>();
    List<Boolean> escaped = new ArrayList<>();
    for (TextTemplate part : parts) {
      int last = texts.size() - 1;
      texts.set(last, both(texts.get(last), part.texts.get(0)));
      texts.addAll(part.texts.subList(1, part.texts.size()));
      for (int i = 0; i < part.values.length; i++) {
        values.add(part.values[i]);
        escaped.add(part.escaped[i]);
      }
    }
    return new TextTemplate(texts, values, escaped);
  }

  private static byte[] both(byte[] one, byte[] other) {
    RequestText both = new RequestText();
    both.add(one);
    both.add(other);
    return java.util.Arrays.copyOf(both.array(), both.length());
  }

  /** Returns whether it is the same in all journeys. */
  public boolean isConstant() {
    return values.length == 0;
  }

  /** Adds it, with the values that the journey has now. */
  public void write(JourneyValues journey, RequestText to) {
    to.add(texts.get(0));
    for (int i = 0; i < values.length; i++) {
      journey.write(values[i], escaped[i], to);
      to.add(texts.get(i + 1));
    }
  }
}
