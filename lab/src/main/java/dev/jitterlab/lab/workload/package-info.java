/**
 * The descriptors of the reference servers: how to start them, and what may be set. It compiles
 * against none of them, and starts none.
 */
package dev.jitterlab.lab.workload;
