/**
 * When requests or players are to come: plans, and the syntax in which experiments and command
 * lines write them (docs/load.md). Whoever checks a plan and whoever keeps it read it by this.
 * Nothing here sends anything.
 */
package dev.jitterlab.arrivals;
