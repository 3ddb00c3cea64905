package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.statistics.ModifiedZScore;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What processes that are not the run's used beside the servers of each group, where these ran in
 * turn. A group may work through them, as a client of docker does through its daemon: then the CPU
 * time of its own processes is not all that it needed. Stateless.
 */
final class OthersBesideGroups {
  private OthersBesideGroups() {}

  /**
   * Beside one server.
   *
   * @param times its own CPU time, and that of others in place of its helpers
   * @param ratio the others' share of the machine's CPU time
   */
  private record Beside(HelperCpu times, double ratio) {}

  /**
   * A group's name to what others used beside its servers in the mean, beyond what they used beside
   * those of the group with the least. Without groups where it is too little to matter, or was an
   * accident of a few servers: beside most of them others must have used more than beside any of
   * the group with the least, since work in the background is never quite the same. A group of
   * which nothing is known counts as one beside which they used nothing.
   */
  static Map<String, Double> more(Evidence evidence) {
    Map<String, List<Beside>> groups = ofGroups(evidence);
    List<Beside> least =
        groups.values().stream()
            .min(Comparator.comparingDouble(OthersBesideGroups::meanSeconds))
            .orElse(List.of());
    double mostOfLeast =
        least.stream().mapToDouble(one -> one.times().helperSeconds()).max().orElse(0);
    Map<String, Double> more = new LinkedHashMap<>();
    groups.forEach(
        (group, known) -> {
          if (isTheRule(known, mostOfLeast)) {
            mean(known).beyond(meanSeconds(least)).ifPresent(seconds -> more.put(group, seconds));
          }
        });
    return more;
  }

  private static double meanSeconds(List<Beside> servers) {
    return servers.isEmpty() ? 0 : mean(servers).helperSeconds();
  }

  private static Map<String, List<Beside>> ofGroups(Evidence evidence) {
    List<Evidence.MeasuredProcess> servers = evidence.servers();
    Map<String, List<Beside>> groups = new TreeMap<>();
    for (Evidence.MeasuredProcess server : servers) {
      if (evidence.hasSlices(server) || isAlone(server, servers)) {
        String group = server.id().substring(0, server.id().lastIndexOf('/'));
        List<Beside> known = groups.computeIfAbsent(group, _ -> new ArrayList<>());
        beside(server, evidence).ifPresent(known::add);
      }
    }
    return groups;
  }

  /** Beside several at a time, nobody knows for which of them others worked. */
  private static boolean isAlone(
      Evidence.MeasuredProcess server, List<Evidence.MeasuredProcess> servers) {
    return servers.stream().filter(other -> other.block() == server.block()).count() == 1;
  }

  private static Optional<Beside> beside(Evidence.MeasuredProcess server, Evidence evidence) {
    MeasuredWindows windows = server.windows();
    double own = evidence.increase(server.id(), LabMetrics.PROCESS_CPU, null, windows).orElse(0.0);
    return OtherCpu.ratio(server.block(), windows, evidence)
        .flatMap(
            ratio ->
                evidence
                    .machineCpu(windows)
                    .map(
                        cpu ->
                            new Beside(
                                new HelperCpu(own, ratio * cpu.totalSeconds(), windows.seconds()),
                                ratio)));
  }

  private static HelperCpu mean(List<Beside> servers) {
    return HelperCpu.mean(servers.stream().map(Beside::times).toList());
  }

  private static boolean isTheRule(List<Beside> servers, double mostOfLeastSeconds) {
    return !servers.isEmpty()
        && median(servers, Beside::ratio) > OtherCpu.VALID
        && median(servers, one -> one.times().helperSeconds()) > mostOfLeastSeconds;
  }

  private static double median(List<Beside> servers, ToDoubleFunction<Beside> figure) {
    return ModifiedZScore.median(servers.stream().mapToDouble(figure).toArray());
  }
}
