/**
 * What every part of the battle workload stands on: how constants are named for users. No part of
 * the game, of the network or of the cluster belongs here.
 */
package dev.jitterlab.battle;
