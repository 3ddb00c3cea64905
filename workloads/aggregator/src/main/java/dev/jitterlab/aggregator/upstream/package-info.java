/**
 * The services that the gateway asks: seeded answers, latencies, errors and hang-ups, with
 * replicas. Knows nothing of the gateway; runs as a process of its own.
 */
package dev.jitterlab.aggregator.upstream;
