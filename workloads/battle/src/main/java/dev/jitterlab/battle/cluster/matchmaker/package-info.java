/**
 * The service that puts players together who wait for a battle. Where the battle runs is the
 * allocator's decision, and who a player is the login's. It knows nothing of the game.
 */
package dev.jitterlab.battle.cluster.matchmaker;
