/**
 * Players that are no people: each has its own UDP port, keeps the rules and plays to win. Every
 * 1/rate seconds, in an open loop, a bot sends exactly one packet, whatever the server does, so the
 * offered load is fixed.
 */
package dev.jitterlab.battle.bot;
