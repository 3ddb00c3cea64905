/**
 * What the programs of this workload have in common as processes: version, options, metrics, parts,
 * ending. Nothing of the game, its packets or the cluster.
 */
package dev.jitterlab.battle.process;
