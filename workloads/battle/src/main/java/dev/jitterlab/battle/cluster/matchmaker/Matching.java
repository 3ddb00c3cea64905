package dev.jitterlab.battle.cluster.matchmaker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts players together: the one who has waited longest first, each with those nearest in skill.
 * Pure: neither clock nor network nor state, so the same players at the same time give the same
 * matches.
 *
 * <p>For each mode, those who want it and those who take any are sorted by skill; from each anchor,
 * oldest first, the search goes outwards over at most {@value #MAX_PROBES} neighbours. A round
 * looks at the {@value #MAX_PLAYERS} oldest only and costs O(n log n) of them, whatever the length
 * of the queue: a round that grew with the load would make the queue longer, and the queue the
 * round (Open Match, issue 796). Nobody is passed over for good, since the oldest are always in,
 * and after {@link MatchCriteria#UNLIMITED_FROM_SECONDS} any two of a mode match.
 */
final class Matching {
  static final int MAX_PLAYERS = 1_000;
  private static final int MAX_PROBES = 64;
  private static final Comparator<Candidate> BY_SKILL =
      Comparator.<Candidate>comparingDouble(one -> one.skill).thenComparing(Candidate.OLDEST_FIRST);

  private final MatchCriteria criteria;
  private final List<String> modes;

  /** Creates the matching of these modes; {@link Candidate#ANY_MODE} is not one of them. */
  Matching(MatchCriteria criteria, List<String> modes) {
    this.criteria = criteria;
    this.modes = List.copyOf(modes);
  }

  /**
   * Finds the matches of one round.
   *
   * @param oldestFirst who waits, of which the first {@link #MAX_PLAYERS} are looked at
   * @param round its number: those who take any mode go to another one first in each round
   */
  List<Match> round(List<Candidate> oldestFirst, long nowNs, long round) {
    List<Candidate> waiting = oldestFirst.subList(0, Math.min(oldestFirst.size(), MAX_PLAYERS));
    Set<Candidate> matched = new HashSet<>();
    List<Match> matches = new ArrayList<>();
    for (int i = 0; i < modes.size(); i++) {
      String mode = modes.get((int) Math.floorMod(round + i, (long) modes.size()));
      match(mode, waiting, matched, nowNs, matches);
    }
    match(Candidate.ANY_MODE, waiting, matched, nowNs, matches);
    return matches;
  }

  private void match(
      String mode,
      List<Candidate> waiting,
      Set<Candidate> matched,
      long nowNs,
      List<Match> matches) {
    List<Candidate> anchors = new ArrayList<>();
    NavigableSet<Candidate> bySkill = new TreeSet<>(BY_SKILL);
    for (Candidate one : waiting) {
      boolean wantsIt = one.mode.equals(mode);
      if (!matched.contains(one) && (wantsIt || one.mode.equals(Candidate.ANY_MODE))) {
        bySkill.add(one);
        if (wantsIt) {
          anchors.add(one);
        }
      }
    }
    for (Candidate anchor : anchors) {
      if (!matched.contains(anchor)) {
        GrowingMatch match = around(anchor, bySkill, criteria.sizeFor(bySkill.size()), nowNs);
        if (match.isEnough()) {
          matches.add(new Match(mode, match.players));
          matched.addAll(match.players);
          match.players.forEach(bySkill::remove);
        }
      }
    }
  }

  private GrowingMatch around(
      Candidate anchor, NavigableSet<Candidate> bySkill, int size, long nowNs) {
    GrowingMatch match = new GrowingMatch(criteria, size, nowNs);
    match.tryAdd(anchor);
    Candidate below = bySkill.lower(anchor);
    Candidate above = bySkill.higher(anchor);
    for (int probe = 0; probe < MAX_PROBES && !match.isFull(); probe++) {
      boolean takeBelow =
          above == null
              || (below != null && anchor.skill - below.skill <= above.skill - anchor.skill);
      Candidate next = takeBelow ? below : above;
      if (next == null) {
        break;
      }
      match.tryAdd(next);
      if (takeBelow) {
        below = bySkill.lower(next);
      } else {
        above = bySkill.higher(next);
      }
    }
    return match;
  }
}
