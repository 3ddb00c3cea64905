package dev.jitterlab.lab.faults;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;

/**
 * Draws what is injected when, and into whom: from a seed alone. Two faults are never nearer to
 * each other than half the mean distance, none lies within a second of the measurement's bounds,
 * and each server gets all its kinds before it gets one again. Knows no clock.
 */
public final class FaultSchedule {
  private static final double MARGIN_SECONDS = 1;
  private static final double LEAST_OF_DISTANCE = 0.5;
  private static final double LEAST_OF_LENGTH = 0.7;
  private static final double LENGTH_SPREAD = 0.6;

  /** A second fault begins in the middle of the first, and is as long. */
  private static final double PAIR_LENGTHS = 1.5;

  private FaultSchedule() {}

  /**
   * Draws the faults of a block, in order of time.
   *
   * @param seed another one gives other times and victims
   * @param from when the measurement begins, in seconds since the epoch
   * @param seconds how long it is
   * @param servers ids to what they ask for
   */
  public static List<Injection> draw(
      long seed, double from, double seconds, SequencedMap<String, FaultSettings> servers) {
    Random random = new Random(seed);
    List<String> ids =
        servers.entrySet().stream()
            .filter(server -> !server.getValue().kinds().isEmpty())
            .map(Map.Entry::getKey)
            .toList();
    Map<String, Deque<FaultKind>> kinds = new HashMap<>();
    Deque<String> victims = new ArrayDeque<>();
    List<Injection> faults = new ArrayList<>();
    double at = MARGIN_SECONDS;
    while (!ids.isEmpty()) {
      if (victims.isEmpty()) {
        victims.addAll(shuffled(ids, random));
      }
      String victim = victims.remove();
      FaultSettings settings = servers.get(victim);
      at += settings.everySeconds() * (LEAST_OF_DISTANCE + random.nextDouble()) / 2;
      double length =
          settings.lengthSeconds() * (LEAST_OF_LENGTH + LENGTH_SPREAD * random.nextDouble());
      double wholeLength = settings.pairs() ? PAIR_LENGTHS * length : length;
      if (at + wholeLength > seconds - MARGIN_SECONDS) {
        break;
      }
      Deque<FaultKind> left = kinds.computeIfAbsent(victim, _ -> new ArrayDeque<>());
      if (left.isEmpty()) {
        left.addAll(shuffled(settings.kinds(), random));
      }
      FaultKind kind = left.remove();
      String hit = kind == FaultKind.BUSY_NEIGHBOUR ? Injection.EVERYBODY : victim;
      Injection fault = new Injection(kind, hit, nanos(from + at), nanos(from + at + length));
      faults.add(fault);
      if (settings.pairs() && !kind.isFromOutside()) {
        faults.add(second(fault, victim, random));
      }
      at += length + settings.everySeconds() * LEAST_OF_DISTANCE;
    }
    return faults;
  }

  /**
   * What comes from outside disturbs whatever goes on inside. It begins in the middle of that: in a
   * process that stands still all the time, nothing else would be late.
   */
  private static Injection second(Injection first, String victim, Random random) {
    FaultKind kind = random.nextBoolean() ? FaultKind.BUSY_NEIGHBOUR : FaultKind.STOP;
    return new Injection(
        kind,
        kind == FaultKind.BUSY_NEIGHBOUR ? Injection.EVERYBODY : victim,
        first.fromNs() + (first.toNs() - first.fromNs()) / 2,
        first.toNs() + (first.toNs() - first.fromNs()) / 2);
  }

  private static <T> List<T> shuffled(List<T> some, Random random) {
    List<T> all = new ArrayList<>(some);
    Collections.shuffle(all, random);
    return all;
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
