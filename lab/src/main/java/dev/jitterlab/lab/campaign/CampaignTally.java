package dev.jitterlab.lab.campaign;

import dev.jitterlab.lab.metric.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the runs of one experiment say together. Immutable. */
public record CampaignTally(
    String experiment, int valid, int weak, int invalid, int failed, List<Pair> pairs) {
  /**
   * A group against the baseline, by the primary metric, over the valid and the weak runs.
   *
   * @param lower how many runs decided that the group has the lower figure
   * @param higher how many decided that it has the higher one
   * @param equivalent how many decided that they differ by no more than the experiment's margin
   * @param undecided how many decided neither
   * @param failed how many more did not come to their end, or are invalid, because of a server of
   *     the two
   * @param ratios of all runs, in their order; null where a run has none
   */
  public record Pair(
      String metric,
      String group,
      String baseline,
      int lower,
      int higher,
      int equivalent,
      int undecided,
      int failed,
      List<Double> ratios) {
    /** Whether one run decided the opposite of another. */
    public boolean isReversed() {
      return lower > 0 && higher > 0;
    }

    /** How many runs decided the same, at most; none, where a server had not come to the end. */
    private int agreeing() {
      return failed > 0 ? 0 : Math.max(equivalent, Math.max(lower, higher));
    }

    private boolean isDecided() {
      return lower + higher + equivalent > 0;
    }

    private String line() {
      return "  %s, %s against %s: %d lower, %d higher, %s%d not decided%s%s; ratios %s"
          .formatted(
              metric,
              group,
              baseline,
              lower,
              higher,
              equivalent == 0 ? "" : equivalent + " equivalent, ",
              undecided,
              failed == 0 ? "" : ", in %d more a server failed".formatted(failed),
              isReversed() ? ", REVERSED" : "",
              String.join(", ", ratios.stream().map(Unit.NUMBER::format).toList()));
    }
  }

  /** Adds up the runs of one experiment. */
  public static CampaignTally of(String experiment, List<KeptRun> runs) {
    Map<List<String>, List<KeptRun.Comparison>> byPair = new LinkedHashMap<>();
    for (KeptRun run : runs) {
      if (run.counts()) {
        ofPrimary(run)
            .forEach(
                one ->
                    byPair
                        .computeIfAbsent(
                            List.of(one.group(), one.baseline()), _ -> new ArrayList<>())
                        .add(one));
      }
    }
    return new CampaignTally(
        experiment,
        count(runs, "valid"),
        count(runs, "weak"),
        count(runs, "invalid"),
        count(runs, KeptRun.FAILED),
        byPair.values().stream().map(pair -> pair(pair, runs)).toList());
  }

  /**
   * Those without an interval are not kept in a record: they decided nothing, and count as such.
   */
  private static List<KeptRun.Comparison> ofPrimary(KeptRun run) {
    String metric = run.primaryMetric();
    List<KeptRun.Comparison> all =
        new ArrayList<>(
            run.comparisons().stream().filter(one -> one.metric().equals(metric)).toList());
    if (run.verdict() != null && run.baseline() != null && metric != null) {
      run.values().keySet().stream()
          .filter(group -> !group.equals(run.baseline()))
          .filter(group -> all.stream().noneMatch(one -> one.group().equals(group)))
          .map(
              group ->
                  new KeptRun.Comparison(
                      metric,
                      group,
                      run.baseline(),
                      null,
                      null,
                      null,
                      null,
                      KeptRun.Comparison.UNDECIDED))
          .forEach(all::add);
    }
    return all;
  }

  private static int count(List<KeptRun> runs, String validity) {
    return (int) runs.stream().filter(run -> run.validity().equals(validity)).count();
  }

  private static int decided(List<KeptRun.Comparison> of, String decision) {
    return (int) of.stream().filter(one -> one.decision().equals(decision)).count();
  }

  private static Pair pair(List<KeptRun.Comparison> of, List<KeptRun> runs) {
    KeptRun.Comparison first = of.getFirst();
    int lower = decided(of, KeptRun.Comparison.LOWER);
    int higher = decided(of, KeptRun.Comparison.HIGHER);
    int equivalent = decided(of, KeptRun.Comparison.EQUIVALENT);
    return new Pair(
        first.metric(),
        first.group(),
        first.baseline(),
        lower,
        higher,
        equivalent,
        of.size() - lower - higher - equivalent,
        (int)
            runs.stream()
                .filter(
                    run -> run.hasFailedFor(first.group()) || run.hasFailedFor(first.baseline()))
                .count(),
        of.stream().map(KeptRun.Comparison::ratio).toList());
  }

  /**
   * How many runs agree at least on each pair of groups that any of them decides, a difference or
   * that there is none; 0 if they decide nothing, or one decides the opposite of another.
   */
  public int agreeing() {
    return pairs.stream().anyMatch(Pair::isReversed)
        ? 0
        : pairs.stream().filter(Pair::isDecided).mapToInt(Pair::agreeing).min().orElse(0);
  }

  /** For people: a line of counts, and one for each compared group. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %d runs: %d valid, %d weak, %d invalid, %d failed"
            .formatted(experiment, valid + weak + invalid + failed, valid, weak, invalid, failed));
    pairs.forEach(pair -> lines.add(pair.line()));
    return String.join("\n", lines) + "\n";
  }
}
