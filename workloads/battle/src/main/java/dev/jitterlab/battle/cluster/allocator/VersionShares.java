package dev.jitterlab.battle.cluster.allocator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whose turn it is: the versions of the battle server that run side by side get battles in turn, so
 * that all see the same traffic (thesis, section 5.3.2, comparative testing). A version that joins
 * later starts level with the one that has had least. Event loop only.
 */
final class VersionShares {
  private final TreeMap<String, Long> turns = new TreeMap<>();

  /** Takes a turn; returns the versions in the order in which they are to be asked. */
  List<String> next(Set<String> present) {
    turns.keySet().retainAll(present);
    long fewest = turns.values().stream().mapToLong(Long::longValue).min().orElse(0);
    present.forEach(version -> turns.putIfAbsent(version, fewest));
    List<String> order = new ArrayList<>(turns.keySet());
    order.sort(Comparator.comparing(turns::get)); // stable: equal ones by name
    if (!order.isEmpty()) {
      turns.merge(order.get(0), 1L, Long::sum);
    }
    return order;
  }
}
