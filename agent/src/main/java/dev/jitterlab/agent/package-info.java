/**
 * The observer as a Java agent: metrics and ticks of a server that knows nothing of it
 * (docs/agent.md).
 */
package dev.jitterlab.agent;
