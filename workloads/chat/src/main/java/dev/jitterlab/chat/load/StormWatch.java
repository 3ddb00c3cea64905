package dev.jitterlab.chat.load;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.StepLoad;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Measures how long it takes until all users of a reconnect storm are back. A storm that is not
 * over when the next one begins counts as timed out, and one that goes on at the end as what it has
 * taken until then. For one thread.
 *
 * @param <U> a user
 */
final class StormWatch<U> {
  private final StepLoad times;
  private final Set<U> away = new HashSet<>();
  private long beganNs;
  private int place; // of the storm, while it goes on

  StormWatch(StepLoad times) {
    this.times = times;
  }

  /** These users leave now. */
  void began(Collection<U> users, long nowNs) {
    if (!away.isEmpty()) {
      times.ended(place, RequestOutcome.TIMEOUT, nowNs - beganNs);
      away.clear();
    }
    away.addAll(users);
    beganNs = nowNs;
    if (!away.isEmpty()) {
      place = times.began(nowNs);
    }
  }

  /** A user was let in, perhaps one who did not leave in the storm. */
  void cameBack(U user, long nowNs) {
    if (away.remove(user) && away.isEmpty()) {
      times.ended(place, RequestOutcome.OK, nowNs - beganNs);
    }
  }
}
