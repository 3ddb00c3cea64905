/**
 * What lies between a bot and its server: a socket, and on request a bad network that is played in
 * front of it. Knows neither the game nor its packets.
 */
package dev.jitterlab.battle.bot.link;
