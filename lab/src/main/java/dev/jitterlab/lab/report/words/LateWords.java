package dev.jitterlab.lab.report.words;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.Units;

/**
 * What a sentence calls what can be late in a run: ticks and requests, or requests alone where the
 * servers do not tick. Immutable.
 *
 * @param hasTicks whether the servers tick
 */
public record LateWords(boolean hasTicks) {
  private static final String REQUEST = "request";

  /** Of a diagnosis that does not say which servers it is of: by what it found. */
  public static LateWords of(Causes causes) {
    return new LateWords(
        causes.events().isEmpty()
            || causes.events().stream().anyMatch(event -> !event.kind().equals(REQUEST)));
  }

  /** One of them: {@code tick or request}. */
  public String one() {
    return hasTicks ? "tick or request" : REQUEST;
  }

  /** All of them: {@code ticks and requests}. */
  public String all() {
    return hasTicks ? "ticks and requests" : "requests";
  }

  /** How many were late: {@code 12 late ticks or requests}. */
  public String counted(long count) {
    return Units.count(count)
        + " late "
        + (count == 1 ? one() : hasTicks ? "ticks or requests" : "requests");
  }
}
