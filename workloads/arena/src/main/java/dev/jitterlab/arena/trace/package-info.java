/**
 * What players' clients have sent, with the time: written, read, and played again. Knows no
 * network.
 */
package dev.jitterlab.arena.trace;
