/**
 * Starts the cluster of the battle servers, shows how it is going, and ends it. It measures nothing
 * that a verdict could rest on.
 */
package dev.jitterlab.play;
