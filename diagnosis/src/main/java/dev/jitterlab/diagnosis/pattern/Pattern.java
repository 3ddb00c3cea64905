package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;

/**
 * Something that goes wrong in many servers, and how a recording shows it. Implementations are
 * immutable; {@link HeapTooSmall} is the one to copy.
 */
public interface Pattern {
  /** Its name in causes.json, such as {@code heap_too_small}; unique. */
  String name();

  /** The cause that it is about, or the first of them. */
  Cause cause();

  /** Whether the case has the events that it needs; without them it is not recorded, not absent. */
  boolean isRecorded(Case server);

  /** What was found; empty if the server has no such pattern. */
  List<PatternMatch> find(Case server);
}
