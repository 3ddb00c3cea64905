package dev.jitterlab.lab.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.faults.Confusion.Outside;
import dev.jitterlab.lab.faults.Confusion.Row;
import dev.jitterlab.lab.run.RunDirectory;
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
 * is hit by an injection of its own server (or of the machine) that it overlaps, the echo included;
 * of several, by the one that began last. Its first-named cause is its largest part.
 */
public final class ConfusionScorer {
  private static final String UNEXPLAINED = "unexplained";

  /** A late event as causes.json has it. */
  private record Late(String instance, double from, double to, String first, double unexplained) {}

  private ConfusionScorer() {}

  /** Scores a run and writes {@code confusion.json}; empty if nothing was injected or diagnosed. */
  public static Optional<Confusion> write(RunDirectory run) {
    List<Injection> injections = new InjectionFiles(run).all();
    if (injections.isEmpty() || !Files.isRegularFile(run.causes())) {
      return Optional.empty();
    }
    Confusion confusion = score(injections, Json.read(run.causes(), JsonNode.class));
    Json.write(run.confusion(), confusion);
    return Optional.of(confusion);
  }

  /**
   * Scores.
   *
   * @param causes the content of causes.json
   */
  public static Confusion score(List<Injection> injections, JsonNode causes) {
    Map<FaultKind, List<Late>> hit = new EnumMap<>(FaultKind.class);
    Map<FaultKind, Set<Injection>> hitting = new EnumMap<>(FaultKind.class);
    Map<FaultKind, Integer> injected = new EnumMap<>(FaultKind.class);
    injections.forEach(one -> injected.merge(one.kind(), 1, Integer::sum));
    List<Late> outside = new ArrayList<>();
    List<Double> unexplained = new ArrayList<>();
    for (JsonNode event : causes.path("events")) {
      Late late = late(event);
      Optional<Injection> by = hits(injections, late);
      by.ifPresentOrElse(
          injection -> {
            hit.computeIfAbsent(injection.kind(), _ -> new ArrayList<>()).add(late);
            hitting.computeIfAbsent(injection.kind(), _ -> new HashSet<>()).add(injection);
            unexplained.add(late.unexplained());
          },
          () -> outside.add(late));
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
              (int) ofKind.stream().filter(late -> kind.causes().contains(late.first())).count(),
              kind.causes(),
              counts(ofKind)));
    }
    int all = rows.stream().mapToInt(Row::eventsHit).sum();
    int right = rows.stream().mapToInt(Row::right).sum();
    return new Confusion(
        rows,
        all == 0 ? null : (double) right / all,
        outside(outside, injected.keySet(), all + outside.size()),
        median(unexplained));
  }

  private static Outside outside(List<Late> outside, Set<FaultKind> kinds, int all) {
    Set<String> blamable = new HashSet<>();
    EnumSet.copyOf(kinds).forEach(kind -> blamable.addAll(kind.causes()));
    int blamed = (int) outside.stream().filter(late -> blamable.contains(late.first())).count();
    return new Outside(
        outside.size(), blamed, all == 0 ? null : (double) blamed / all, counts(outside));
  }

  private static Optional<Injection> hits(List<Injection> injections, Late late) {
    return injections.stream()
        .filter(
            one -> one.victim().equals(Injection.EVERYBODY) || one.victim().equals(late.instance()))
        .filter(
            one ->
                one.fromNs() / 1e9 <= late.to()
                    && late.from() <= one.toNs() / 1e9 + one.kind().echoSeconds())
        .max(Comparator.comparingLong(Injection::fromNs));
  }

  private static Late late(JsonNode event) {
    double lateness = event.path("lateness_seconds").asDouble();
    String first = UNEXPLAINED;
    double most = 0;
    double unexplained = 0;
    for (JsonNode part : event.path("parts")) {
      double seconds = part.path("seconds").asDouble();
      if (part.path("cause").asText().equals(UNEXPLAINED)) {
        unexplained += seconds;
      }
      if (seconds > most) {
        most = seconds;
        first = part.path("cause").asText();
      }
    }
    double at = event.path("at").asDouble();
    return new Late(
        event.path("instance").asText(),
        at,
        at + lateness + event.path("typical_seconds").asDouble(),
        first,
        lateness > 0 ? unexplained / lateness : 0);
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
    if (values.isEmpty()) {
      return null;
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
