/** The service that keeps players and the results of their battles. */
package dev.jitterlab.battle.cluster.results;
