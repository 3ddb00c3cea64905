package dev.jitterlab.arena.tool;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.arena.twin.Twin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the rounds of a bench of the model measured: updates a second of each twin, and of the main
 * loop with a quarter of the fighters, and in separate worlds. From them follows how many times the
 * clients of the main loop each twin would serve at an equal response. For one thread.
 */
final class ModelFigures {
  private final int players;
  private final int cores;
  private final Map<Twin, List<Double>> speeds = new EnumMap<>(Twin.class);
  private final Map<Twin, List<Double>> linesNs = new EnumMap<>(Twin.class);
  private final List<Double> speedsOfFew = new ArrayList<>();
  private final List<Double> speedsOfSeparateWorlds = new ArrayList<>();

  /**
   * Begins without rounds.
   *
   * @param cores how many times the work the ideal execution model would do
   */
  ModelFigures(int players, int cores) {
    this.players = players;
    this.cores = cores;
  }

  /** Returns with how many fighters the other point of the line is measured. */
  int few() {
    return Math.max(1, players / 4);
  }

  /**
   * Takes one round's updates a second of a twin with all fighters.
   *
   * @param lineNs how long a cache line took between cores just before
   */
  void add(Twin twin, double updatesPerSecond, double lineNs) {
    speeds.computeIfAbsent(twin, any -> new ArrayList<>()).add(updatesPerSecond);
    linesNs.computeIfAbsent(twin, any -> new ArrayList<>()).add(lineNs);
  }

  /** Returns how long a cache line took between cores before each round of a twin. */
  List<Double> linesNs(Twin twin) {
    return linesNs.get(twin);
  }

  /** Takes one round's updates a second of the main loop with few fighters. */
  void addOfFew(double updatesPerSecond) {
    speedsOfFew.add(updatesPerSecond);
  }

  /** Takes one round's updates a second of separate worlds, one for each core. */
  void addOfSeparateWorlds(double updatesPerSecond) {
    speedsOfSeparateWorlds.add(updatesPerSecond);
  }

  /** Returns how many times the work of one core all cores do if they share nothing. */
  List<Double> mostOfTheMachine() {
    return perRound(
        round -> speedsOfSeparateWorlds.get(round) / speeds.get(Twin.SINGLE).get(round));
  }

  /** Returns the updates a second of a twin by those of separate worlds, of each round. */
  List<Double> sharesOfTheMachine(Twin twin) {
    return perRound(round -> speeds.get(twin).get(round) / speedsOfSeparateWorlds.get(round));
  }

  /** Returns the updates a second of each round. */
  List<Double> speeds(Twin twin) {
    return speeds.get(twin);
  }

  /** Returns the updates a second by those of the main loop, of each round. */
  List<Double> ratios(Twin twin) {
    return perRound(round -> speeds.get(twin).get(round) / speeds.get(Twin.SINGLE).get(round));
  }

  private List<Double> perRound(IntToDoubleFunction figure) {
    return IntStream.range(0, speedsOfFew.size())
        .mapToDouble(figure)
        .boxed()
        .collect(Collectors.toList());
  }

  private LoadSplit split(int round) {
    return new LoadSplit(
        few(), 1e9 / speedsOfFew.get(round), players, 1e9 / speeds.get(Twin.SINGLE).get(round));
  }

  /** Returns the share of the work that grows with the square of the clients, of each round. */
  List<Double> quadraticShares() {
    return perRound(round -> split(round).quadraticShare(players));
  }

  /** Returns the clients of the ideal by those of the main loop, of each round. */
  List<Double> ideal() {
    return perRound(round -> split(round).idealClients(players, cores));
  }

  /** Returns the clients of a twin by those of the main loop, of each round. */
  List<Double> clients(Twin twin) {
    List<Double> ratios = ratios(twin);
    return perRound(round -> split(round).idealClients(players, ratios.get(round)));
  }

  /** Returns the clients of a twin by those of the ideal, of each round. */
  List<Double> sharesOfIdeal(Twin twin) {
    List<Double> clients = clients(twin);
    List<Double> ideal = ideal();
    return perRound(round -> clients.get(round) / ideal.get(round));
  }

  /**
   * Writes them as JSON: {@code asked}, and {@code twins} with the figures of each round.
   *
   * @param asked what the bench was asked for, in words
   */
  void write(Path file, String asked) throws IOException {
    ObjectMapper json = new ObjectMapper();
    ObjectNode all = json.createObjectNode().put("asked", asked);
    ObjectNode twins = all.putObject("twins");
    for (Twin twin : speeds.keySet()) {
      ObjectNode one = twins.putObject(twin.label());
      put(one, "updates_per_second", speeds.get(twin));
      put(one, "clients", clients(twin));
      put(one, "share_of_ideal", sharesOfIdeal(twin));
      put(one, "share_of_machine", sharesOfTheMachine(twin));
      put(one, "cache_line_ns", linesNs.get(twin));
    }
    json.writeValue(file.toFile(), all);
  }

  private static void put(ObjectNode into, String key, List<Double> values) {
    ArrayNode array = into.putArray(key);
    values.forEach(value -> array.add(value.doubleValue()));
  }
}
