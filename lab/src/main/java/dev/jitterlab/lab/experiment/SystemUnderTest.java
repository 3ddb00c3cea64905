package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.Workload;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Which servers run, and what loads them. If there is neither a workload nor a foreign server, the
 * experiment can be planned, not run.
 *
 * @param workload which of Jitterlab's own servers runs
 * @param foreign which other server runs
 * @param load options of the load generator, by name, in the file's order
 * @param ticks whether there are ticks to measure; the workload or the experiment says that there
 *     are none
 * @param fillsCpus whether the servers keep all CPUs busy on purpose
 * @param faultsAgent the jar of the agent that injects faults; empty if the lab has no home
 */
public record SystemUnderTest(
    Optional<Workload> workload,
    Optional<ForeignServer> foreign,
    Map<String, String> load,
    boolean ticks,
    boolean fillsCpus,
    Optional<Path> faultsAgent) {
  /** What runs, if anything does. */
  public Optional<String> name() {
    return workload.map(Workload::name).or(() -> foreign.map(ForeignServer::name));
  }

  /** Jitterlab's own generator of its load, where it has one. */
  public Optional<Workload.Load> generator() {
    return workload
        .flatMap(Workload::load)
        .or(() -> foreign.flatMap(ForeignServer::http).map(ForeignServer.HttpLoad::generator));
  }
}
