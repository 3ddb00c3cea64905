package dev.jitterlab.battle.bot.link;

import dev.jitterlab.battle.Labelled;

/**
 * What happens to packets on an impaired link. Of each direction, {@link #ENTERED} and {@link
 * #DUPLICATED} together are {@link #LOST}, {@link #OVERFLOWED} and {@link #DELAYED} together;
 * {@link #DELAYED} are {@link #DELIVERED}, {@link #FAILED} and those under way.
 */
enum LinkEvent implements Labelled {
  /** It came to the link. */
  ENTERED,
  /** It was lost on purpose. */
  LOST,
  /** A copy of it was made. */
  DUPLICATED,
  /** It or its copy found no room to wait in. */
  OVERFLOWED,
  /** It or its copy began to wait for its time. */
  DELAYED,
  /** It or its copy left the link. */
  DELIVERED,
  /** It, not its copy, left the link after one that came later. */
  REORDERED,
  /** When its time had come, the socket did not take it or its copy, or the link was closed. */
  FAILED;
}
