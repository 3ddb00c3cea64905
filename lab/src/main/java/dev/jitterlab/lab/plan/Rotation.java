package dev.jitterlab.lab.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * How the load of a block goes from server to server (docs/rotate.md). In every round each server
 * has one turn of the same length, in an order drawn anew: so all meet the same minutes, and no
 * server always follows the same one (randomized multiple interleaved trials; Abedi and Brecht,
 * 2017).
 *
 * <p>Immutable; drawn from the seed alone, so the plan has every turn.
 *
 * @param guardSeconds at both ends of a turn, in which the server has load and is not measured
 * @param warmup the rounds before anything is measured, with all their seconds of load; a server
 *     that is steady before has no more turns
 * @param rounds those in which the servers are measured, without the guards
 */
public record Rotation(int guardSeconds, List<Round> warmup, List<Round> rounds) {
  /** Long enough for a transient to pass: connections, caches, the requests under way. */
  static final int GUARD_SECONDS = 1;

  /** A slice of a few seconds is shorter than most of what disturbs a machine. */
  private static final int SLICE_SECONDS = 5;

  /** Shorter ones would be mostly guards, and whole seconds of a tick log hardly fit into them. */
  private static final int SHORTEST_SLICE_SECONDS = 3;

  /** The shortest measurement that has two slices. */
  static final int SHORTEST_SECONDS = 2 * SHORTEST_SLICE_SECONDS;

  /** More of them interleave no better, and cost guards. */
  private static final int MOST_ROUNDS = 10;

  /**
   * One turn of every server.
   *
   * @param seconds of each turn
   * @param order the servers' ids, in the order of their turns
   */
  public record Round(int seconds, List<String> order) {
    /** Copies the order. */
    public Round {
      order = List.copyOf(order);
    }

    private Round without(Set<String> groups) {
      return new Round(
          seconds,
          order.stream()
              .filter(id -> !groups.contains(id.substring(0, id.lastIndexOf('/'))))
              .toList());
    }
  }

  /** Copies the rounds. */
  public Rotation {
    warmup = List.copyOf(warmup);
    rounds = List.copyOf(rounds);
  }

  /**
   * Draws the turns of a block.
   *
   * @param warmupSeconds of load for each server before it is measured
   * @param durationSeconds for how long each server is measured; at least {@link #SHORTEST_SECONDS}
   * @param servers their ids
   */
  static Rotation draw(
      double warmupSeconds, double durationSeconds, List<String> servers, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Integer> slices = parts((int) Math.ceil(durationSeconds), rounds(durationSeconds));
    int turn = slices.getFirst() + 2 * GUARD_SECONDS;
    int warmup = (int) Math.ceil(warmupSeconds);
    return new Rotation(
        GUARD_SECONDS,
        rounds(parts(warmup, Math.ceilDiv(warmup, turn)), servers, random),
        rounds(slices, servers, random));
  }

  private static int rounds(double durationSeconds) {
    int seconds = (int) Math.ceil(durationSeconds);
    int most = seconds / SHORTEST_SLICE_SECONDS;
    return Math.clamp(Math.round((double) seconds / SLICE_SECONDS), Math.min(2, most), MOST_ROUNDS);
  }

  /** Whole seconds that differ by one at most. */
  private static List<Integer> parts(int seconds, int count) {
    List<Integer> parts = new ArrayList<>();
    for (int left = count, rest = seconds; left > 0; left--) {
      int part = Math.ceilDiv(rest, left);
      parts.add(part);
      rest -= part;
    }
    return parts;
  }

  private static List<Round> rounds(
      List<Integer> seconds, List<String> servers, SplittableRandom random) {
    List<Round> rounds = new ArrayList<>();
    for (int length : seconds) {
      List<String> order = new ArrayList<>(servers);
      Schedule.shuffle(order, random);
      rounds.add(new Round(length, order));
    }
    return Collections.unmodifiableList(rounds);
  }

  /** The rotation without the servers of those groups. */
  Rotation without(Set<String> groups) {
    return new Rotation(
        guardSeconds,
        warmup.stream().map(round -> round.without(groups)).toList(),
        rounds.stream().map(round -> round.without(groups)).toList());
  }

  /** How long the warm-up of all servers takes, at most. */
  public double warmupSeconds() {
    return warmup.stream().mapToDouble(round -> round.seconds() * round.order().size()).sum();
  }

  /** How long the measurement of all servers takes, with its guards. */
  public double measuredSeconds() {
    return rounds.stream()
        .mapToDouble(round -> (round.seconds() + 2.0 * guardSeconds) * round.order().size())
        .sum();
  }
}
