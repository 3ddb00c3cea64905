package dev.jitterlab.battle.cluster.allocator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How battles ended, numbered, for the matchmaker to ask for: the last {@value #KEPT}. Who has not
 * asked for so long misses the older ones, and finds by the list of battles that they are over.
 * Event loop only.
 */
final class BattleEvents {
  private static final int KEPT = 10_000;
  private static final int MAX_ANSWERED = 1_000;

  private static final class Event {
    final long number;
    final long battle;
    final String outcome;

    Event(long number, long battle, String outcome) {
      this.number = number;
      this.battle = battle;
      this.outcome = outcome;
    }
  }

  private final String allocator;
  private final Map<Long, Event> events = new LinkedHashMap<>(); // by battle, oldest first
  private long last;

  /**
   * Creates an empty list.
   *
   * @param allocator tells one run of the allocator, and its numbers, from another
   */
  BattleEvents(String allocator) {
    this.allocator = allocator;
  }

  /** Adds how a battle ended, unless that is known: a server says it until it was heard. */
  void add(long battle, String outcome) {
    if (events.containsKey(battle)) {
      return;
    }
    events.put(battle, new Event(++last, battle, outcome));
    if (events.size() > KEPT) {
      events.remove(events.keySet().iterator().next());
    }
  }

  /** Returns what happened after that number; {@code next} is the number to ask with next. */
  ObjectNode after(long number) {
    ArrayNode found = StrictJson.array();
    long next = number;
    for (Event event : events.values()) {
      if (event.number > number && found.size() < MAX_ANSWERED) {
        found.add(StrictJson.object().put("battle", event.battle).put("outcome", event.outcome));
        next = event.number;
      }
    }
    ObjectNode answer = StrictJson.object().put("allocator", allocator).put("next", next);
    answer.set("events", found);
    return answer;
  }
}
