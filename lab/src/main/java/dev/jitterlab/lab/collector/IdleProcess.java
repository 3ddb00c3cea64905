package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.List;
import java.util.Optional;

/**
 * The control process: an idle one beside every block that ticks a thousand times a second. What
 * delays it is the machine.
 */
public final class IdleProcess extends BuiltIn {
  IdleProcess() {
    super(
        "control",
        "An idle process beside the servers: it sees when the machine stalls.",
        RunDirectory.TICKS,
        Attachment.MACHINE);
  }

  @Override
  public Optional<String> fixed() {
    return Optional.of(
        "It runs beside all groups. `control: false` at the top level of the file turns it off.");
  }

  @Override
  public List<Series> series() {
    return List.of(
        new Series(
            "machine_stall_seconds",
            "s",
            "How late the control process was at most in each second.",
            control -> TickTimings.read(control, TickTime.DRIFT, Distribution::maxNs)));
  }
}
