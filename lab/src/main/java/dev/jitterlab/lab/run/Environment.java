package dev.jitterlab.lab.run;

import java.util.Map;

/**
 * The facts about the machine and the software that a figure depends on; written as {@code
 * environment.json}. A fact that the system does not tell is null, never guessed.
 *
 * @param kernel name and release, such as {@code Linux 6.1.0}
 * @param cpuModel as the CPU names itself
 * @param cores processors that the lab may use
 * @param memoryBytes memory of the machine
 * @param governor frequency governor of the first CPU
 * @param mitigations vulnerability of the CPU to what the kernel does about it
 * @param cgroupCpuLimitCores the lowest limit of the control groups; null if there is none
 * @param cgroupMemoryLimitBytes the lowest limit of the control groups; null if there is none
 * @param clockSource what the kernel tells the time with
 * @param timerSlackNs by how much the kernel may delay a timer of a process, to save power
 * @param cpuSleep whether a CPU with nothing to do may go to sleep; false while the lab, or anybody
 *     else, keeps them awake
 * @param loadAverageAtStart over one minute, before anything was started
 * @param hypervisor whether the CPU says that it is virtual
 * @param jdks a group's JDK, as the experiment names it, to what that JDK says of itself
 * @param labJdk the JDK that runs the lab
 * @param jitterlabVersion null where it is not run from its jar
 * @param jitterlabCommit git commit, with {@code -dirty} behind it if files were changed; null
 *     outside a checkout
 * @param timeZone such as {@code Europe/Berlin}
 * @param locale such as {@code en-GB}
 */
public record Environment(
    String kernel,
    String cpuModel,
    int cores,
    Long memoryBytes,
    String governor,
    Map<String, String> mitigations,
    Double cgroupCpuLimitCores,
    Long cgroupMemoryLimitBytes,
    String clockSource,
    Long timerSlackNs,
    Boolean cpuSleep,
    Double loadAverageAtStart,
    Boolean hypervisor,
    Map<String, String> jdks,
    String labJdk,
    String jitterlabVersion,
    String jitterlabCommit,
    String timeZone,
    String locale) {
  /** The CPU, the number of cores, and what the lab did to them, as records of runs name them. */
  public String machine() {
    return (cpuModel == null ? "unknown CPU" : cpuModel)
        + ", "
        + cores
        + " cores"
        + (Boolean.FALSE.equals(cpuSleep) ? ", kept awake" : "");
  }
}
