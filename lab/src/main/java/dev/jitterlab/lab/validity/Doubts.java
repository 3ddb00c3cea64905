package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Servers whose figures may be better than they deserve, because they failed or did less than
 * others. Such a figure is only a bound: its group can lose by it, and cannot win. Stateless.
 */
public final class Doubts {
  /** Beside what a server used itself; less is the error of two readings, or does not matter. */
  private static final double CPU_ELSEWHERE_RATIO = 0.05;

  /** The kernel tells what a process used to 10 ms, and it is read at two times. */
  private static final double CPU_ELSEWHERE_SECONDS = 0.05;

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
   * another. With a plan, that is the share of it; in a closed model, answers a second. A group
   * whose answers are not known may have answered less, and so may such a server of a group with
   * others. Empty where those of no group are known.
   *
   * @param unknown the servers of which it is not known
   */
  public static Map<String, String> ofCosts(Answered answered, Set<String> unknown, Plan plan) {
    Map<String, String> doubts = new LinkedHashMap<>();
    if (answered.means().isEmpty()) {
      return doubts;
    }
    for (Plan.Group group : plan.groups()) {
      Optional<String> why =
          answered.means().containsKey(group.name())
              ? lessInWords(answered.less(group.name()))
              : Optional.of("how much its group answered is not known");
      why.ifPresent(
          words ->
              plan.instances(group.name()).forEach(instance -> doubts.put(instance.id(), words)));
    }
    unknown.forEach(id -> doubts.putIfAbsent(id, "how much it answered is not known"));
    return doubts;
  }

  /**
   * Instance id to why its CPU load cannot win: what was started for it, and is no child of it any
   * more, such as a daemon, used CPU time of its own. That is in no figure of the server.
   */
  public static Map<String, String> ofCpu(Evidence evidence) {
    Map<String, String> doubts = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      Optional<Double> own = increase(LabMetrics.PROCESS_CPU, server, evidence);
      Optional<Double> all = increase(LabMetrics.SESSION_CPU, server, evidence);
      if (own.isPresent() && all.isPresent()) {
        double elsewhere = all.get() - own.get();
        if (elsewhere > Math.max(CPU_ELSEWHERE_RATIO * own.get(), CPU_ELSEWHERE_SECONDS)) {
          doubts.put(
              server.id(),
              "processes that are no children of its own used %s of CPU time"
                  .formatted(Unit.SECONDS.format(elsewhere)));
        }
      }
    }
    return doubts;
  }

  private static Optional<Double> increase(
      String counter, Evidence.MeasuredProcess server, Evidence evidence) {
    return evidence.increase(server.id(), counter, null, server.windows());
  }

  private static Optional<String> lessInWords(OptionalDouble share) {
    return share.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "its group answered %s of what another did"
                .formatted(Units.share(share.getAsDouble())));
  }
}
