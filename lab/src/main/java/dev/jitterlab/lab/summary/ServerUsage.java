package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.validity.Evidence;
import dev.jitterlab.lab.validity.MachineCpu;
import java.util.Optional;

/**
 * What a server used and served in the measured time; empty where it was not sampled.
 *
 * @param cpuLoad its share of the machine's CPU time
 * @param systemCpuLoad what all used of it
 * @param players mean number of players
 * @param battles mean number of battles
 * @param residentMemoryBytes highest resident set size
 */
record ServerUsage(
    Optional<Double> cpuLoad,
    Optional<Double> systemCpuLoad,
    Optional<Double> players,
    Optional<Double> battles,
    Optional<Double> residentMemoryBytes) {
  static ServerUsage of(Evidence.MeasuredProcess server, Evidence evidence) {
    Optional<MachineCpu> machine = MachineCpu.during(server.window(), evidence);
    Optional<Double> cpuSeconds =
        evidence.increase(server.id(), "lab_process_cpu_seconds_total", null, server.window());
    return new ServerUsage(
        machine.flatMap(cpu -> cpuSeconds.map(seconds -> seconds / cpu.totalSeconds())),
        machine.map(MachineCpu::load),
        evidence.mean(server.id(), "jitterlab_players", server.window()),
        evidence.mean(server.id(), "jitterlab_battles", server.window()),
        evidence.max(server.id(), "lab_process_resident_bytes", server.window()));
  }
}
