/**
 * How the programs of this workload make the counters and gauges of their metrics. Nothing of the
 * game, its packets or the cluster.
 */
package dev.jitterlab.battle.process;
