/**
 * The HTTP side of a battle server, for the services of its cluster and for who watches; players
 * never see it. It knows the rules and {@code http}, and is known by the server.
 */
package dev.jitterlab.battle.server.control;
