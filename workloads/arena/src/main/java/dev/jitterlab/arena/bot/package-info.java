/** The clients that load an arena over UDP: many in one process, each with a plan of its own. */
package dev.jitterlab.arena.bot;
