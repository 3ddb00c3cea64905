package dev.jitterlab.lab.run;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Units;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/**
 * How well the diagnosis found what was injected: {@code confusion.json}. Immutable.
 *
 * @param kinds each injected kind
 * @param right the share of the late events hit whose first cause is an injected one; null if none
 *     was hit
 * @param outside the late events that no injection hit
 * @param medianUnexplained the median share that is unexplained, of the events hit; null if none
 *     was
 * @param foreign the same of servers that are not Jitterlab's own: of their slow requests
 * @param pairs the late events that two faults at once hit, the second while they were late already
 * @param eventsLeftOut the late events that {@code causes.json} does not list, the least late of
 *     their servers: none of the other figures has them
 */
public record Confusion(
    List<Row> kinds,
    Double right,
    Outside outside,
    Double medianUnexplained,
    Foreign foreign,
    Pairs pairs,
    int eventsLeftOut) {
  /** Reads that of a run; empty if nothing was injected or diagnosed. */
  public static Optional<Confusion> read(RunDirectory run) {
    return Json.readIfWhole(run.confusion(), Confusion.class);
  }

  /**
   * The slow requests among the events hit.
   *
   * @param eventsHit how many were hit
   * @param right how many of these have an expected cause first
   */
  public record Foreign(int eventsHit, int right) {}

  /**
   * Late events that faults of two kinds with different causes hit at once.
   *
   * @param eventsHit how many
   * @param bothNamed how many of these have a cause of each, with a tenth of the lateness or more
   * @param share bothNamed ÷ eventsHit; null without such events
   */
  public record Pairs(int eventsHit, int bothNamed, Double share) {}

  /**
   * One kind.
   *
   * @param injections how often it was injected
   * @param injectionsThatHit how many of them hit a late event; of two at once, each does
   * @param eventsHit the late events within injections
   * @param right how many of these have an expected cause first
   * @param expected the causes that count as right
   * @param namedFirst causes to how many of the events have them first, the most frequent first
   * @param echo the late events that began shortly after an injection: its doing or not, so that
   *     they count neither as hit nor as outside
   * @param echoRight how many of these have an expected cause first
   */
  public record Row(
      String kind,
      int injections,
      int injectionsThatHit,
      int eventsHit,
      int right,
      List<String> expected,
      SequencedMap<String, Integer> namedFirst,
      int echo,
      int echoRight) {}

  /**
   * The late events that no injection hit.
   *
   * @param events how many
   * @param blamed how many have a cause first that the injected kinds expect; natural ones, such as
   *     pauses of the collector, are among them
   * @param share blamed ÷ all late events, hit or not; null without late events
   * @param namedFirst causes to how many
   */
  public record Outside(
      int events, int blamed, Double share, SequencedMap<String, Integer> namedFirst) {}

  /** The matrix for a terminal: a line for each kind, a column for each cause. */
  public String text() {
    Set<String> causes = new LinkedHashSet<>();
    kinds.forEach(row -> causes.addAll(new TreeSet<>(row.namedFirst().keySet())));
    causes.addAll(new TreeSet<>(outside.namedFirst().keySet()));
    StringBuilder text = new StringBuilder("Injected kind, and the cause that was named first:\n");
    for (Row row : kinds) {
      text.append(
          "  %-21s %3d injected, %3d hit, %4d late events, %4d right%s%n"
              .formatted(
                  row.kind(),
                  row.injections(),
                  row.injectionsThatHit(),
                  row.eventsHit(),
                  row.right(),
                  counts(row.namedFirst(), causes)
                      + (row.echo() == 0
                          ? ""
                          : "; shortly after: %d, %d right"
                              .formatted(row.echo(), row.echoRight()))));
    }
    text.append(
        "  %-21s %35d late events, %4d blamed%s%n"
            .formatted(
                "(no injection)",
                outside.events(),
                outside.blamed(),
                counts(outside.namedFirst(), causes)));
    text.append("Right: ").append(percent(right));
    text.append(". Blamed outside injections: ").append(percent(outside.share()));
    if (pairs.eventsHit() > 0) {
      text.append(". Two at once, both named: ").append(percent(pairs.share()));
    }
    text.append(". Median unexplained: ").append(percent(medianUnexplained)).append(".\n");
    if (eventsLeftOut > 0) {
      text.append(
          "Of %d late events, %d were not scored: causes.json does not list the least late ones of a server.%n"
              .formatted(scored() + eventsLeftOut, eventsLeftOut));
    }
    return text.toString();
  }

  private int scored() {
    return outside.events() + kinds.stream().mapToInt(row -> row.eventsHit() + row.echo()).sum();
  }

  private static String counts(Map<String, Integer> named, Set<String> causes) {
    StringBuilder text = new StringBuilder();
    for (String cause : causes) {
      Integer count = named.get(cause);
      if (count != null) {
        text.append(text.isEmpty() ? ": " : ", ").append(cause).append(' ').append(count);
      }
    }
    return text.toString();
  }

  private static String percent(Double share) {
    return share == null ? "no late event" : Units.share(share, 1);
  }
}
