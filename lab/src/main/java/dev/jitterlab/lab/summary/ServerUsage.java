package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.run.HostMetrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.MachineCpu;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a server used and served in the measured time; empty where it was not sampled.
 *
 * @param cpuLoad its share of the machine's CPU time
 * @param observingCpuLoad the part of it that was used to observe the server
 * @param systemCpuLoad what all used of it
 * @param players mean number of players
 * @param battles mean number of battles
 * @param residentMemoryBytes highest resident set size
 */
record ServerUsage(
    Optional<Double> cpuLoad,
    Optional<Double> observingCpuLoad,
    Optional<Double> systemCpuLoad,
    Optional<Double> players,
    Optional<Double> battles,
    Optional<Double> residentMemoryBytes) {
  static ServerUsage of(Evidence.MeasuredProcess server, Evidence evidence) {
    Optional<MachineCpu> machine = MachineCpu.during(server.window(), evidence);
    Function<String, Optional<Double>> share =
        counter ->
            machine.flatMap(
                cpu ->
                    evidence
                        .increase(server.id(), counter, null, server.window())
                        .map(seconds -> seconds / cpu.totalSeconds()));
    return new ServerUsage(
        share.apply(HostMetrics.PROCESS_CPU),
        share.apply(HostMetrics.OBSERVING_CPU),
        machine.map(MachineCpu::load),
        evidence.mean(server.id(), "jitterlab_players", server.window()),
        evidence.mean(server.id(), "jitterlab_battles", server.window()),
        evidence.max(server.id(), "lab_process_resident_bytes", server.window()));
  }
}
