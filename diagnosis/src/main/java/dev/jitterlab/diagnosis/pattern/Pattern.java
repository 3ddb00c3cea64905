package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;

/**
 * Something that goes wrong in many servers, and how a recording shows it. Immutable; {@link
 * HeapTooSmall} is the one to copy.
 */
public abstract class Pattern {
  private final String name;
  private final Cause cause;

  Pattern(String name, Cause cause) {
    this.name = name;
    this.cause = cause;
  }

  /** Its name in causes.json, such as {@code heap_too_small}; unique. */
  public final String name() {
    return name;
  }

  /** The cause that it is about, or the first of them. */
  public final Cause cause() {
    return cause;
  }

  /**
   * Whether the case has the events that it needs, which are those of its cause; without them it is
   * not recorded, not absent.
   */
  public boolean isRecorded(Case server) {
    return server.sees(cause);
  }

  /** What was found; empty if the server has no such pattern. */
  public abstract List<PatternMatch> find(Case server);

  /** The same without what made nothing late, as far as that is a sign that it does no harm. */
  public List<PatternMatch> costly(Case server) {
    return find(server).stream().filter(match -> match.lateNs() > 0).toList();
  }
}
