package dev.jitterlab.bench.http;

import java.util.OptionalInt;

/**
 * What the user asks for.
 *
 * @param connections how many there are
 * @param rate requests a second of the second part; empty for half of what the slowest carries
 * @param rounds how often everything runs
 * @param seconds how long each generator is measured in each part of a round
 * @param seed of the order in each round
 */
public record HttpBenchChoice(
    int connections, OptionalInt rate, int rounds, double seconds, long seed) {}
