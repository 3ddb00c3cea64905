package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Servers whose figures may be better than they deserve, because they failed or did less than
 * others. Such a figure is only a bound: its group can lose by it, and cannot win. Stateless.
 */
public final class Doubts {
  private Doubts() {}

  /** Instance id to why none of its figures can win. */
  public static Map<String, String> ofAllFigures(Evidence evidence) {
    Map<String, String> doubts = failedBefore(evidence);
    doubt(doubts, FailedTicks.FAILED, "ticks ended with an exception", evidence);
    doubt(doubts, FailedWork.FAILED, "pieces of its work failed", evidence);
    doubt(doubts, WrongAnswers.FAULTS, "of its answers were wrong", evidence);
    ExternalLoad.missing(evidence)
        .forEach(
            (id, missing) -> {
              if (missing > ExternalLoad.LIMIT) {
                server(id).forEach(one -> doubts.putIfAbsent(one, "its load ended early"));
              }
            });
    return doubts;
  }

  private static void doubt(
      Map<String, String> doubts, SeriesSelector counter, String words, Evidence evidence) {
    Counted.byServer(counter, evidence)
        .forEach(
            (id, count) -> {
              if (count > 0) {
                doubts.putIfAbsent(id, Units.count(Math.round(count)) + " " + words);
              }
            });
  }

  /**
   * What failed in a block that was then measured again: what it did before stays unknown. Who made
   * a load process fail is not known either; it may be any server that it loaded.
   */
  private static Map<String, String> failedBefore(Evidence evidence) {
    Map<String, String> failed = new LinkedHashMap<>();
    for (RunState.Resumption resumption : evidence.state().resumptions()) {
      for (String id : resumption.died()) {
        failed.put(id, "it failed in a block that was measured again");
        Stream.concat(server(id), loadedBy(id, evidence.plan()))
            .forEach(
                one -> failed.putIfAbsent(one, "its load died in a block that was measured again"));
      }
    }
    return failed;
  }

  /** The server of an external load: {@code load/<block>/<server>}. */
  private static Stream<String> server(String load) {
    String[] parts = load.split("/", 3);
    return load.startsWith("load/") && parts.length == 3 ? Stream.of(parts[2]) : Stream.empty();
  }

  private static Stream<String> loadedBy(String load, Plan plan) {
    return plan.blocks().stream()
        .filter(block -> Evidence.loadId(block.number()).equals(load))
        .flatMap(block -> block.instances().stream())
        .map(Plan.Instance::id);
  }

  /**
   * Instance id to why no figure can win that less work improves ({@link
   * dev.jitterlab.lab.metric.Metric#isBetterWithLessWork}): its group answered clearly less than
   * another. With a plan, that is the share of it; in a closed model, answers a second; without a
   * load, the share of its own work. A group whose answers are not known may have answered less.
   * Empty where those of no group are known.
   */
  public static Map<String, String> ofCosts(Answered answered, Plan plan) {
    Map<String, String> doubts = new LinkedHashMap<>();
    if (answered.means().isEmpty()) {
      return doubts;
    }
    String did = plan.hasLoad() ? "answered" : "did";
    for (Plan.Group group : plan.groups()) {
      Optional<String> why =
          answered.means().containsKey(group.name())
              ? lessInWords(did, answered.less(group.name()))
              : Optional.of("how much its group " + did + " is not known");
      why.ifPresent(
          words ->
              plan.instances(group.name()).forEach(instance -> doubts.put(instance.id(), words)));
    }
    return doubts;
  }

  /**
   * Instance id to why its CPU load cannot win: processes that were started for it, and are not
   * counted as its own, used CPU time that another group's did not use. It may be work that the
   * server did not do itself, as that of a database. Of a foreign server, whose children count as
   * its own, those are daemons, and all that they used counts. One of Jitterlab's own may have
   * helpers that are the same in every group, such as the origin of a proxy: what they use in the
   * group in which they use least, they use in all. A group of which it is not known counts as one
   * in which they used nothing. What processes that the lab did not start used beside a group may
   * be its work too ({@link OthersBesideGroups}).
   */
  public static Map<String, String> ofCpu(Evidence evidence) {
    Plan plan = evidence.plan();
    Map<String, HelperCpu> known = HelperCpu.byServer(evidence);
    Map<String, HelperCpu> means = HelperCpu.byGroup(evidence);
    boolean areAllKnown =
        plan.instances()
            .filter(
                instance ->
                    evidence.servers().stream().anyMatch(one -> one.id().equals(instance.id())))
            .allMatch(instance -> means.containsKey(instance.group()));
    double everywhere =
        areAllKnown
            ? means.values().stream().mapToDouble(HelperCpu::helperSeconds).min().orElse(0)
            : 0;
    Map<String, String> doubts = new LinkedHashMap<>();
    means.forEach(
        (group, mean) -> {
          OptionalDouble more = mean.beyond(everywhere);
          plan.instances(group)
              .filter(instance -> known.containsKey(instance.id()))
              .forEach(
                  instance ->
                      helpedInWords(instance, known.get(instance.id()), more)
                          .ifPresent(why -> doubts.put(instance.id(), why)));
        });
    OthersBesideGroups.more(evidence)
        .forEach(
            (group, seconds) ->
                plan.instances(group)
                    .forEach(
                        instance -> doubts.putIfAbsent(instance.id(), othersInWords(seconds))));
    return doubts;
  }

  /**
   * Why a server's CPU load cannot win.
   *
   * @param more what processes beside the servers of its group used in the mean, beyond what they
   *     used in every group
   */
  private static Optional<String> helpedInWords(
      Plan.Instance instance, HelperCpu times, OptionalDouble more) {
    if (instance.foreign() == null) {
      return more.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "its group's helper processes used %s of CPU time more than another group's"
                  .formatted(Unit.SECONDS.format(more.getAsDouble())));
    }
    OptionalDouble ofDaemons = times.beyond(0);
    return ofDaemons.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "processes that are no children of its own used %s of CPU time"
                .formatted(Unit.SECONDS.format(ofDaemons.getAsDouble())));
  }

  private static String othersInWords(double moreSeconds) {
    return "processes that the lab did not start used %s of CPU time more than beside another group"
        .formatted(Unit.SECONDS.format(moreSeconds));
  }

  private static Optional<String> lessInWords(String did, OptionalDouble share) {
    return share.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "its group %s %s of what another did".formatted(did, Units.share(share.getAsDouble())));
  }
}
