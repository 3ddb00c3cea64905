package dev.jitterlab.lab.plan;

import java.util.List;

/**
 * What a run does so that its trial can be believed.
 *
 * @param repeats how often a block may be measured again because its servers got unequal load, or a
 *     whole round because the hypervisor took CPU time away; in all
 * @param control the command line of the idle control process that runs beside every block; empty
 *     for none
 * @param cpusAwake whether CPUs with nothing to do are kept from going to sleep, where the machine
 *     allows it
 */
public record Safeguards(int repeats, List<String> control, boolean cpusAwake) {
  /** Of plans of earlier versions. */
  public static final Safeguards NONE = new Safeguards(0, List.of(), false);

  /** Copies the list. */
  public Safeguards {
    control = List.copyOf(control);
  }
}
