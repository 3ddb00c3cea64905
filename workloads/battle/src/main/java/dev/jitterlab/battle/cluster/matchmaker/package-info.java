/** The service that puts players together who wait for a battle. */
package dev.jitterlab.battle.cluster.matchmaker;
