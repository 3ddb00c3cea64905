package dev.jitterlab.battle.cluster.matchmaker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Players in a line by skill, where one who goes brings his neighbours together. O(1) a step. */
final class SkillNeighbours {
  private static final int NONE = -1;

  private final List<Candidate> sorted;
  private final Map<Candidate, Integer> places = new HashMap<>();
  private final int[] below;
  private final int[] above;

  SkillNeighbours(List<Candidate> players, Comparator<Candidate> order) {
    sorted = new ArrayList<>(players);
    sorted.sort(order);
    below = new int[sorted.size()];
    above = new int[sorted.size()];
    for (int i = 0; i < below.length; i++) {
      places.put(sorted.get(i), i);
      below[i] = i - 1;
      above[i] = i + 1 < below.length ? i + 1 : NONE;
    }
  }

  /** The next less skilled; null when there is none. */
  Candidate below(Candidate one) {
    return at(below[places.get(one)]);
  }

  /** The next more skilled; null when there is none. */
  Candidate above(Candidate one) {
    return at(above[places.get(one)]);
  }

  private Candidate at(int place) {
    return place == NONE ? null : sorted.get(place);
  }

  void remove(Candidate one) {
    int place = places.get(one);
    if (below[place] != NONE) {
      above[below[place]] = above[place];
    }
    if (above[place] != NONE) {
      below[above[place]] = below[place];
    }
  }
}
