/** Starts the cluster of the battle servers, shows how it is going, and ends it. */
package dev.jitterlab.play;
