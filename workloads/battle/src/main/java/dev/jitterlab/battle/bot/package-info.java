/**
 * Players that are no people: each has its own UDP port, keeps the rules and plays to win. Every
 * 1/rate seconds, in an open loop, a bot sends exactly one packet, whatever the server does, so the
 * offered load is fixed. A bot knows what a client knows: nothing of the server's code is used, and
 * attacks are in {@code hostile}.
 */
package dev.jitterlab.battle.bot;
