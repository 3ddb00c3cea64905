package dev.jitterlab.battle.cluster.matchmaker;

import dev.jitterlab.battle.http.HttpError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All players between the wish for a battle and its end, and the queue of those who wait, oldest
 * first. The queue is bounded for those who come; who was in a match that came to nothing goes back
 * to where his waiting time puts him, whatever the bound. Event loop only.
 */
final class Seekers {
  /** Whose connection has gone for so long is not matched: the others would wait for him. */
  static final Duration PRESENT = Duration.ofSeconds(5);

  /** Who has only wished for a battle, and not held a connection for it so long after, is gone. */
  static final Duration UNPROVEN = Duration.ofSeconds(5);

  /** Who waits and has not asked for so long is gone. */
  static final Duration ABANDONED = Duration.ofSeconds(60);

  private final int maxWaiting;
  private final Map<Long, Seeker> all = new HashMap<>();
  private final TreeMap<Candidate, Seeker> queue = new TreeMap<>(Candidate.OLDEST_FIRST);
  private final Map<Long, List<Seeker>> battles = new HashMap<>();

  Seekers(int maxWaiting) {
    this.maxWaiting = maxWaiting;
  }

  Seeker get(long player) {
    return all.get(player);
  }

  int waiting() {
    return queue.size();
  }

  /** Throws 503 when the queue is full. */
  void requireRoom() {
    if (queue.size() >= maxWaiting) {
      throw new HttpError(503, maxWaiting + " players are waiting already; try again later");
    }
  }

  /** Puts a player into the queue; one who waits already keeps his place and his wishes. */
  void enter(Candidate candidate, long nowNs) {
    Seeker present = all.get(candidate.player);
    if (present != null && present.state() != Seeker.State.MATCHED) {
      present.asked(nowNs);
      return;
    }
    requireRoom();
    Seeker seeker = new Seeker(candidate, nowNs);
    all.put(candidate.player, seeker);
    queue.put(candidate, seeker);
  }

  void leave(long player, long nowNs) {
    Seeker seeker = all.remove(player);
    if (seeker != null) {
      queue.remove(seeker.candidate);
      seeker.answerWaiting(nowNs);
    }
  }

  /**
   * Returns up to that many who wait and are there, oldest first. Four times as many are looked at,
   * no more: the absent are forgotten in time and must not make this long until then.
   */
  List<Candidate> present(int most, long nowNs) {
    List<Candidate> present = new ArrayList<>();
    int seen = 0;
    for (Map.Entry<Candidate, Seeker> entry : queue.entrySet()) {
      if (++seen > 4 * most) {
        break;
      }
      Seeker seeker = entry.getValue();
      if (seeker.isPresent(nowNs, PRESENT)) {
        present.add(entry.getKey());
        if (present.size() == most) {
          break;
        }
      }
    }
    return present;
  }

  /** Takes the players of a match out of the queue. */
  List<Seeker> take(Match match) {
    List<Seeker> taken = new ArrayList<>();
    for (Candidate candidate : match.players) {
      Seeker seeker = queue.remove(candidate);
      seeker.placing();
      taken.add(seeker);
    }
    return taken;
  }

  /** Remembers in which battle they are, so that its end reaches them. */
  void inBattle(long battle, List<Seeker> players) {
    battles.put(battle, players);
  }

  /**
   * Brings players back into the queue whose match came to nothing, with the waiting time that they
   * have; who has left, or queued anew, stays as he is. Returns how many came back.
   */
  int putBack(Collection<Seeker> players) {
    int back = 0;
    for (Seeker seeker : players) {
      if (all.get(seeker.candidate.player) == seeker) {
        seeker.waiting();
        queue.put(seeker.candidate, seeker);
        back++;
      }
    }
    return back;
  }

  /**
   * A battle has died: its players wait again, and are matched once they have asked, by which they
   * show that they know it too. Returns how many came back.
   */
  int battleDied(long battle, long nowNs) {
    List<Seeker> players = battles.remove(battle);
    if (players == null) {
      return 0;
    }
    int back = putBack(players);
    players.forEach(seeker -> seeker.summoned(nowNs));
    return back;
  }

  /** Returns the battles whose end has not been heard. */
  Set<Long> battles() {
    return Set.copyOf(battles.keySet());
  }

  /** A battle was played to its end: its players need nothing more. */
  void battleEnded(long battle) {
    List<Seeker> players = battles.remove(battle);
    if (players != null) {
      for (Seeker seeker : players) {
        all.remove(seeker.candidate.player, seeker);
      }
    }
  }

  /** Forgets those who wait and are gone; returns how many. */
  int removeAbandoned(long nowNs) {
    List<Seeker> gone = new ArrayList<>();
    for (Seeker seeker : queue.values()) {
      Duration patience = seeker.isProven() ? ABANDONED : UNPROVEN;
      if (!seeker.isPolling() && nowNs - seeker.askedNs() >= patience.toNanos()) {
        gone.add(seeker);
      }
    }
    gone.forEach(seeker -> leave(seeker.candidate.player, nowNs));
    return gone.size();
  }
}
