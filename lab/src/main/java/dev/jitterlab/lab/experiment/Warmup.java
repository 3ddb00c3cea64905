package dev.jitterlab.lab.experiment;

import java.time.Duration;

/**
 * How long the load runs before a block is measured.
 *
 * @param limit the time; where {@code untilSteady}, the longest
 * @param untilSteady the warm-up ends earlier, when all servers of the block are steady
 */
public record Warmup(Duration limit, boolean untilSteady) {}
