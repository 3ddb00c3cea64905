/**
 * Commands beside the server: traces made, described and converted, and the model measured alone.
 */
package dev.jitterlab.arena.tool;
