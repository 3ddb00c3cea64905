/**
 * The service that knows the battle servers and gives each battle to one of them. It knows players
 * by number only, and keeps no results.
 */
package dev.jitterlab.battle.cluster.allocator;
