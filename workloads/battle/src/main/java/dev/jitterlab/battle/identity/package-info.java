/**
 * Identities that somebody outside has signed: who a player is, as JSON Web Tokens say it. Knows
 * neither the game nor the cluster.
 */
package dev.jitterlab.battle.identity;
