/**
 * The service that players log in to, and that issues what they connect to a server with. It keeps
 * nothing itself: players are in the results store.
 */
package dev.jitterlab.battle.cluster.login;
