/**
 * Connections as a workload (docs/connections.md): a server that holds many of them by one of
 * several designs, what one costs by the slope over steps, and the clients that open them. What a
 * message says is of no account here.
 */
package dev.jitterlab.connections;
