/**
 * Connections as a workload (docs/connections.md): a server that holds many of them by one of
 * several designs, what one costs by the slope over steps, and the clients that open them.
 */
package dev.jitterlab.connections;
