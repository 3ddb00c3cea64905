/**
 * The clients that load an arena over UDP: many in one process, each with a plan of its own. It
 * knows neither the server nor the world.
 */
package dev.jitterlab.arena.bot;
