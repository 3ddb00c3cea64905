/**
 * The service that keeps players and the results of their battles: the only place with a database.
 */
package dev.jitterlab.battle.cluster.results;
