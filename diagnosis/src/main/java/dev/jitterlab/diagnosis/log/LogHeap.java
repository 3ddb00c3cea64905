package dev.jitterlab.diagnosis.log;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of the heap was in use after a garbage collection, as the summary line of the collection
 * in the unified log has it: {@code GC(3) Pause Young (Normal) (G1 Evacuation Pause) 14M->9M(64M)
 * 7.891ms}, or {@code GC(1) Minor Collection (High Usage) 64M(100%)->14M(22%) 0.005s}. Phases,
 * generations and regions have lines of that form too, under other tags. Immutable.
 */
public record LogHeap(long afterBytes) {
  private static final String TAGS = "gc";

  private static final Pattern LINE =
      Pattern.compile(
          "GC\\(\\d{1,9}\\) .*? ?\\d{1,12}[BKMG](?:\\(\\d+%\\))?->(\\d{1,12})([BKMG])\\(\\d.*");

  /** Reads a line; empty if it says something else. */
  public static Optional<LogHeap> parse(LogLine line) {
    if (!line.tags().equals(TAGS)) {
      return Optional.empty();
    }
    Matcher found = LINE.matcher(line.message());
    return found.matches()
        ? Optional.of(
            new LogHeap(Long.parseLong(found.group(1)) << (10 * "BKMG".indexOf(found.group(2)))))
        : Optional.empty();
  }
}
