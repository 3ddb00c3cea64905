package dev.jitterlab.battle.bot.link;

/**
 * What happens to packets on an impaired link. Of each direction, {@link #ENTERED} and {@link
 * #DUPLICATED} together are {@link #LOST}, {@link #OVERFLOWED} and {@link #DELAYED} together;
 * {@link #DELAYED} are {@link #DELIVERED}, {@link #FAILED} and those under way.
 */
enum LinkEvent {
  /** It came to the link. */
  ENTERED("entered"),
  /** It was lost on purpose. */
  LOST("lost"),
  /** A copy of it was made. */
  DUPLICATED("duplicated"),
  /** It or its copy found no room to wait in. */
  OVERFLOWED("overflowed"),
  /** It or its copy began to wait for its time. */
  DELAYED("delayed"),
  /** It or its copy left the link. */
  DELIVERED("delivered"),
  /** It, not its copy, left the link after one that came later. */
  REORDERED("reordered"),
  /** When its time had come, the socket did not take it or its copy, or the link was closed. */
  FAILED("failed");

  private final String label;

  LinkEvent(String label) {
    this.label = label;
  }

  /** Returns the value of the label {@code event}. */
  String label() {
    return label;
  }
}
