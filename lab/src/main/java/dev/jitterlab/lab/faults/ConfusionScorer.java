package dev.jitterlab.lab.faults;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.run.Confusion.Outside;
import dev.jitterlab.lab.run.Confusion.Row;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.statistics.ModifiedZScore;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Lays injections beside causes: the only code that reads when something was injected. A late event
 * is hit by an injection of its own server (or of the machine) that it overlaps; of several, by
 * those that began last. Of two at once, either may be named first; both are to be named where the
 * first had made the event late before the second began. Its first-named cause is its largest part.
 *
 * <p>An event that begins after an injection, within its echo, may be its doing or not, and only
 * the diagnosis could say which. So it counts neither as hit nor as outside, and is shown by
 * itself. An event that causes.json does not list is only counted.
 */
public final class ConfusionScorer {
  private static final String UNEXPLAINED = "unexplained";

  /** A late event as causes.json has it. */
  private record Late(
      String instance,
      boolean isRequest,
      double from,
      double to,
      String first,
      double unexplained,
      Set<String> named) {}

  /** What has less of a lateness does not count as named. */
  private static final double LEAST_NAMED = 0.1;

  /**
   * Of two injections at once, the first has at least this part of the event before the other
   * begins, and the other has as much after that: else nobody could say that it made the event
   * later. What happens within a process stands still with it, so the first one ends no earlier.
   */
  private static final double LEAST_OWN = 0.2;

  private ConfusionScorer() {}

  /** Scores a run and writes {@code confusion.json}; empty if nothing was injected or diagnosed. */
  public static Optional<Confusion> write(RunDirectory run) {
    List<Injection> injections = new InjectionFiles(run).all();
    if (injections.isEmpty() || !Files.isRegularFile(run.causes())) {
      return Optional.empty();
    }
    Confusion confusion = score(injections, Json.read(run.causes(), Causes.class));
    Json.write(run.confusion(), confusion);
    return Optional.of(confusion);
  }

  /**
   * Scores.
   *
   * @param causes the content of causes.json
   */
  public static Confusion score(List<Injection> injections, Causes causes) {
    Map<FaultKind, List<Late>> hit = new EnumMap<>(FaultKind.class);
    Map<FaultKind, Set<Injection>> hitting = new EnumMap<>(FaultKind.class);
    Map<FaultKind, Integer> injected = new EnumMap<>(FaultKind.class);
    injections.forEach(one -> injected.merge(one.kind(), 1, Integer::sum));
    Map<FaultKind, List<Late>> echoed = new EnumMap<>(FaultKind.class);
    List<Late> outside = new ArrayList<>();
    List<Double> unexplained = new ArrayList<>();
    int requests = 0;
    int requestsRight = 0;
    int pairs = 0;
    int bothNamed = 0;
    for (Causes.LateEvent event : causes.events()) {
      Late late = late(event);
      List<Injection> hitBy = hits(injections, late);
      // Each of two at once, although only one of them is blamed for it.
      atOnce(hitBy)
          .forEach(one -> hitting.computeIfAbsent(one.kind(), _ -> new HashSet<>()).add(one));
      Optional<Injection> by = blamed(hitBy, late);
      if (by.isPresent() && late.isRequest()) {
        requests++;
        requestsRight += by.get().kind().causes().contains(late.first()) ? 1 : 0;
      }
      Optional<Injection> second =
          by.flatMap(first -> second(hitBy, late).filter(other -> areApart(first, other, late)));
      if (second.isPresent()) {
        pairs++;
        bothNamed += isNamed(by.get(), late) && isNamed(second.get(), late) ? 1 : 0;
      }
      by.ifPresentOrElse(
          injection -> {
            hit.computeIfAbsent(injection.kind(), _ -> new ArrayList<>()).add(late);
            unexplained.add(late.unexplained());
          },
          () ->
              echoOf(injections, late)
                  .ifPresentOrElse(
                      kind -> echoed.computeIfAbsent(kind, _ -> new ArrayList<>()).add(late),
                      () -> outside.add(late)));
    }
    List<Row> rows = new ArrayList<>();
    for (FaultKind kind : injected.keySet()) {
      List<Late> ofKind = hit.getOrDefault(kind, List.of());
      rows.add(
          new Row(
              kind.word(),
              injected.get(kind),
              hitting.getOrDefault(kind, Set.of()).size(),
              ofKind.size(),
              right(kind, ofKind),
              kind.causes(),
              counts(ofKind),
              echoed.getOrDefault(kind, List.of()).size(),
              right(kind, echoed.getOrDefault(kind, List.of()))));
    }
    int all = rows.stream().mapToInt(Row::eventsHit).sum();
    int right = rows.stream().mapToInt(Row::right).sum();
    return new Confusion(
        rows,
        all == 0 ? null : (double) right / all,
        outside(outside, injected.keySet(), all + sum(echoed) + outside.size()),
        median(unexplained),
        new Confusion.Foreign(requests, requestsRight),
        new Confusion.Pairs(pairs, bothNamed, pairs == 0 ? null : (double) bothNamed / pairs),
        causes.groups().stream().mapToInt(Causes.GroupCauses::eventsLeftOut).sum());
  }

  private static int sum(Map<FaultKind, List<Late>> some) {
    return some.values().stream().mapToInt(List::size).sum();
  }

  private static int right(FaultKind kind, List<Late> some) {
    return (int) some.stream().filter(late -> kind.causes().contains(late.first())).count();
  }

  /**
   * Of several that hit an event, the one whose cause is named first; else the one that began last.
   */
  private static Optional<Injection> blamed(List<Injection> hitBy, Late late) {
    List<Injection> atOnce = atOnce(hitBy);
    return atOnce.stream()
        .filter(one -> one.kind().causes().contains(late.first()))
        .findFirst()
        .or(() -> atOnce.stream().findFirst());
  }

  /** Those that ran at the time of the last one. */
  private static List<Injection> atOnce(List<Injection> hitBy) {
    return hitBy.stream().filter(one -> one.toNs() >= hitBy.getFirst().fromNs()).toList();
  }

  /** A second kind at the same time, whose causes are none of the first one's. */
  private static Optional<Injection> second(List<Injection> hitBy, Late late) {
    Optional<FaultKind> first = blamed(hitBy, late).map(Injection::kind);
    return atOnce(hitBy).stream()
        .filter(other -> first.stream().noneMatch(one -> meet(one, other.kind())))
        .findFirst();
  }

  private static boolean areApart(Injection one, Injection other, Late late) {
    boolean isFirst = one.fromNs() < other.fromNs();
    Injection first = isFirst ? one : other;
    Injection then = isFirst ? other : one;
    double least = LEAST_OWN * (late.to() - late.from());
    double alone = then.fromNs() / 1e9 - Math.max(late.from(), first.fromNs() / 1e9);
    return alone >= least && Math.min(late.to(), then.toNs() / 1e9) - then.fromNs() / 1e9 >= least;
  }

  private static boolean meet(FaultKind one, FaultKind other) {
    return one.causes().stream().anyMatch(other.causes()::contains);
  }

  private static boolean isNamed(Injection one, Late late) {
    return one.kind().causes().stream().anyMatch(late.named()::contains);
  }

  private static Outside outside(List<Late> outside, Set<FaultKind> kinds, int all) {
    Set<String> blamable = new HashSet<>();
    EnumSet.copyOf(kinds).forEach(kind -> blamable.addAll(kind.causes()));
    int blamed = (int) outside.stream().filter(late -> blamable.contains(late.first())).count();
    return new Outside(
        outside.size(), blamed, all == 0 ? null : (double) blamed / all, counts(outside));
  }

  /** The one that began last comes first. */
  private static List<Injection> hits(List<Injection> injections, Late late) {
    return injections.stream()
        .filter(one -> isVictim(one, late))
        .filter(one -> one.fromNs() / 1e9 <= late.to() && late.from() <= one.toNs() / 1e9)
        .sorted(Comparator.comparingLong(Injection::fromNs).reversed())
        .toList();
  }

  private static boolean isVictim(Injection one, Late late) {
    return one.victim().equals(Injection.EVERYBODY) || one.victim().equals(late.instance());
  }

  /** The kind whose last injection ended shortly before an event that none hit. */
  private static Optional<FaultKind> echoOf(List<Injection> injections, Late late) {
    return injections.stream()
        .filter(one -> isVictim(one, late))
        .filter(
            one ->
                one.toNs() / 1e9 < late.from()
                    && late.from() <= one.toNs() / 1e9 + one.kind().echoSeconds())
        .max(Comparator.comparingLong(Injection::fromNs))
        .map(Injection::kind);
  }

  private static Late late(Causes.LateEvent event) {
    double lateness = event.latenessSeconds();
    String first = UNEXPLAINED;
    double most = 0;
    double unexplained = 0;
    Set<String> named = new HashSet<>();
    for (Causes.Part part : event.parts()) {
      double seconds = part.seconds();
      if (seconds >= LEAST_NAMED * lateness) {
        named.add(part.cause());
      }
      if (part.cause().equals(UNEXPLAINED)) {
        unexplained += seconds;
      }
      if (seconds > most) {
        most = seconds;
        first = part.cause();
      }
    }
    return new Late(
        event.instance(),
        event.kind().equals("request"),
        event.at(),
        event.at() + lateness + event.typicalSeconds(),
        first,
        lateness > 0 ? unexplained / lateness : 0,
        named);
  }

  private static SequencedMap<String, Integer> counts(List<Late> some) {
    Map<String, Integer> counts = new HashMap<>();
    some.forEach(late -> counts.merge(late.first(), 1, Integer::sum));
    SequencedMap<String, Integer> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  private static Double median(List<Double> values) {
    return values.isEmpty()
        ? null
        : ModifiedZScore.median(values.stream().mapToDouble(one -> one).toArray());
  }
}
