package dev.jitterlab.play;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares what the bots saw with what the cluster has kept. A result is lost when a bot was told
 * the end of a battle and no result says so. A result is counted twice when two results are of one
 * battle, or a player's record has more battles than there are results of his. Whatever else
 * differs is a disagreement: who won, who is who, and the skill, which is computed again from all
 * results. Not thread-safe.
 */
final class Audit {
  private static final double INITIAL_SKILL = 1_000;
  private static final double MOST_GAINED = 32;
  private static final double SKILL_SCALE = 400;
  private static final double SAME_SKILL = 1e-6;
  private static final int MOST_SAID = 20;

  /** A bot's part in a battle. */
  private record Part(String server, long battle, long player) {}

  /** A player's record, computed from results. */
  private static final class Computed {
    double skill = INITIAL_SKILL;
    int played;
    int won;
  }

  private final Map<Part, Boolean> missing = new HashMap<>(); // a bot saw it, not stored yet
  private final Map<Part, Boolean> stored = new HashMap<>();
  private final Map<Long, String> serverOf = new HashMap<>();
  private final Map<String, Long> players = new HashMap<>();
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Computed> computed = new TreeMap<>();
  private final List<JsonNode> results = new ArrayList<>();
  private final Set<Long> unknown = new HashSet<>();
  private final Set<Long> battlesSeen = new HashSet<>();
  private final List<String> disagreements = new ArrayList<>();
  private long twice;
  private boolean concluded;

  /** A line of the bots' ledger. */
  void saw(JsonNode line) {
    long player = line.path("player").asLong();
    if (line.has("name")) {
      loggedIn(line.path("name").asText(), player);
      return;
    }
    Part part = new Part(line.path("server").asText(), line.path("battle").asLong(), player);
    boolean won = line.path("won").asBoolean();
    battlesSeen.add(part.battle());
    Boolean kept = stored.get(part);
    if (kept == null) {
      missing.put(part, won);
    } else {
      compare(part, won, kept);
    }
  }

  private void loggedIn(String name, long player) {
    Long before = players.putIfAbsent(name, player);
    String other = names.putIfAbsent(player, name);
    if (before != null && before != player) {
      disagree("%s was player %d, and is player %d now".formatted(name, before, player));
    }
    if (other != null && !other.equals(name)) {
      disagree("%s and %s are both player %d".formatted(other, name, player));
    }
  }

  /** A result of the store, in the order of its numbers. */
  void stored(JsonNode result) {
    results.add(result);
    String server = result.path("server").asText();
    long battle = result.path("battle").asLong();
    String before = serverOf.putIfAbsent(battle, server);
    if (before != null) {
      twice++;
      disagree("battle %d has results of %s and %s".formatted(battle, before, server));
    }
    for (JsonNode one : result.path("players")) {
      Part part = new Part(server, battle, one.path("player").asLong());
      boolean won = one.path("won").asBoolean();
      stored.put(part, won);
      Boolean saw = missing.remove(part);
      if (saw != null) {
        compare(part, saw, won);
      }
    }
  }

  private void compare(Part part, boolean saw, boolean kept) {
    if (saw != kept) {
      disagree(
          "player %d %s battle %d, but the store says that the player %s"
              .formatted(part.player(), outcome(saw), part.battle(), outcome(kept)));
    }
  }

  private static String outcome(boolean won) {
    return won ? "won" : "did not win";
  }

  /** Returns everybody whose record is to be looked at. */
  Set<Long> playersToAsk() {
    Set<Long> all = new HashSet<>(names.keySet());
    stored.keySet().forEach(part -> all.add(part.player()));
    return all;
  }

  /** The store's records of all players, and nothing comes after. */
  void records(Map<Long, JsonNode> records) {
    concluded = true;
    playersToAsk().stream().filter(player -> !records.containsKey(player)).forEach(unknown::add);
    results.forEach(this::replay);
    new TreeMap<>(records)
        .forEach(
            (player, record) ->
                compareRecord(player, record, computed.getOrDefault(player, new Computed())));
    for (long player : unknown) {
      if (names.containsKey(player)) {
        disagree("the store does not know player %d, %s".formatted(player, names.get(player)));
      }
    }
  }

  private void compareRecord(long player, JsonNode record, Computed expected) {
    String name = names.get(player);
    if (name != null && !name.equals(record.path("name").asText())) {
      disagree(
          "player %d logged in as %s, and the store says %s"
              .formatted(player, name, record.path("name").asText()));
    }
    int played = record.path("played").asInt();
    twice += Math.max(0, played - expected.played);
    double skill = record.path("skill").asDouble();
    if (played != expected.played
        || record.path("won").asInt() != expected.won
        || !(Math.abs(skill - expected.skill) < SAME_SKILL)) {
      disagree(
          "player %d has played %d, won %d, skill %.3f; the results give %d, %d, %.3f"
              .formatted(
                  player,
                  played,
                  record.path("won").asInt(),
                  skill,
                  expected.played,
                  expected.won,
                  expected.skill));
    }
  }

  /** The rules of docs/cluster.md, written a second time on purpose. */
  private void replay(JsonNode result) {
    List<Computed> winners = new ArrayList<>();
    List<Computed> others = new ArrayList<>();
    for (JsonNode one : result.path("players")) {
      long player = one.path("player").asLong();
      if (!unknown.contains(player)) {
        Computed each = computed.computeIfAbsent(player, _ -> new Computed());
        (one.path("won").asBoolean() ? winners : others).add(each);
      }
    }
    double gain = 0;
    if (!winners.isEmpty() && !others.isEmpty()) {
      double difference = mean(others) - mean(winners);
      gain = MOST_GAINED * (1 - 1 / (1 + Math.pow(10, difference / SKILL_SCALE)));
    }
    for (Computed winner : winners) {
      winner.skill += gain;
      winner.played++;
      winner.won++;
    }
    for (Computed other : others) {
      other.skill -= gain * winners.size() / others.size();
      other.played++;
    }
  }

  private static double mean(List<Computed> players) {
    return players.stream().mapToDouble(each -> each.skill).average().orElseThrow();
  }

  private void disagree(String what) {
    if (disagreements.size() < MOST_SAID) {
      disagreements.add(what);
    } else {
      disagreements.set(MOST_SAID - 1, "… and others");
    }
  }

  /** Returns how it stands; what is missing may be on its way while the cluster runs. */
  AuditResult result() {
    return new AuditResult(
        concluded,
        battlesSeen.size(),
        results.size(),
        missing.keySet().stream().mapToLong(Part::battle).distinct().count(),
        twice,
        players.size(),
        disagreements);
  }
}
