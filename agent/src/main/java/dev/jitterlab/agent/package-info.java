/**
 * The observer as a Java agent: metrics and ticks of a server that knows nothing of it
 * (docs/agent.md). Nothing compiles against it, and what instrumented code calls uses java.base
 * only.
 */
package dev.jitterlab.agent;
