package dev.jitterlab.lab.run;

import java.util.List;

/**
 * What the kernel says that a process got of the machine; in {@code process.json}. Each list has
 * every value that some thread has, once.
 *
 * @param threads how many threads were read
 * @param cpus such as {@code 0-1}
 * @param scheduling such as {@code fifo:10}
 * @param nice of all threads
 * @param cpuLimit of its control group, in CPUs; null if there is none
 * @param memoryLimitBytes of its control group; null if there is none
 * @param availableProcessors {@code Runtime.availableProcessors()} as the JVM's log of collections
 *     has it, from JDK 17 on; null where it does not say
 */
public record MachineReading(
    int threads,
    List<String> cpus,
    List<String> scheduling,
    List<Integer> nice,
    Double cpuLimit,
    Long memoryLimitBytes,
    Integer availableProcessors) {}
