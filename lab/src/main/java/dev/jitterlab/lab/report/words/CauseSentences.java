package dev.jitterlab.lab.report.words;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Standing;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What made a group's ticks and requests late, in words. */
public final class CauseSentences {
  /** What takes less of the late time than this is not in the sentence. */
  private static final double LEAST_SHARE = 0.05;

  private static final String ONLY = "all";
  private static final Pattern FIGURE =
      Pattern.compile("\\b\\d[\\d., \u00a0]*+(?:(?:ns|µs|ms|s|min|[KMG]iB)\\b|%)?");

  /** The end of a plain word, as in {@code 3 collections}; not of a method's or a class's name. */
  private static final Pattern PLURAL = Pattern.compile("(?<![\\w.$])(\\p{Lower}+)s\\b(?!\\.\\w)");

  private static final double LEAST_SHOWN = 0.001;

  /** What is nearer to 1 than this comes of the arithmetic. */
  private static final double NEARLY_ALL = 1 - 1e-9;

  private static final int MOST_NAMED = 3;
  private static final String SEEN = Standing.SEEN.words();

  /** Their evidence is a figure, and no place. */
  private static final Set<String> VAGUE =
      Set.of(
          Cause.RUN_QUEUE.id(),
          Cause.PREDECESSOR.id(),
          Cause.PROCESS_STOPPED.id(),
          Cause.BUSY_SERVER.id());

  private CauseSentences() {}

  /** The words of a cause that causes.json has by its name. */
  public static String words(String cause) {
    return Stream.of(Cause.values())
        .filter(known -> known.id().equals(cause))
        .map(Cause::words)
        .findFirst()
        .orElse(cause);
  }

  /**
   * Such as "86 % of monolith's late time is slow code after a deoptimisation
   * (game.rules.Battle.step, line 41); 9 % waiting for a CPU (run queue); 5 % unexplained."
   */
  public static String ofGroup(Causes causes, Causes.GroupCauses group, LateWords words) {
    if (group.lateEvents() == 0) {
      boolean isRead =
          causes.sources().stream()
              .filter(one -> isOf(one.instance(), group))
              .noneMatch(Causes.Source::mayMissLateEvents);
      return (isRead
              ? "No %s%s was late."
              : "No late %s%s was found, but not all of the recordings could be read.")
          .formatted(words.one(), group.name().equals(ONLY) ? "" : " of " + group.name());
    }
    String unexplained = Cause.UNEXPLAINED.id();
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, Double> one : group.secondsByCause().entrySet()) {
      double share = one.getValue() / group.latenessSeconds();
      if (!one.getKey().equals(unexplained) && share >= LEAST_SHARE && parts.size() < MOST_NAMED) {
        String where = parts.isEmpty() ? where(causes, group, one.getKey()) : "";
        String whose = parts.isEmpty() ? of(group) : "";
        parts.add(percent(share) + " " + whose + words(one.getKey()) + where);
      }
    }
    double open = group.secondsByCause().getOrDefault(unexplained, 0.0) / group.latenessSeconds();
    parts.add(percent(open) + " " + (parts.isEmpty() ? of(group) : "") + words(unexplained));
    return String.join("; ", parts) + ".";
  }

  /**
   * The same of the group with the most late time, and how far it is proved; empty where nothing
   * was late.
   */
  public static Optional<String> headline(Causes causes) {
    return worst(causes)
        .map(
            group ->
                ofGroup(causes, group, LateWords.of(causes)) + " " + grade(causes).orElseThrow());
  }

  private static Optional<Causes.GroupCauses> worst(Causes causes) {
    return causes.groups().stream()
        .filter(group -> group.lateEvents() > 0)
        .max(Comparator.comparingDouble(Causes.GroupCauses::latenessSeconds));
  }

  /**
   * How far the leading cause of the group with the most late time is known to be the reason; empty
   * where nothing was late.
   */
  public static Optional<String> grade(Causes causes) {
    return worst(causes)
        .map(group -> "Grade: " + standing(causes, group))
        .map(
            words ->
                words.endsWith(SEEN) ? words + " (an association, not a proof)." : words + ".");
  }

  private static String standing(Causes causes, Causes.GroupCauses group) {
    String leading =
        group.secondsByCause().keySet().stream()
            .filter(cause -> !cause.equals(Cause.UNEXPLAINED.id()))
            .findFirst()
            .orElse("");
    return causes.grades().stream()
        .filter(grade -> grade.group().equals(group.name()) && grade.cause().equals(leading))
        .map(Causes.Grade::standing)
        .findFirst()
        .orElse(SEEN);
  }

  private static String of(Causes.GroupCauses group) {
    return "of " + lateTime(group.name()) + " is ";
  }

  /**
   * Such as "monolith's late time"; an experiment without variables has one group, without a name.
   */
  public static String lateTime(String group) {
    return group.equals(ONLY) ? "the late time" : group + "'s late time";
  }

  /** The same share always reads the same: whole per cents. */
  private static String percent(double share) {
    long whole = Math.round(share * 100);
    if (whole == 0 && share > 0) {
      return "under 1 %";
    }
    return whole == 100 && share < NEARLY_ALL ? "over 99 %" : whole + " %";
  }

  /** A share with three digits; those of less than a thousandth say nothing. */
  public static String share(double ratio) {
    return ratio > 0 && ratio < LEAST_SHOWN ? "under 0.1 %" : Units.share(ratio);
  }

  /** What the most costly part of this cause shows, where that says more than the cause. */
  private static String where(Causes causes, Causes.GroupCauses group, String cause) {
    if (VAGUE.contains(cause)) {
      return "";
    }
    return causes.events().stream()
        .filter(event -> isOf(event.instance(), group))
        .flatMap(event -> event.parts().stream())
        .filter(part -> part.cause().equals(cause) && !part.evidence().isEmpty())
        .max((a, b) -> Double.compare(a.seconds(), b.seconds()))
        .map(part -> part.evidence().getFirst().what())
        .filter(what -> !what.isEmpty())
        .map(what -> " (mostly: " + what + ")")
        .orElse("");
  }

  /** The latest ticks and requests; of those that overlap in one server, one. */
  public static List<Causes.LateEvent> worst(Causes causes, int most) {
    List<Causes.LateEvent> worst = new ArrayList<>();
    causes.events().stream()
        .sorted(Comparator.comparingDouble(Causes.LateEvent::latenessSeconds).reversed())
        .filter(event -> worst.size() < most && worst.stream().noneMatch(one -> meet(one, event)))
        .forEach(worst::add);
    return worst;
  }

  private static boolean meet(Causes.LateEvent one, Causes.LateEvent other) {
    return one.instance().equals(other.instance())
        && one.at() < other.at() + other.latenessSeconds()
        && other.at() < one.at() + one.latenessSeconds();
  }

  private static boolean isOf(String instance, Causes.GroupCauses group) {
    return instance.equals(group.name()) || instance.startsWith(group.name() + "/");
  }

  /**
   * What a pattern says of some servers in the same words, but for the figures.
   *
   * @param costliest the one with the most late time
   * @param alike the others, the costliest first
   */
  public record Found(Causes.Finding costliest, List<Causes.Finding> alike) {
    private static final int MOST_NAMED_SERVERS = 4;

    /** Such as "zgc/1, lock_convoy (seen in the window, 2 s late): … Also in zgc/2 (1 s)." */
    public String sentence() {
      String said =
          "%s, %s (%s, %s late): %s %s"
              .formatted(
                  costliest.instance(),
                  costliest.pattern(),
                  costliest.standing(),
                  Units.seconds(costliest.seconds()),
                  costliest.text(),
                  costliest.remedy());
      if (alike.isEmpty()) {
        return said;
      }
      int more = alike.size() - MOST_NAMED_SERVERS;
      return said
          + alike.stream()
              .limit(MOST_NAMED_SERVERS)
              .map(one -> one.instance() + " (" + Units.seconds(one.seconds()) + " late)")
              .collect(Collectors.joining(", ", " Also in ", ""))
          + (more > 0 ? " and " + more + " more." : ".");
    }
  }

  /** The findings that are no rule of a user's, the costliest first. */
  public static List<Found> patterns(Causes causes) {
    Set<String> rules =
        causes.rules().stream().map(Causes.RuleOutcome::rule).collect(Collectors.toSet());
    Map<List<String>, List<Causes.Finding>> alike = new LinkedHashMap<>();
    for (Causes.Finding one : causes.findings()) {
      if (!rules.contains(one.pattern())) {
        String figures = FIGURE.matcher(one.text()).replaceAll("#");
        String words = PLURAL.matcher(figures).replaceAll("$1");
        List<String> key = List.of(one.pattern(), one.standing(), words, one.remedy());
        alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(one);
      }
    }
    return alike.values().stream()
        .map(those -> new Found(those.getFirst(), List.copyOf(those.subList(1, those.size()))))
        .toList();
  }

  /** A user's rules, a sentence for each that says the same of some servers; found ones first. */
  public static List<String> rules(Causes causes) {
    List<String> sentences = new ArrayList<>();
    for (String outcome : List.of("found", "not recorded", "not found")) {
      Map<String, List<String>> servers = new LinkedHashMap<>();
      for (Causes.RuleOutcome one : causes.rules()) {
        if (one.outcome().equals(outcome)) {
          String sentence = ", " + one.rule() + ": " + outcome + ". " + one.text();
          servers.computeIfAbsent(sentence, _ -> new ArrayList<>()).add(one.instance());
        }
      }
      servers.forEach((sentence, where) -> sentences.add(andMore(where) + sentence));
    }
    return sentences;
  }

  /** What shows a rule that was found: the first evidence of the first server. */
  public static Optional<Causes.Evidence> evidence(Causes causes, String rule) {
    return causes.findings().stream()
        .filter(one -> one.pattern().equals(rule))
        .flatMap(one -> one.evidence().stream())
        .findFirst();
  }

  /**
   * Such as "waiting for locks (g1/1 and 3 more): jdk.ThreadPark was recorded from 20 ms on only.
   * …" Causes that the same servers lack for the same reason share a sentence.
   */
  public static List<String> gaps(Causes causes) {
    Map<List<Object>, List<Causes.Gap>> alike = new LinkedHashMap<>();
    for (Causes.Gap gap : causes.notRecorded()) {
      List<Object> key = List.of(gap.instances(), gap.why(), gap.remedy());
      alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(gap);
    }
    return alike.values().stream().map(CauseSentences::gap).toList();
  }

  private static String andMore(List<String> where) {
    return where.getFirst() + (where.size() == 1 ? "" : " and " + (where.size() - 1) + " more");
  }

  private static String gap(List<Causes.Gap> alike) {
    Causes.Gap gap = alike.getFirst();
    String causes = alike.stream().map(one -> words(one.cause())).collect(Collectors.joining("; "));
    return "%s (%s): %s %s".formatted(causes, andMore(gap.instances()), gap.why(), gap.remedy());
  }

  /** A part with its share: "42 ms (80 %) pauses of the garbage collector". */
  public static String part(Causes.LateEvent event, Causes.Part part) {
    String share = percent(part.seconds() / event.latenessSeconds());
    return "%s (%s) %s".formatted(Units.seconds(part.seconds()), share, words(part.cause()));
  }
}
