package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.experiment.SystemUnderTest;
import dev.jitterlab.lab.faults.FaultSettings;
import java.util.Optional;

/** The flag that gives a server the agent of the module {@code faults}. */
final class InjectingAgent {
  private InjectingAgent() {}

  /** The flag for one instance; empty where nothing is injected by it. */
  static Optional<String> argument(SystemUnderTest system, Schedule.Slot slot, Plan.Group group) {
    return group
        .faults()
        .filter(FaultSettings::needAgent)
        .flatMap(
            faults ->
                system
                    .faultsAgent()
                    .map(
                        jar ->
                            "-javaagent:"
                                + jar
                                + "="
                                + faults.agentArguments(
                                    "../../../faults/" + slot.group() + "/" + slot.number())));
  }
}
