/**
 * The way of people into battles: a page, its WebSockets, and behind each of them a client that
 * speaks the protocol. What people see goes through here and no rule of the game.
 */
package dev.jitterlab.battle.gateway;
