/**
 * A server that does nothing but tick: periodic tasks of any number, rate and duration. No game, no
 * network but its metrics, no load generator.
 */
package dev.jitterlab.periodic;
