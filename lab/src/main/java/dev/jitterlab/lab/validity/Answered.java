package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of their load the groups of a run answered, or, without a load, how much they did of the
 * work that they were to give themselves: a group that does less needs less. Immutable.
 *
 * @param closed whether the clients waited for answers, so that no plan says how many are due
 * @param means a group's name to the mean of its servers: the share of the plan, or answers a
 *     second in a closed model; without groups of which it is not known of each server: one whose
 *     load was not sampled may have answered nothing
 */
public record Answered(boolean closed, Map<String, Double> means) {
  /**
   * What the load processes counted, or the servers where there is no load; empty where neither
   * did, as with a load that is none of Jitterlab's own, or with a heap among others that counts no
   * work.
   */
  public static Answered of(Evidence evidence) {
    boolean isClosed = ClosedModel.isUsed(evidence);
    Map<String, Double> work = byServer(isClosed, evidence);
    Map<String, Double> means = new LinkedHashMap<>();
    Set<String> measured =
        evidence.servers().stream().map(Evidence.MeasuredProcess::id).collect(Collectors.toSet());
    for (Plan.Group group : evidence.plan().groups()) {
      List<String> servers =
          evidence
              .plan()
              .instances(group.name())
              .map(Plan.Instance::id)
              .filter(measured::contains)
              .toList();
      if (work.keySet().containsAll(servers)) {
        servers.stream()
            .mapToDouble(work::get)
            .average()
            .ifPresent(mean -> means.put(group.name(), mean));
      }
    }
    boolean isCounted =
        evidence.plan().hasLoad()
            || evidence.servers().stream().noneMatch(server -> countsNothing(server, evidence));
    return new Answered(isClosed, isCounted ? means : Map.of());
  }

  /** One that answered and never showed such a counter: no work of its own is due. */
  private static boolean countsNothing(Evidence.MeasuredProcess server, Evidence evidence) {
    SeriesSelector due = new SeriesSelector(LoadRates.OWN_DUE, List.of());
    return evidence.shown(server, due).labelSets().isEmpty()
        && evidence.samples().filter(one -> one.neverAnswered(server.id())).isEmpty();
  }

  private static Map<String, Double> byServer(boolean isClosed, Evidence evidence) {
    if (!evidence.plan().hasLoad()) {
      return LoadRates.ownShares(evidence);
    }
    return isClosed
        ? LoadRates.of(LoadRates.ANSWERED, evidence)
        : LoadRates.answeredShares(evidence);
  }

  /** The part that a group answered of what another group of this run did, if clearly less. */
  public OptionalDouble less(String group) {
    OptionalDouble most = means.values().stream().mapToDouble(mean -> mean).max();
    return most.isPresent() ? less(group, most.getAsDouble()) : OptionalDouble.empty();
  }

  /**
   * The same of a group in another run. Empty where it is not known of both, or only one of them
   * had a plan: then the loads were different, and no figures can be compared.
   */
  public OptionalDouble less(String group, Answered other, String otherGroup) {
    return closed == other.closed && other.means.containsKey(otherGroup)
        ? less(group, other.means.get(otherGroup))
        : OptionalDouble.empty();
  }

  private OptionalDouble less(String group, double than) {
    double enough =
        closed ? 1 - LoadDeviation.LIMIT : AchievedLoad.ANSWERED.question().limit().valid();
    double mean = means.getOrDefault(group, than);
    return mean < than * enough ? OptionalDouble.of(mean / than) : OptionalDouble.empty();
  }
}
