package dev.jitterlab.diagnosis.rule;

import java.util.Optional;

/**
 * Where the events of a rule count together. Immutable.
 *
 * @param kind which sort
 * @param lengthNs how long a stretch is; 0 for the other sorts
 */
public record RuleWindow(Kind kind, long lengthNs) {
  /** The window of each late tick and slow request. */
  public static final RuleWindow LATE = new RuleWindow(Kind.LATE, 0);

  private static final double SHORTEST_NS = 1e6;
  private static final double LONGEST_NS = 86_400e9;

  /** What bounds it. */
  public enum Kind {
    /** Each late tick and slow request, from when it was due to its end; events of all threads. */
    LATE("late"),
    /** The same; events of its own thread. */
    LATE_THREAD("late-thread"),
    /** All the time that is measured. */
    RUN("run"),
    /** Any stretch of a given length. */
    STRETCH("");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /** The window of that word, or of that time, such as {@code 10 s}. */
  public static Optional<RuleWindow> of(String text) {
    for (Kind kind : Kind.values()) {
      if (kind != Kind.STRETCH && kind.word.equals(text)) {
        return Optional.of(new RuleWindow(kind, 0));
      }
    }
    return RuleFigure.of(text)
        .filter(figure -> figure.unit().isTime())
        .map(RuleFigure::base)
        .filter(ns -> ns >= SHORTEST_NS && ns <= LONGEST_NS)
        .map(ns -> new RuleWindow(Kind.STRETCH, Math.round(ns)));
  }

  /** Whether it is about late ticks and slow requests. */
  public boolean isLate() {
    return kind == Kind.LATE || kind == Kind.LATE_THREAD;
  }

  /** In words: "in … ". */
  String words() {
    return switch (kind) {
      case LATE -> "a late tick or slow request";
      case LATE_THREAD -> "a late tick or slow request, on its thread";
      case RUN -> "the measured time";
      case STRETCH -> RuleUnit.S.text((double) lengthNs);
    };
  }
}
