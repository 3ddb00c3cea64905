/**
 * The side of a battle server that the cluster sees: an HTTP API for reservations and commands,
 * registration and heartbeats, reports of results. Knows the game server only as {@link
 * dev.jitterlab.battle.server.control.BattleControl}.
 */
package dev.jitterlab.battle.server.control;
